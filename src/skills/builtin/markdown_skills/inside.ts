import { constants } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { plainText } from '../../index.js';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const MAX_BYTES = 2 ** 18;
const MAX_DEPTH = 8;
const MAX_FILES = 500;
const SKIPPED = new Set(['__pycache__', 'node_modules']);

/** Returns the real path, or undefined if it is outside the folder or does not exist. `folder` must be a real path. */
export async function realInside(folder: string, path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    const inside = relative(folder, real);
    return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? undefined : real;
  } catch {
    return undefined; // the path does not exist, or its links form a cycle
  }
}

/** Reads a text file inside the folder. The path is resolved on every read, because a link may have changed. */
export async function readInside(folder: string, path: string): Promise<string> {
  const real = await realInside(folder, path);
  if (real === undefined) throw new Error('the path is outside the folder of the skills, or does not exist');
  // Without O_NONBLOCK, opening a named pipe blocks forever.
  const file = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error('it is not a file');
    if (stats.size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
    return plainText(new TextDecoder().decode(await file.readFile()), MAX_BYTES);
  } finally {
    await file.close();
  }
}

/** Lists the files below a directory as sorted relative paths, without hidden files and links to the outside. */
export async function filesBelow(folder: string, directory: string, depth = 0): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name } = entry;
    if (files.length >= MAX_FILES) break;
    if (name.startsWith('.') || SKIPPED.has(name) || /\p{Cc}/u.test(name)) continue;
    const path = join(directory, name);
    if (entry.isDirectory()) {
      // Links to directories are not followed, because they can form a cycle.
      const below = depth < MAX_DEPTH ? await filesBelow(folder, path, depth + 1) : [];
      files.push(...below.map((file) => `${name}/${file}`));
    } else if (entry.isFile() || (entry.isSymbolicLink() && (await realInside(folder, path)) !== undefined)) {
      files.push(name);
    }
  }
  return files.slice(0, MAX_FILES);
}
