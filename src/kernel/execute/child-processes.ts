import { ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';

/** Marks the processes that cells start, and those that they start. */
const NAME = 'PATCHBAY_KERNEL';

/**
 * Ends all processes that cells have started when this process ends, even if it is killed. A small shell waits until the
 * pipe to it closes. Then it ends all processes whose environment has the mark of this kernel: by then, they may belong
 * to another parent, group or session. Only Linux shows the environments of processes.
 */
export function endChildrenWithKernel(): void {
  if (process.platform !== 'linux') return;
  const id = randomUUID();
  const { PATH = '/usr/bin:/bin' } = process.env;
  const shell = spawn('/bin/sh', ['-c', WAIT_AND_END, `${NAME}=${id}`], {
    detached: true, // Jupyter kills the process group of a kernel
    cwd: '/',
    env: { PATH },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => {}).unref(); // a machine without a shell
  process.env[NAME] = id;
  markChildren(`${NAME}=${id}`);
}

/** Marks the children for which a cell selects the environment. The others inherit the mark. */
function markChildren(mark: string): void {
  const prototype: { spawn(options: { envPairs?: string[] }): number } = Object(ChildProcess).prototype;
  const original = prototype.spawn;
  prototype.spawn = function (options) {
    const others = options.envPairs?.filter((pair) => !pair.startsWith(`${NAME}=`)) ?? [];
    return original.call(this, { ...options, envPairs: [...others, mark] });
  };
}

/** Ends each process with SIGTERM, and one that still runs a second later with SIGKILL. */
const WAIT_AND_END = `
read -r _
marked() { grep -ls "$0" /proc/[0-9]*/environ | cut -d/ -f3; }
kill -TERM $(marked)
for i in 1 2 3 4 5 6 7 8 9 10; do
  [ -n "$(marked)" ] || exit
  sleep 0.1
done
for i in 1 2 3 4 5; do kill -KILL $(marked); done`;
