import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  attempt,
  fileInShell,
  fileProblem,
  Mistake,
  makeFolder,
  packageRoot,
  readRegularFile,
  replaceFile,
} from '../../util/index.js';
import { FAILED, FINE } from '../exit-codes.js';
import { writeErr, writeOut } from '../output.js';

/** A lesson finds its recording at `../fixtures/notebooks`, so both folders keep their relative paths. */
const PARTS = ['notebooks', join('fixtures', 'notebooks')];

interface Options {
  readonly force?: boolean;
}

/** Copies the lessons and their recordings into a folder. If the user has changed one of the files, copies nothing. */
export function copyNotebooks(folder: string, { force = false }: Options = {}): number {
  const files = PARTS.flatMap((part) =>
    readdirSync(join(packageRoot(), part))
      .filter((name) => /\.(ipynb|yaml)$/.test(name))
      .map((name) => ({ from: join(packageRoot(), part, name), to: join(folder, part, name) })),
  );
  const changed = force ? [] : files.filter(({ from, to }) => existsSync(to) && !isSame(to, from));
  if (changed.length > 0) {
    const names = changed.map(({ to }) => relative('.', to)).join(', ');
    writeErr(`patchbay: nothing was copied, because you changed these files: ${names}\n`);
    writeErr('Choose another folder, or overwrite them with --force.\n');
    return FAILED;
  }
  for (const { from, to } of files) copy(from, to);
  const lessons = files.filter(({ to }) => to.endsWith('.ipynb'));
  const first = lessons[0]?.to ?? '';
  writeOut(`${lessons.length} notebooks in ${join(folder, 'notebooks')}, with their recordings.
Run a lesson:     patchbay notebook run ${fileInShell(first)}
Open in Jupyter:  patchbay kernel install, then jupyter notebook ${fileInShell(first)}
`);
  return FINE;
}

/** The user may have put anything under this name, such as a pipe. */
const isSame = (to: string, from: string): boolean =>
  attempt(() => readRegularFile(to).equals(readFileSync(from))) ?? false;

function copy(from: string, to: string): void {
  const contents = readFileSync(from);
  try {
    makeFolder(dirname(to));
    // `copyFile` would also copy the mode, and a copy from a read-only package would not be writable.
    replaceFile(to, contents, existsSync(to) ? {} : { mode: 0o666 & ~process.umask() });
  } catch (cause) {
    throw new Mistake(`${to} cannot be written: ${fileProblem(cause)}. Choose another folder`, { cause });
  }
}
