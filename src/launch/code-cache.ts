import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** Compiled code of the program, as V8 serialized it. It only saves time, so no failure is reported. */
export interface CodeCache {
  read(): Buffer | undefined;
  /** Writes the compiled code if the data that was read is missing, was refused, or lacks a chunk that ran. */
  update(chunks: readonly string[], isRefused: boolean | undefined, compiled: () => Buffer): void;
}

/** What a file contains. */
interface Kept {
  /** The chunks of the program that are compiled in it. */
  readonly chunks: readonly string[];
  readonly data: Buffer;
}

/** Files of other versions are deleted after this time. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Returns the cache for a program and the first argument of the command line, because each command uses another part of
 * the program. The compiled code contains the URL of the program, so a copy of the program elsewhere has its own. V8
 * refuses data of another version of V8, or with other flags. Whoever can write the file could change the program, so
 * only a private folder is used.
 */
export function codeCache(program: { readonly hash: string; readonly url: string }, firstArgument = ''): CodeCache {
  const folder = cacheFolder(process.env);
  const command = /^[a-z]{1,20}$/.test(firstArgument) ? firstArgument : firstArgument === '' ? 'bench' : 'code';
  const copy = `${program.hash}-${crc32(program.url).toString(16)}`;
  const file = join(folder, `${copy}-${process.version}-${process.arch}-${command}.bin`);
  let kept: Kept | undefined;
  return {
    read() {
      try {
        kept = isPrivate(folder) ? unpacked(readPrivate(file)) : undefined;
      } catch {
        // The first run has no file.
      }
      return kept?.data;
    },
    update(used, isRefused, compiled) {
      const before = isRefused ? [] : (kept?.chunks ?? []);
      const chunks = [...new Set([...before, ...used])];
      // A mistyped command has nothing to keep.
      if (chunks.length === before.length || process.exitCode === 2) return;
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (!isPrivate(folder)) return;
        const temporary = `${file}.${process.pid}`;
        writeFileSync(temporary, packed({ chunks, data: compiled() }), { mode: 0o600, flag: 'wx' });
        renameSync(temporary, file);
        deleteOld(folder);
      } catch {
        // The next run compiles the program again.
      }
    },
  };
}

/** The folder of this user's compiled code. `PATCHBAY_CACHE_DIR` changes it. */
function cacheFolder(env: NodeJS.ProcessEnv): string {
  if (env.PATCHBAY_CACHE_DIR) return env.PATCHBAY_CACHE_DIR;
  if (process.platform === 'win32') return join(env.LOCALAPPDATA || homedir(), 'patchbay', 'Cache');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'patchbay');
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'patchbay');
}

/** Whether only this user can change a folder. On Windows, other users cannot access the user's folder. */
function isPrivate(folder: string): boolean {
  const { uid, mode } = statSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

function readPrivate(file: string): Buffer | undefined {
  const descriptor = openSync(file, 'r');
  try {
    const about = fstatSync(descriptor);
    const isOurs = process.getuid === undefined || (about.uid === process.getuid() && (about.mode & 0o022) === 0);
    return isOurs && about.isFile() ? readFileSync(descriptor) : undefined;
  } finally {
    closeSync(descriptor);
  }
}

const NUMBER_BYTES = 4;

/** The data, the list of chunks, its length and a checksum: V8 checks its data only in part, and damaged data would end the process. */
function packed({ chunks, data }: Kept): Buffer {
  const list = Buffer.from(JSON.stringify(chunks));
  const all = Buffer.concat([data, list, number(list.length)]);
  return Buffer.concat([all, number(crc32(all))]);
}

function unpacked(bytes: Buffer | undefined): Kept | undefined {
  if (bytes === undefined || bytes.length <= 2 * NUMBER_BYTES) return undefined;
  const all = bytes.subarray(0, -NUMBER_BYTES);
  if (crc32(all) !== bytes.readUInt32LE(all.length)) return undefined;
  const listEnd = all.length - NUMBER_BYTES;
  const dataEnd = listEnd - all.readUInt32LE(listEnd);
  return { chunks: JSON.parse(all.toString('utf8', dataEnd, listEnd)), data: all.subarray(0, dataEnd) };
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(NUMBER_BYTES);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Also deletes the file of a process that was killed while it wrote one. */
function deleteOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (/\.bin(?:\.\d+)?$/.test(name) && statSync(path).mtimeMs < Date.now() - KEPT_MS) rmSync(path, { force: true });
  }
}
