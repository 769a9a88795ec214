import { readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { attempt, beginReplacement, fileProblem, Mistake, makeFolder, type Replacement } from '../../util/index.js';
import { plain } from '../format/cassette-error.js';

export interface Target {
  readonly name: string;
  /** The file after resolving links, because replacing a link would leave its target unchanged. */
  readonly file: string;
  readonly about: Stats | undefined;
}

/** Writing to a pipe would block, and a device would get the mode of a recording. */
export function targetOf(name: string): Target {
  const about = statOf(name);
  if (about?.isDirectory()) throw mistake(`${name} is a folder. Give a file name, such as ${join(name, 'story.yaml')}`);
  if (about && !about.isFile()) throw mistake(`${name} is not a regular file. Choose another name`);
  return { name, file: about ? realpathSync(name) : behindLinks(name), about };
}

function behindLinks(name: string): string {
  let file = name;
  for (let links = 0; links < MAX_LINKS; links++) {
    const link = file;
    // Not a link, or not found. Writing the file reports any other problem.
    const to = attempt(() => readlinkSync(link));
    if (to === undefined) break;
    file = resolve(dirname(link), to);
  }
  return file;
}

const MAX_LINKS = 40;

/** Another command may be writing the same file. A session that records into it takes longer than this. */
export const SHORT_WAIT = { waitMs: 1000 };

/** Creates the folder of a target. The error names the folder or file that is in the way. */
export function makeTargetFolder({ name, file }: Target): void {
  try {
    makeFolder(dirname(file));
  } catch (cause) {
    const { path } = cause as NodeJS.ErrnoException;
    throw mistake(`${name} cannot be written: the folder ${path} cannot be created: ${fileProblem(cause)}`, cause);
  }
}

/** Undefined if the path does not exist. Throws if it cannot be accessed. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw notWritable(path, cause);
  }
}

export const notWritable = (name: string, cause: unknown): Mistake =>
  mistake(`${name} cannot be written: ${fileProblem(cause)}`, cause);

export const mistake = (words: string, cause?: unknown): Mistake =>
  new Mistake(plain(words), cause === undefined ? undefined : { cause });

/** Warns about other hard links to a file. When the file is replaced, they still lead to the old content. */
export function otherNames({ name, about }: Target): string[] {
  if (!about || about.nlink < 2) return [];
  return [plain(`${name} has another name on this disk (a hard link). That name still has the old contents`)];
}

/** New content for a file, written to a temporary file next to it. The file does not change until `commit`. */
export type Draft = Replacement;

/** Readable only by its owner until `commit`. Default of `mode`: that of the file that it replaces. */
export function draftOf({ name, file }: Target, options: { readonly mode?: number } = {}): Draft {
  const orNotWritable = <T>(work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      throw notWritable(name, cause);
    }
  };
  const replacement = orNotWritable(() => beginReplacement(file, options));
  return {
    ...replacement,
    write: (content) => orNotWritable(() => replacement.write(content)),
    close: () => orNotWritable(() => replacement.close()),
    commit: () => orNotWritable(() => replacement.commit()),
    commitNew() {
      try {
        replacement.commitNew();
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw notWritable(name, cause);
        throw mistake(`${name} exists. Choose another name`, cause);
      }
    },
  };
}
