import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { attempt } from '../json.js';
import { Mistake } from '../limit-error.js';
import { temporaryName, temporaryOwner } from './hidden-name.js';
import { isRunning } from './lock-owner.js';
import { assertRegularFile, fileProblem } from './regular-file.js';
import { writeWhole } from './write-whole.js';

/** New contents of a file, in a temporary file next to it. The file does not change until `commit`. */
export interface Replacement {
  /** The temporary file, open for reading and appending. It stays open after `commit` unless `close` was called. */
  readonly descriptor: number;
  write(content: string | Uint8Array): void;
  close(): void;
  /** Replaces the old contents atomically. */
  commit(): void;
  /** Throws `EEXIST` if the file exists. */
  commitNew(): void;
  discard(): void;
}

export interface ReplacementOptions {
  /** The mode of the new file. Default: the mode of the file that it replaces, or 0600 for a new file. */
  readonly mode?: number;
}

/** Replaces a file completely or not at all. A link is replaced by a file: see `assertNoLink`. */
export function replaceFile(file: string, content: string | Uint8Array, options: ReplacementOptions = {}): void {
  const replacement = beginReplacement(file, options);
  try {
    replacement.write(content);
    replacement.close();
    replacement.commit();
  } catch (error) {
    replacement.discard();
    throw error;
  }
}

/** Creates a file completely or not at all. Throws `EEXIST` if the name exists, even if it appears at this moment. */
export function createFile(
  file: string,
  content: string | Uint8Array,
  { mode = 0o600 }: ReplacementOptions = {},
): void {
  const replacement = beginReplacement(file, { mode });
  try {
    replacement.write(content);
    replacement.close();
    replacement.commitNew();
  } catch (error) {
    replacement.discard();
    throw error;
  }
}

export function beginReplacement(file: string, { mode }: ReplacementOptions = {}): Replacement {
  removeStale(dirname(file));
  const before = statSync(file, { throwIfNoEntry: false });
  const temporary = temporaryName(file);
  // Fails if the name exists, even as a link. Other users cannot read the file before it is complete.
  const descriptor = openSync(temporary, 'ax+', 0o600);
  let isOpen = true;
  const shut = () => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  const finish = () => {
    giveRights(descriptor, before, mode);
    // Without it, the new name could have no contents after a power failure.
    fsyncSync(descriptor);
  };
  return {
    descriptor,
    write: (content) => writeWhole(descriptor, Buffer.from(content)),
    close() {
      finish();
      shut();
    },
    commit() {
      if (isOpen) finish();
      renameSync(temporary, file);
    },
    commitNew() {
      if (isOpen) finish();
      try {
        linkSync(temporary, file);
      } catch (error) {
        // Some file systems have no links. Then another process could create the name at this very moment.
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'EEXIST' || existsSync(file)) throw Object.assign(new Error(`${file} exists`), { code: 'EEXIST' });
        return renameSync(temporary, file);
      }
      rmSync(temporary, { force: true });
    },
    discard() {
      shut();
      rmSync(temporary, { force: true });
    },
  };
}

/** Throws for a symbolic link. For commands that replace the file in their arguments. */
export function assertNoLink(file: string): void {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  const target = resolve(dirname(file), readlinkSync(file));
  throw new Mistake(
    `${file} is a symbolic link and is not replaced. To change the target of the link, use its path: ${target}`,
  );
}

/** Throws if `replaceFile` would fail. For commands that work for a long time before they write. */
export function assertWritable(file: string): void {
  assertNoLink(file);
  try {
    assertRegularFile(file);
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a folder');
    beginReplacement(file).discard();
  } catch (cause) {
    throw new Mistake(`${file} cannot be written: ${fileProblem(cause)}`, { cause });
  }
}

function giveRights(descriptor: number, before: Stats | undefined, mode: number | undefined): void {
  if (before && process.platform !== 'win32' && before.uid !== process.getuid?.())
    // Only root can change the owner of a file. Otherwise the new file belongs to the current user.
    attempt(() => fchownSync(descriptor, before.uid, before.gid));
  fchmodSync(descriptor, mode ?? (before ? before.mode & 0o777 : 0o600));
}

/** Removes temporary files of processes that were killed while they replaced a file in this folder. */
function removeStale(folder: string): void {
  // If the folder cannot be read, opening the temporary file reports the problem.
  for (const name of attempt(() => readdirSync(folder)) ?? []) {
    const pid = temporaryOwner(name);
    if (pid === undefined || isRunning(pid)) continue;
    // Another process may have removed the file first, or this user must not remove it.
    attempt(() => rmSync(join(folder, name)));
  }
}
