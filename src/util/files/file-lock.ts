import { createHash, randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { attempt, isPlain, jsonOf } from '../json.js';
import { Mistake } from '../limit-error.js';

/** A file that no other process of this program writes while it is held. */
export interface FileLock {
  release(): void;
}

export interface LockOptions {
  /** How long to wait for another process. Default: not at all. */
  readonly waitMs?: number;
}

interface Owner {
  readonly machine: string;
  readonly pid: number;
  /** When the process started, in ticks of the system, if the system says so: a number of a process is used again. */
  readonly started?: string;
  /** Distinguishes locks of one process. */
  readonly id: string;
}

const RETRY_MS = 20;
/** Removing the lock of a dead process takes microseconds. */
const LONGEST_REMOVAL_MS = 10_000;

/** Throws a `Mistake` if another process, or another part of this one, holds the file. */
export function lockFile(file: string, { waitMs = 0 }: LockOptions = {}): FileLock {
  const lock = join(dirname(file), `.${basename(file)}.patchbay-lock`);
  const owner: Owner = {
    machine: machine(),
    pid: process.pid,
    id: randomBytes(8).toString('hex'),
    ...startOf(process.pid),
  };
  const untilMs = performance.now() + waitMs;
  for (;;) {
    const made = create(lock, JSON.stringify(owner));
    if (made === 'made') return { release: () => release(lock, owner) };
    // The folder cannot be written: writing the file itself reports the reason.
    if (made === 'impossible') return { release() {} };
    const other = ownerOf(lock);
    if (other === 'gone' || (other !== undefined && isDead(other) && remove(lock, other))) continue;
    if (performance.now() >= untilMs) throw inUse(file, lock, other);
    pause(RETRY_MS);
  }
}

/** Holds the file during the work. */
export function withLock<T>(file: string, options: LockOptions, work: () => T): T {
  const lock = lockFile(file, options);
  try {
    return work();
  } finally {
    lock.release();
  }
}

function create(path: string, text: string): 'made' | 'taken' | 'impossible' {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'wx', 0o600);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST' ? 'taken' : 'impossible';
  }
  try {
    writeSync(descriptor, text);
    return 'made';
  } catch {
    // The disk is full: a lock without an owner would stay for ever.
    attempt(() => rmSync(path));
    return 'impossible';
  } finally {
    closeSync(descriptor);
  }
}

/** The owner of a lock, or undefined if it is still being written or damaged. */
function ownerOf(lock: string): Owner | 'gone' | undefined {
  let text: string;
  try {
    text = readFileSync(lock, 'utf8');
  } catch {
    return 'gone';
  }
  const value = jsonOf(text);
  const isOwner = isPlain(value) && typeof value.machine === 'string' && Number.isInteger(value.pid);
  if (isOwner) return value as unknown as Owner; // its fields were checked
  // The process was killed before it wrote its name.
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return age > LONGEST_REMOVAL_MS ? { machine: machine(), pid: 0, id: '' } : undefined;
}

/** Whether the process has ended. Nobody can tell for a process of another machine. */
function isDead({ machine: where, pid, started }: Owner): boolean {
  if (where !== machine()) return false;
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
  const now = startOf(pid).started;
  return started !== undefined && now !== undefined && started !== now;
}

/** Removes the lock of a dead process. Only one process does so at a time: the next lock must not be removed with it. */
function remove(lock: string, dead: Owner): boolean {
  const guard = `${lock}.removal`;
  const begun = statSync(guard, { throwIfNoEntry: false });
  if (begun && Date.now() - begun.mtimeMs > LONGEST_REMOVAL_MS) attempt(() => rmSync(guard));
  if (create(guard, '') !== 'made') return false;
  try {
    const now = ownerOf(lock);
    if (now !== undefined && now !== 'gone' && now.id === dead.id && now.pid === dead.pid)
      rmSync(lock, { force: true });
    return true;
  } catch {
    return false; // another user's lock
  } finally {
    attempt(() => rmSync(guard));
  }
}

function release(lock: string, { id }: Owner): void {
  const now = ownerOf(lock);
  // The user may have removed it by hand, and another process may have its own.
  if (typeof now === 'object' && now.id === id) attempt(() => rmSync(lock));
}

function inUse(file: string, lock: string, other: Owner | undefined): Mistake {
  if (other === undefined) return new Mistake(`${file} is in use by another process. Try again`);
  if (other.machine !== machine())
    return new Mistake(
      `${file} is in use by process ${other.pid} of another machine. If that process has ended, remove ${lock}`,
    );
  const who = other.pid === process.pid ? 'this process already' : `process ${other.pid}`;
  return new Mistake(`${file} is in use by ${who}. Choose another name, or wait until it has ended`);
}

/** Processes have unique numbers on one machine only, and several machines may share a folder. */
const machine = (): string => createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Linux says when a process started. The name before it may contain spaces and parentheses. */
function startOf(pid: number): { readonly started?: string } {
  const text = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const started = text?.slice(text.lastIndexOf(')') + 2).split(' ')[19];
  return started === undefined ? {} : { started };
}

const pause = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
