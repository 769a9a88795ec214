import { closeSync, linkSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { attempt } from '../json.js';
import { Mistake } from '../limit-error.js';
import { hiddenBeside, temporaryName } from './hidden-name.js';
import { hasEnded, isOnThisMachine, type LockOwner, newOwner, ownerFrom } from './lock-owner.js';
import { fileProblem } from './regular-file.js';
import { writeWhole } from './write-whole.js';

/** A file that no other process of this program writes while it is held. */
export interface FileLock {
  release(): void;
}

export interface LockOptions {
  /** How long to wait for another process. Default: not at all. */
  readonly waitMs?: number;
}

const RETRY_MS = 20;
/** Removing the lock of an ended process takes microseconds. */
const MAX_REMOVAL_MS = 10_000;

/** Throws a `Mistake` if another process, or another part of this one, holds the file. */
export function lockFile(file: string, { waitMs = 0 }: LockOptions = {}): FileLock {
  const lock = hiddenBeside(file, 'patchbay-lock');
  const owner = newOwner();
  const untilMs = performance.now() + waitMs;
  for (;;) {
    const created = createLock(file, lock, JSON.stringify(owner));
    if (created === 'created') return { release: () => release(lock, owner) };
    // No process can create a file in the folder. Writing the file itself reports the reason.
    if (created === 'no folder') return { release() {} };
    const other = ownerOf(lock);
    if (other === 'gone' || (other !== undefined && hasEnded(other) && removeLock(lock, other))) continue;
    if (performance.now() >= untilMs) throw inUse(file, lock, other);
    pause(RETRY_MS);
  }
}

/** Holds the file during the work. */
export function withLock<T>(file: string, options: LockOptions, work: () => T): T {
  return withLocks([file], options, work);
}

/** Holds several files, or none of them, during the work. */
export function withLocks<T>(files: readonly string[], options: LockOptions, work: () => T): T {
  const locks: FileLock[] = [];
  try {
    // The same order everywhere, so that two processes do not wait for each other.
    for (const file of [...new Set(files)].sort()) locks.push(lockFile(file, options));
    return work();
  } finally {
    for (const lock of locks) lock.release();
  }
}

const NO_FOLDER = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR']);

/** A lock gets its name together with its owner, so that no process reads half an owner. */
function createLock(file: string, lock: string, text: string): 'created' | 'taken' | 'no folder' {
  const draft = temporaryName(lock);
  try {
    createWith(draft, text);
  } catch (cause) {
    if (NO_FOLDER.has((cause as NodeJS.ErrnoException).code ?? '')) return 'no folder';
    attempt(() => rmSync(draft));
    throw new Mistake(`${file} cannot be written: ${fileProblem(cause)}`, { cause });
  }
  try {
    linkSync(draft, lock);
    return 'created';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return 'taken';
    return createWithoutLink(lock, text) ? 'created' : 'taken';
  } finally {
    attempt(() => rmSync(draft));
  }
}

/** Some file systems have no links. */
function createWithoutLink(lock: string, text: string): boolean {
  try {
    createWith(lock, text);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    attempt(() => rmSync(lock));
    throw error;
  }
}

function createWith(path: string, text: string): void {
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    writeWhole(descriptor, Buffer.from(text));
  } finally {
    closeSync(descriptor);
  }
}

/** The owner of a lock. Undefined if the lock is damaged, or was created without a link and is still being written. */
function ownerOf(lock: string): LockOwner | 'gone' | undefined {
  const text = attempt(() => readFileSync(lock, 'utf8'));
  const about = attempt(() => statSync(lock));
  if (text === undefined) return about === undefined ? 'gone' : undefined;
  const owner = ownerFrom(text);
  if (owner || about === undefined) return owner;
  // The process ended before it wrote its name. No process has the number 0.
  const isAbandoned = Date.now() - about.mtimeMs > MAX_REMOVAL_MS;
  return isAbandoned ? { ...newOwner(), pid: 0, id: '' } : undefined;
}

/** Removes the lock of an ended process. Only one process does so at a time, so that it does not remove the next lock. */
function removeLock(lock: string, ended: LockOwner): boolean {
  const guard = `${lock}.removal`;
  const begun = statSync(guard, { throwIfNoEntry: false });
  if (begun && Date.now() - begun.mtimeMs > MAX_REMOVAL_MS) attempt(() => rmSync(guard));
  try {
    createWith(guard, '');
  } catch {
    return false; // another process removes it
  }
  try {
    const owner = ownerOf(lock);
    if (typeof owner === 'object' && owner.id === ended.id && owner.pid === ended.pid) rmSync(lock, { force: true });
    return true;
  } catch {
    return false; // another user's lock
  } finally {
    attempt(() => rmSync(guard));
  }
}

function release(lock: string, { id }: LockOwner): void {
  const owner = ownerOf(lock);
  // The user may have removed it by hand, and another process may have its own.
  if (typeof owner === 'object' && owner.id === id) attempt(() => rmSync(lock));
}

function inUse(file: string, lock: string, owner: LockOwner | undefined): Mistake {
  if (owner === undefined)
    return new Mistake(`${file} is in use by another process. Try again, or remove ${lock} if no process uses it`);
  if (!isOnThisMachine(owner))
    return new Mistake(
      `${file} is in use by process ${owner.pid} of another machine. If that process has ended, remove ${lock}`,
    );
  const user = owner.pid === process.pid ? 'this process already' : `process ${owner.pid}`;
  // Without the time when the process started, the number may belong to another program by now.
  const otherwise = owner.started === undefined ? `. If it is not Patchbay, remove ${lock}` : '';
  return new Mistake(
    `${file} is in use by ${user}. Choose another name, or wait until that process has ended${otherwise}`,
  );
}

const pause = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
