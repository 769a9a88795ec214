import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { attempt, isPlain, jsonOf } from '../json.js';
import { machineMark } from './hidden-name.js';

/** The process that holds a lock, as the lock file stores it. */
export interface LockOwner {
  readonly machine: string;
  readonly pid: number;
  /** When the process started, in ticks of the system, if the system has this time: process numbers are used again. */
  readonly started?: string;
  /** Distinguishes locks of one process. */
  readonly id: string;
}

/** This process, as the owner of a new lock. */
export const newOwner = (): LockOwner => ({
  machine: machineMark(),
  pid: process.pid,
  id: randomBytes(8).toString('hex'),
  ...startOf(process.pid),
});

/** Undefined if the lock file is damaged. */
export function ownerFrom(text: string): LockOwner | undefined {
  const value = jsonOf(text);
  const isOwner = isPlain(value) && typeof value.machine === 'string' && Number.isInteger(value.pid);
  return isOwner ? (value as unknown as LockOwner) : undefined; // its fields were checked
}

export const isOnThisMachine = ({ machine }: LockOwner): boolean => machine === machineMark();

/** Whether the process has ended. This is unknown for a process of another machine. */
export function hasEnded(owner: LockOwner): boolean {
  if (!isOnThisMachine(owner)) return false;
  if (!isRunning(owner.pid)) return true;
  const { started } = startOf(owner.pid);
  return started !== undefined && owner.started !== undefined && started !== owner.started;
}

export function isRunning(pid: number): boolean {
  // Zero and negative numbers are groups of processes.
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Linux has the time when a process started. The name before it may contain spaces and parentheses. */
function startOf(pid: number): { readonly started?: string } {
  const text = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const started = text?.slice(text.lastIndexOf(')') + 2).split(' ')[19];
  return started === undefined ? {} : { started };
}
