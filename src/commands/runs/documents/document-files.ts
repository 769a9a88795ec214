import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileProblem, readRegularFile, UsageError } from '../../../util/index.js';

const EXTENSIONS = new Set(['.json', '.yaml', '.yml', '.xml']);
const MAX_FILES = 1000;

/** Whether a name is that of a file in JSON, YAML or XML. */
export const isDocumentName = (name: string): boolean => EXTENSIONS.has(extname(name).toLowerCase());

/** The files that can contain documents, except in hidden folders and in node_modules. Links are not followed. */
export function filesIn(folder: string): string[] {
  const found: string[] = [];
  for (const inside of foldersIn(folder)) {
    for (const entry of entriesOf(inside))
      if (entry.isFile() && isDocumentName(entry.name)) found.push(join(inside, entry.name));
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

/** A recording is in YAML too. */
export const recordingNotDocument = (file: string): string =>
  `${file} is a recording of requests, not a call document. The command explain reads it`;

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
