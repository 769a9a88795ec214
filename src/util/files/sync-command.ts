import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { attempt } from '../json.js';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly started: number;
}

/**
 * Sends a signal to the command that the executing thread waits for, and to the processes that it started. Does nothing
 * if the only children are others: the command has just ended, or has not started.
 */
export function signalSyncCommand(
  signal: NodeJS.Signals,
  others: { includes(pid: number): boolean },
  isWanted: () => boolean,
): void {
  const all = process.platform === 'linux' ? fromProc() : fromPs();
  // The thread is blocked, so no other child is younger.
  const children = all.filter(({ pid, parent }) => parent === process.pid && !others.includes(pid) && !isOfKernel(pid));
  // The clock of /proc has steps of 10 ms.
  const command = children.sort((a, b) => b.started - a.started || b.pid - a.pid)[0];
  if (!command || !isWanted()) return;
  // The shell first: it would start its next command when one ends.
  for (const pid of [command.pid, ...descendants(command.pid, all)]) attempt(() => process.kill(pid, signal));
}

function descendants(parent: number, all: readonly Process[]): number[] {
  return all.filter((one) => one.parent === parent).flatMap(({ pid }) => [pid, ...descendants(pid, all)]);
}

/** Returns the child processes that were started longer ago than this. Only Linux tells. */
export function childrenOlderThan(ms: number): number[] {
  if (process.platform !== 'linux') return [];
  const upMs = 1_000 * Number.parseFloat(readFileSync('/proc/uptime', 'utf8'));
  return fromProc()
    .filter(({ parent, started }) => parent === process.pid && upMs - started * TICK_MS > ms)
    .map(({ pid }) => pid);
}

/** The unit of the times in /proc, on all platforms of Node.js. */
const TICK_MS = 10;

/** The esbuild process compiles the cells. */
const isOfKernel = (pid: number) =>
  /esbuild\0--service/.test(attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '');

function fromProc(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = attempt(() => readFileSync(`/proc/${name}/stat`, 'utf8')); // it may have ended
      const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields ? [{ pid: Number(name), parent: Number(fields[1]), started: Number(fields[19]) }] : [];
    });
}

/** Elsewhere, the order of the ids is that of the starts. Empty if there is no `ps`, as on Windows. */
function fromPs(): Process[] {
  const text = attempt(() => execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })) ?? '';
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)/.exec(line) ?? [];
    return pid && !/^ps -A|esbuild --service/.test(command)
      ? [{ pid: Number(pid), parent: Number(parent), started: Number(pid) }]
      : [];
  });
}
