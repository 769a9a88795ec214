import { lstatSync, readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { attempt, createFile, fileProblem, Mistake, makeFolder, readRegularFile } from '../../util/index.js';
import { type ClassFolder, notebooksOf, timeFolder } from '../assignment/class-folder.js';

export interface Collected {
  /** The stored files, by learner. */
  readonly files: readonly { readonly learner: string; readonly file: string }[];
  /** Files that were not stored, and why. */
  readonly refused: readonly { readonly file: string; readonly reason: string }[];
  /** Learners without any file. */
  readonly missing: readonly string[];
}

/** A notebook of a learner is small: outputs are not needed. */
const MAX_BYTES = 8 * 2 ** 20;
const MAX_DEPTH = 6;
const MAX_FILES = 100_000;

/**
 * Copies the notebooks of learners from a folder to a new folder of the time `at`. A file belongs to the learner whose id
 * is the name of one of its folders, or of the file. Nothing is overwritten, and links are not followed.
 */
export function collect(
  room: ClassFolder,
  name: string,
  from: { readonly folder: string; readonly at: Date },
): Collected {
  const expected = new Set(notebooksOf(room, name).map((path) => basename(path)));
  const refused: { file: string; reason: string }[] = [];
  const found = new Map<string, { readonly learner: string; readonly file: string }>();
  const byId = new Map(room.learners.map(({ id }) => [id.toLowerCase(), id]));
  for (const file of notebooksIn(from.folder, refused)) {
    const learner = learnerOf(relative(from.folder, file), byId);
    // The file `ada.ipynb` is the only notebook of an assignment.
    const own = expected.has(basename(file)) ? basename(file) : expected.size === 1 ? [...expected][0] : undefined;
    if (learner === undefined) refused.push({ file, reason: 'no folder in its path is the id of a learner' });
    else if (own === undefined) refused.push({ file, reason: `${name} has no notebook with this name` });
    else {
      const target = join(room.submitted(learner, name), timeFolder(from.at), own);
      const other = found.get(target);
      if (other) refused.push({ file, reason: `${other.file} is the same notebook of ${learner}` });
      else found.set(target, { learner, file });
    }
  }
  const files = [...found].flatMap(([target, { learner, file }]) => {
    const problem = store(file, target);
    if (problem === undefined) return [{ learner, file: target }];
    refused.push({ file, reason: problem });
    return [];
  });
  const handedIn = new Set(files.map(({ learner }) => learner));
  return { files, refused, missing: room.learners.map(({ id }) => id).filter((id) => !handedIn.has(id)) };
}

function notebooksIn(root: string, refused: { file: string; reason: string }[]): readonly string[] {
  const files: string[] = [];
  const waiting = [{ folder: root, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { folder, depth } = next;
    const names = attempt(() => readdirSync(folder).sort());
    if (!names && folder === root)
      throw new Mistake(`${root} cannot be read. Pass the folder with the work of the learners`);
    for (const name of names ?? []) {
      const file = join(folder, name);
      const about = attempt(() => lstatSync(file));
      if (name.startsWith('.') || !about) continue;
      if (about.isDirectory() && depth < MAX_DEPTH) waiting.push({ folder: file, depth: depth + 1 });
      else if (about.isDirectory()) refused.push({ file, reason: `it is more than ${MAX_DEPTH} folders deep` });
      else if (about.isSymbolicLink()) refused.push({ file, reason: 'it is a link' });
      else if (!name.endsWith('.ipynb')) refused.push({ file, reason: 'it is not a notebook' });
      else if (files.push(file) > MAX_FILES) throw new Mistake(`${root} contains more than ${MAX_FILES} notebooks`);
    }
  }
  return files.sort();
}

/** The learner whose id is the first part of the path that is an id, such as `ada/first.ipynb` or `ada.ipynb`. */
function learnerOf(path: string, byId: ReadonlyMap<string, string>): string | undefined {
  const parts = path.split(sep).map((part) => part.replace(/\.ipynb$/, '').toLowerCase());
  return parts.map((part) => byId.get(part)).find((id) => id !== undefined);
}

function store(file: string, target: string): string | undefined {
  try {
    const bytes = readRegularFile(file, { max: MAX_BYTES, advice: 'Clear its outputs.' });
    makeFolder(join(target, '..'));
    createFile(target, bytes, { mode: 0o644 });
    return undefined;
  } catch (error) {
    return fileProblem(error);
  }
}
