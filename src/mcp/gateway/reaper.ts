import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** Keeps a list of process groups until its input ends. Then it kills those left and removes their common folder. */
const SCRIPT = `
groups=
while read -r sign group; do
  left=
  for one in $groups; do [ "$one" = "$group" ] || left="$left $one"; done
  groups=$left
  [ "$sign" = + ] && groups="$groups $group"
done
for group in $groups; do kill -s KILL -- "-$group"; done
rm -rf -- "$1"
`;

/** Makes sure that no process outlives the gateway, even if the gateway is killed. */
export class Reaper {
  readonly #folder: string;
  #process: ChildProcess | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  add(group: number): void {
    this.#send('+', group);
  }

  remove(group: number): void {
    this.#send('-', group);
  }

  close(): void {
    this.#process?.stdin?.end();
  }

  #send(sign: '+' | '-', group: number): void {
    if (process.platform === 'win32') return;
    this.#process ??= start(this.#folder);
    this.#process.stdin?.write(`${sign} ${group}\n`);
  }
}

function start(folder: string): ChildProcess {
  // `detached` starts the reaper in its own session, so that Ctrl-C in the terminal does not end it before the gateway.
  const stdio: StdioOptions = ['pipe', 'ignore', 'ignore'];
  const env = { PATH: '/usr/bin:/bin' };
  const reaper = spawn('/bin/sh', ['-c', SCRIPT, 'reaper', folder], { stdio, detached: true, env });
  reaper.on('error', () => {}); // without a shell, there is no reaper
  reaper.stdin?.on('error', () => {});
  reaper.unref();
  (reaper.stdin as Socket).unref();
  return reaper;
}
