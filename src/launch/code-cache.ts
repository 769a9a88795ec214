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
  write(data: Buffer): void;
}

/** Files of other versions are deleted after this time. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Returns the cache for a program and the first argument of the command line, because each command uses another part of
 * the program. V8 refuses data of another version of V8, or with other flags. Whoever can write the file could change
 * the program, so only a private folder is used.
 */
export function codeCache(programHash: string, firstArgument = ''): CodeCache {
  const folder = cacheFolder(process.env);
  const command = /^[a-z]{1,20}$/.test(firstArgument) ? firstArgument : firstArgument === '' ? 'bench' : 'code';
  const file = join(folder, `${programHash}-${process.version}-${process.arch}-${command}.bin`);
  return {
    read() {
      try {
        return isPrivate(folder) ? checked(readPrivate(file)) : undefined;
      } catch {
        return undefined; // the first run
      }
    },
    write(data) {
      // A mistyped command has nothing to keep.
      if (process.exitCode === 2) return;
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (!isPrivate(folder)) return;
        const temporary = `${file}.${process.pid}`;
        writeFileSync(temporary, withChecksum(data), { mode: 0o600, flag: 'wx' });
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

const CHECKSUM_BYTES = 4;

/** V8 checks its data only in part: damaged data would end the process. */
function withChecksum(data: Buffer): Buffer {
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32LE(crc32(data));
  return Buffer.concat([data, checksum]);
}

function checked(bytes: Buffer | undefined): Buffer | undefined {
  if (bytes === undefined || bytes.length <= CHECKSUM_BYTES) return undefined;
  const data = bytes.subarray(0, -CHECKSUM_BYTES);
  return crc32(data) === bytes.readUInt32LE(data.length) ? data : undefined;
}

function deleteOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.endsWith('.bin') && statSync(path).mtimeMs < Date.now() - KEPT_MS) rmSync(path, { force: true });
  }
}
