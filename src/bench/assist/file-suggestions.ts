import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Suggestion } from '../../assist/index.js';
import { pathAliases } from '../../eval/index.js';

const MAX_FILES = 200;

/** The names of files that `.load` runs. */
export const CODE = /\.(?:[cm]?[jt]s|tsx|jsx|md|ipynb)$/i;
export const RECORDING = /\.(?:ya?ml|ndjson)$/i;

/** Returns the folders and matching files whose path starts with `typed`. Reads names only. */
export async function filesFor(typed = '', type = /^/): Promise<Suggestion[]> {
  const base = typed.slice(0, typed.lastIndexOf('/') + 1);
  const prefix = typed.slice(base.length);
  const folder = base.startsWith('~/') ? join(homedir(), base.slice(2)) : base || '.';
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter(({ name }) => (prefix.startsWith('.') || !name.startsWith('.')) && name.startsWith(prefix))
      .filter((entry) => type.test(entry.name) || entry.isDirectory())
      .slice(0, MAX_FILES)
      .map((entry) => ({ text: base + entry.name + (entry.isDirectory() ? '/' : ''), kind: 'file' }));
  } catch {
    return []; // the folder does not exist or cannot be read
  }
}

const TYPESCRIPT = /\.[cm]?tsx?$/;

/** Returns the names that `paths` of the tsconfig.json maps to files and that start with `typed`: `@/lib/one`. */
export async function mappedNames(typed: string, directory = process.cwd()): Promise<Suggestion[]> {
  const found = pathAliases(directory).map(async ({ prefix, isWhole, targets }): Promise<Suggestion[]> => {
    if (prefix === '') return [];
    if (isWhole || !typed.startsWith(prefix)) return prefix.startsWith(typed) ? [{ text: prefix, kind: 'file' }] : [];
    const files = await Promise.all(targets.map((target) => filesIn(target, typed.slice(prefix.length))));
    return files.flat().map(({ text, ...more }) => ({ ...more, text: prefix + text.replace(TYPESCRIPT, '') }));
  });
  return (await Promise.all(found)).flat();
}

const filesIn = async (folder: string, typed: string): Promise<Suggestion[]> =>
  (await filesFor(`${folder}/${typed}`)).map((one) => ({ ...one, text: one.text.slice(folder.length + 1) }));

/** Replaces the `~/` at the start of a path, which completion offers too. */
export const fromHome = (file: string): string => file.replace(/^~(?=\/)/, homedir());
