import { appendFileSync, closeSync, fchmodSync, fstatSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { attempt } from '../json.js';
import { Mistake } from '../limit-error.js';
import { withLock } from './file-lock.js';
import { fileProblem } from './regular-file.js';
import { replaceFile } from './replace-file.js';

export interface PrivateFileOptions {
  /** The environment variable that changes the folder: `PATCHBAY_CONFIG_DIR`. */
  readonly variable: string;
}

/** Replaces a file that only its owner can read. Creates its folder, which only its owner can access. */
export function writePrivate(file: string, content: string, { variable }: PrivateFileOptions): void {
  makePrivateFolder(dirname(file), { variable });
  try {
    replaceFile(file, content, { mode: 0o600 });
  } catch (cause) {
    throw new Mistake(`${file} cannot be written: ${fileProblem(cause)}. ${elsewhere(variable)}`, { cause });
  }
}

/** How long another process may take to change the same file. */
const WAIT_MS = 10_000;

/**
 * Changes a file that only its owner can read. `change` returns the new content. Processes that change it at the same time
 * do so one after the other.
 */
export function changePrivate(file: string, change: () => string, options: PrivateFileOptions): void {
  makePrivateFolder(dirname(file), options);
  withLock(file, { waitMs: WAIT_MS }, () => writePrivate(file, change(), options));
}

/** Appends to a file that only its owner can read. Uses one `write`, because several processes may append at once. */
export function appendPrivate(file: string, content: string, { variable }: PrivateFileOptions): void {
  makePrivateFolder(dirname(file), { variable });
  try {
    const descriptor = openSync(file, 'a', 0o600);
    try {
      // An older version or a copy may have left the file readable by others.
      if ((fstatSync(descriptor).mode & 0o077) !== 0) fchmodSync(descriptor, 0o600);
      appendFileSync(descriptor, content);
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    throw new Mistake(`${file} cannot be written: ${fileProblem(cause)}. ${elsewhere(variable)}`, { cause });
  }
}

/**
 * Renames a file that has grown long, so that its next line begins a new file. Lines that other processes append at this
 * moment are in one of the two files. An earlier long file is replaced.
 */
export function rotatePrivate(file: string, maxBytes: number): void {
  const isLong = () => (attempt(() => statSync(file).size) ?? 0) > maxBytes;
  if (!isLong()) return;
  // Another process may rotate the file first, hold the lock or own the folder: then the file stays as it is.
  attempt(() => withLock(file, {}, () => isLong() && renameSync(file, rotatedName(file))));
}

export const rotatedName = (file: string): string => `${file}.old`;

export function makePrivateFolder(folder: string, { variable }: PrivateFileOptions): void {
  try {
    makeFolder(folder, 0o700);
  } catch (cause) {
    throw new Mistake(`${folder} cannot be created: ${fileProblem(cause)}. ${elsewhere(variable)}`, { cause });
  }
}

/**
 * Creates folders one by one, because Node's recursive `mkdir` never returns in /proc, where no folder can be created.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!isFolder(folder)) throw error;
  }
}

/** A path that cannot be examined is not a folder. Creating it reports the problem. */
const isFolder = (path: string) => attempt(() => statSync(path))?.isDirectory() === true;

/** Throws if another user can change or replace the file. A missing file is allowed. */
export function assertOnlyOwnerWrites(file: string): void {
  const own = process.getuid?.();
  if (own === undefined) return; // on Windows, other users cannot access the user's folder
  for (const path of [dirname(file), file]) {
    const about = statSync(path, { throwIfNoEntry: false });
    if (!about) continue;
    const quoted = `'${path.replaceAll("'", "'\\''")}'`;
    // root can change every file anyway.
    if (about.uid !== own && about.uid !== 0)
      throw new Mistake(
        `${path} belongs to another user, so it is not used. To take it over: sudo chown ${own} ${quoted}`,
      );
    if ((about.mode & 0o022) !== 0)
      throw new Mistake(`${path} can be changed by other users, so it is not used. To fix it: chmod go-w ${quoted}`);
  }
}

const elsewhere = (variable: string): string => `Set ${variable} to a folder that you can write to`;
