import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Keeps a list of process groups until its input ends, however that came about, ends those that are left, and takes the
 * folder of them all away.
 */
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

/** Sees to it that no process outlives the gateway, even when the gateway itself is killed. */
export class Reaper {
  readonly #folder: string;
  #process: ChildProcess | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  add(group: number): void {
    this.#tell('+', group);
  }

  remove(group: number): void {
    this.#tell('-', group);
  }

  close(): void {
    this.#process?.stdin?.end();
  }

  #tell(sign: '+' | '-', group: number): void {
    if (process.platform === 'win32') return;
    this.#process ??= start(this.#folder);
    this.#process.stdin?.write(`${sign} ${group}\n`);
  }
}

function start(folder: string): ChildProcess {
  // In a session of its own: what a terminal sends to end the gateway must not end this first.
  const stdio: StdioOptions = ['pipe', 'ignore', 'ignore'];
  const env = { PATH: '/usr/bin:/bin' };
  const reaper = spawn('/bin/sh', ['-c', SCRIPT, 'reaper', folder], { stdio, detached: true, env });
  reaper.on('error', () => {}); // without a shell there is nobody to do this
  reaper.stdin?.on('error', () => {});
  reaper.unref();
  (reaper.stdin as Socket).unref();
  return reaper;
}
