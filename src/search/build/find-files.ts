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

/** Returns the files of a folder that have one of the types, sorted by name. Links are not followed. */
export async function findFiles(
  source: string,
  { types, exclude }: { types: readonly string[]; exclude: readonly string[] },
): Promise<FoundFile[]> {
  const folder = await folderAt(source);
  const isExcluded = globMatcher(exclude);
  const found: FoundFile[] = [];
  const visit = async (path: string, prefix: string): Promise<void> => {
    const entries = await readdir(path, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = `${prefix}${entry.name}`;
      // Skip a directory if everything in it is excluded.
      if (isExcluded(name) || (entry.isDirectory() && isExcluded(`${name}/x`))) continue;
      if (entry.isDirectory() && !entry.name.startsWith('.')) await visit(join(path, entry.name), `${name}/`);
      const type = typeOfFile(entry.name);
      if (entry.isFile() && types.includes(type)) found.push({ path: join(path, entry.name), name, type });
    }
  };
  await visit(folder, '');
  return found;
}

/** Returns the real path of a folder. */
export async function folderAt(source: string): Promise<string> {
  const folder = await realpath(source).catch(() => undefined);
  if (folder !== undefined && (await stat(folder)).isDirectory()) return folder;
  throw new TypeError(`the folder ${source} does not exist`);
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
