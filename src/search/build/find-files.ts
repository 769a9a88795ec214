import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { linearPattern } from '../../util/index.js';
import { typeOfFile } from '../chunks/index.js';

export interface FoundFile {
  readonly path: string;
  /** Path relative to the indexed folder, with forward slashes. */
  readonly name: string;
  readonly type: string;
}

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** The names of the files that have another type. Without hidden files and indexes. */
  readonly others: readonly string[];
}

/** Returns the files of a folder that have one of the types, sorted by name. Links are not followed. */
export async function findFiles(
  source: string,
  { types, exclude }: { types: readonly string[]; exclude: readonly string[] },
): Promise<FoundFiles> {
  const folder = await folderAt(source);
  const isExcluded = globMatcher(exclude);
  const files: FoundFile[] = [];
  const others: string[] = [];
  const visit = async (path: string, prefix: string): Promise<void> => {
    const entries = await readdir(path, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = `${prefix}${entry.name}`;
      // Skip a directory if everything in it is excluded.
      if (isExcluded(name) || (entry.isDirectory() && isExcluded(`${name}/x`))) continue;
      if (entry.isDirectory() && !entry.name.startsWith('.')) await visit(join(path, entry.name), `${name}/`);
      const type = typeOfFile(entry.name);
      if (entry.isFile() && types.includes(type)) files.push({ path: join(path, entry.name), name, type });
      else if (entry.isFile() && !/^\.|\.swsearch$/.test(entry.name)) others.push(name);
    }
  };
  await visit(folder, '');
  if (files.length === 0)
    throw new TypeError(`the folder ${source} contains no files of the types ${types.join(', ')}`);
  return { files, others };
}

/** Returns the real path of a folder. */
async function folderAt(source: string): Promise<string> {
  const folder = await realpath(source).catch(() => undefined);
  if (folder === undefined) throw new TypeError(`the folder ${source} does not exist`);
  if ((await stat(folder)).isDirectory()) return folder;
  throw new TypeError(`${source} is a file, not a folder`);
}

/** Matches paths with forward slashes: `*` within a name, `**` any number of folders, `?` one character. */
export function globMatcher(patterns: readonly string[]): (path: string) => boolean {
  const matchers = patterns.map((pattern) => {
    const expression = expressionOf(pattern);
    // A backtracking RegExp with several `*` is extremely slow on a long name.
    return linearPattern(expression) ?? ((path: string) => expression.test(path));
  });
  return (path) => matchers.some((fits) => fits(path));
}

function expressionOf(pattern: string): RegExp {
  const parts = pattern.replaceAll('\\', '/').match(/\*\*\/|\/\*\*$|\*+|\?|[^*?]+?(?=\/\*\*$|\*|\?|$)/g) ?? [];
  const source = parts.map((part) => {
    if (part === '**/') return '(?:[^/]+/)*';
    if (part === '/**') return '(?:/.*)?';
    if (part.startsWith('*')) return part === '*' ? '[^/]*' : '.*';
    return part === '?' ? '[^/]' : part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`, 'u');
}
