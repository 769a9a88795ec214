import { randomBytes } from 'node:crypto';
import { readdir, readlink, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { openSqlite } from '../file/sqlite.js';

const MARK = /^\.[0-9a-f]{8}\.unfinished$/;

export const unfinishedName = (output: string): string => `${output}.${randomBytes(4).toString('hex')}.unfinished`;

export async function removeAbandoned(output: string): Promise<void> {
  const [folder, name] = [dirname(output), basename(output)];
  for (const found of await readdir(folder)) {
    if (!found.startsWith(name) || !MARK.test(found.slice(name.length))) continue;
    if (!(await isBeingWritten(join(folder, found)))) await rm(join(folder, found), { force: true });
  }
}

/** Whether a writer holds the lock on a file. The lock ends with the process of the writer. */
async function isBeingWritten(path: string): Promise<boolean> {
  const database = await openSqlite(path);
  try {
    database.exec('PRAGMA busy_timeout=0');
    database.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (error) {
    return (error as { code?: string }).code === 'SQLITE_BUSY'; // any other error means that no writer uses it
  } finally {
    database.close();
  }
}

/** Resolves links, including links to a file that does not exist yet. */
export async function behindLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    // The target of a link may not exist yet.
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const target = isMissing ? await readlink(path).catch(() => undefined) : undefined;
    return target === undefined ? path : behindLinks(resolve(dirname(path), target));
  }
}
