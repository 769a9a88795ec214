import { getSystemErrorMap } from 'node:util';

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
