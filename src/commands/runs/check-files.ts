import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type CheckedProblem, checkDocument } from '../../sandbox/index.js';
import { fileProblem, readRegularFile, UsageError } from '../../util/index.js';

/** A problem of a document in a file. */
export interface FileProblem extends CheckedProblem {
  readonly file: string;
  /** The line of the file. */
  readonly source: string;
}

export interface CheckedFiles {
  /** The documents that were checked. */
  readonly files: readonly string[];
  readonly problems: readonly FileProblem[];
}

const EXTENSIONS = new Set(['.json', '.yaml', '.yml', '.xml']);
const MAX_FILES = 1000;

/** Checks files, and the documents among the files of folders. */
export async function checkFiles(names: readonly string[]): Promise<CheckedFiles> {
  const files: string[] = [];
  const problems: FileProblem[] = [];
  for (const name of names) {
    const isFolder = statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
    const checked: string[] = [];
    for (const file of isFolder ? filesIn(name) : [name]) {
      const text = documentIn(file);
      const result = await checkDocument(text);
      // A folder may contain other files.
      if (isFolder && !result.isDocument) continue;
      checked.push(file);
      const lines = text.split('\n');
      for (const one of result.problems) problems.push({ file, ...one, source: (lines[one.line - 1] ?? '').trimEnd() });
    }
    if (checked.length === 0)
      throw new UsageError(`${name} has no call documents: files in JSON, YAML or XML with sections or <Response>`);
    files.push(...checked);
  }
  return { files, problems };
}

/** The files that can contain documents, except in hidden folders and in node_modules. Links are not followed. */
export function filesIn(folder: string): string[] {
  const found: string[] = [];
  for (const inside of foldersIn(folder)) {
    for (const entry of entriesOf(inside))
      if (entry.isFile() && EXTENSIONS.has(extname(entry.name).toLowerCase())) found.push(join(inside, entry.name));
    if (found.length > MAX_FILES)
      throw new UsageError(`${folder} has more than ${MAX_FILES} files in JSON, YAML or XML: name a smaller folder`);
  }
  return found;
}

/** A folder and those in it, without `node_modules` and hidden ones. */
export function* foldersIn(folder: string): Generator<string> {
  const folders = [folder];
  for (const inside of folders) {
    yield inside;
    for (const entry of entriesOf(inside))
      if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
        folders.push(join(inside, entry.name));
  }
}

const entriesOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));

/** Reads the text of a document. */
export function documentIn(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readRegularFile(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${fileProblem(error)}`);
  }
  const text = bytes.toString();
  if (text.trim() === '') throw new UsageError(`${file} is empty`);
  if (bytes.includes(0)) throw new UsageError(`${file} is not text in UTF-8: save it as UTF-8`);
  return text;
}
