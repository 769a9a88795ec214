import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { getSystemErrorMap } from 'node:util';
import { exceeded } from '../limit-error.js';
import { SIZE_LIMITS } from './size-limits.js';

export interface ReadLimit {
  /** The most bytes. Default: the limit of a file of no special kind. */
  readonly max?: number;
  /** What the user can do about a larger file. */
  readonly advice?: string;
}

const { max: MAX_BYTES } = SIZE_LIMITS.file;

/**
 * Reads a file of a stranger. Refuses a larger file, and a folder, a pipe or a device, before it reads: a pipe would block,
 * and a device may never end.
 */
export function readRegularFile(
  file: string,
  { max = MAX_BYTES, advice = 'Use a smaller file.' }: ReadLimit = {},
): Buffer {
  // Opening a pipe would wait for its writer.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const about = fstatSync(descriptor);
    if (!about.isFile()) throw new TypeError(`it is ${kindOf(about)}, not a file`);
    if (about.size > max) throw exceeded('the file', max, 'bytes', advice, about.size);
    return read(descriptor, 'the file', { size: about.size, max, advice });
  } finally {
    closeSync(descriptor);
  }
}

/**
 * For a file that another program reads: refuses a pipe, a device and a large file. Returns whether it is a file. A missing
 * one and a folder are for the other program to report.
 */
export function assertRegularFile(file: string): boolean {
  const about = statSync(file, { throwIfNoEntry: false });
  if (!about || about.isDirectory()) return false;
  if (!about.isFile()) throw new TypeError(`${file} is ${kindOf(about)}, not a file`);
  if (about.size > MAX_BYTES) throw exceeded(file, MAX_BYTES, 'bytes', 'Use a smaller file.', about.size);
  return true;
}

/** Up to this number of bytes from the start of a file, or from its end. */
export function readPart(file: string, { from, bytes }: { from: 'start' | 'end'; bytes: number }): string {
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const about = fstatSync(descriptor);
    if (!about.isFile()) throw new Error(`it is ${kindOf(about)}, not a file`);
    const part = Buffer.alloc(Math.min(about.size, bytes));
    const start = from === 'start' ? 0 : about.size - part.length;
    return part.toString('utf8', 0, readSync(descriptor, part, 0, part.length, start));
  } finally {
    closeSync(descriptor);
  }
}

const STANDARD_INPUT = 0;

/** Reads standard input to its end, which may never come. Refuses a larger text while it reads. */
export const readStandardInput = ({ max = MAX_BYTES, advice = 'Use a smaller text.' }: ReadLimit = {}): Buffer =>
  read(STANDARD_INPUT, 'the text', { size: 0, max, advice });

const MIN_BUFFER = 2 ** 16;

/** The file may grow while it is read, and some files of the system report that they are empty. */
function read(
  descriptor: number,
  what: string,
  { size, max, advice }: Required<ReadLimit> & { readonly size: number },
): Buffer {
  let buffer = Buffer.allocUnsafe(Math.max(size + 1, MIN_BUFFER));
  let length = 0;
  for (;;) {
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * length, max + 1));
    const done = readSync(descriptor, buffer, length, buffer.length - length, null);
    if (done === 0) return buffer.subarray(0, length);
    length += done;
    if (length > max) throw exceeded(what, max, 'bytes', advice);
  }
}

const kindOf = (about: Stats): string =>
  about.isDirectory()
    ? 'a folder'
    : about.isFIFO()
      ? 'a pipe'
      : about.isSocket()
        ? 'a socket'
        : about.isCharacterDevice() || about.isBlockDevice()
          ? 'a device'
          : 'something else';

/** Says why a file or folder cannot be used, without the system call. */
export const fileProblem = (error: unknown): string => {
  const { code, errno, message, path } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST' && path !== undefined) return `${path} is a file, not a folder`;
  if (code === 'ENOENT') return 'there is no such file or folder';
  if (code === 'EISDIR') return 'it is a folder';
  return tooManyOpenFiles(error) ?? getSystemErrorMap().get(errno ?? 0)?.[1] ?? message;
};

/** Advice if an error, or the text of one, reports that the process or the system has too many open files. */
export function tooManyOpenFiles(error: unknown): string | undefined {
  const { code, message = '' } = (typeof error === 'string' ? { message: error } : error) as NodeJS.ErrnoException;
  if (code === 'EMFILE' || /\bEMFILE\b/.test(message)) return 'too many open files. Raise the limit: ulimit -n 1024';
  if (code === 'ENFILE' || /\bENFILE\b/.test(message)) return 'too many open files on this machine. Close programs';
  return undefined;
}
