import { readdir, readlink, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isRunning, ownerIn, processMark } from '../../util/index.js';
import { openSqlite } from '../file/sqlite.js';

const ENDING = 'unfinished';
/** The process is unknown in a name of an earlier version, or of another machine. */
const MARK = /^\.(?:[0-9a-f]{8}|[0-9a-f]{8}-\d+-[0-9a-f]{16})\.unfinished$/;

export const unfinishedName = (output: string): string => `${output}.${processMark()}.${ENDING}`;

/** Removes the files of writers that were killed. */
export async function removeAbandoned(output: string): Promise<void> {
  const [folder, name] = [dirname(output), basename(output)];
  for (const found of await readdir(folder)) {
    if (!found.startsWith(name) || !MARK.test(found.slice(name.length))) continue;
    const pid = ownerIn(found, ENDING);
    // A file has no lock yet at the moment when its writer creates it.
    const isUsed = pid === undefined ? await isBeingWritten(join(folder, found)) : isRunning(pid);
    if (!isUsed) await rm(join(folder, found), { force: true });
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
