import { constants } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { plainText } from '../../index.js';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const MOST_BYTES = 2 ** 18;
const DEEPEST = 8;
const MOST_FILES = 500;
const NOT_OURS = new Set(['__pycache__', 'node_modules']);

/** Returns the real path, or undefined if it is outside the folder or does not exist. `folder` must be a real path. */
export async function realInside(folder: string, path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    const way = relative(folder, real);
    return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : real;
  } catch {
    return undefined; // the path does not exist, or its links form a cycle
  }
}

/** Reads a text file inside the folder. The path is resolved on every read, because a link may have changed. */
export async function readInside(folder: string, path: string): Promise<string> {
  const real = await realInside(folder, path);
  if (real === undefined) throw new Error('it leads out of the folder of the skills, or nowhere');
  // Without O_NONBLOCK, opening a named pipe blocks forever.
  const file = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error('it is no file');
    if (stats.size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
    return plainText(new TextDecoder().decode(await file.readFile()), MOST_BYTES);
  } finally {
    await file.close();
  }
}

/**
 * Lists the files below a directory as sorted relative paths with forward slashes. It skips hidden files and links that
 * lead out of the folder.
 */
export async function filesBelow(folder: string, directory: string, depth = 0): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name } = entry;
    if (files.length >= MOST_FILES) break;
    if (name.startsWith('.') || NOT_OURS.has(name) || /\p{Cc}/u.test(name)) continue;
    const path = join(directory, name);
    if (entry.isDirectory()) {
      // Links to directories are not followed, because they can form a cycle.
      const below = depth < DEEPEST ? await filesBelow(folder, path, depth + 1) : [];
      files.push(...below.map((way) => `${name}/${way}`));
    } else if (entry.isFile() || (entry.isSymbolicLink() && (await realInside(folder, path)) !== undefined)) {
      files.push(name);
    }
  }
  return files.slice(0, MOST_FILES);
}
