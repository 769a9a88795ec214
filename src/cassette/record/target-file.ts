import { mkdirSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { getSystemErrorMap } from 'node:util';
import { Mistake } from '../../util/index.js';
import { plain } from '../format/cassette-error.js';

/** What a name leads to when a cassette is to be written under it. */
export interface Target {
  readonly name: string;
  /** The file behind any links: who replaces a link leaves what it led to as it was. */
  readonly file: string;
  /** Undefined where nothing is yet. */
  readonly about: Stats | undefined;
}

/** A regular file, or a place for one. Everything else is refused: a pipe would wait, a device would take its rights. */
export function targetOf(name: string): Target {
  const about = statOf(name);
  if (about?.isDirectory())
    throw mistake(`${name} is a folder; a recording is a file, such as ${join(name, 'story.yaml')}`);
  if (about && !about.isFile())
    throw mistake(`${name} is no regular file, and a recording goes into nothing else; give another name`);
  return { name, file: about ? realpathSync(name) : behindLinks(name), about };
}

/** Where links lead whose file is not there yet. */
function behindLinks(name: string): string {
  let file = name;
  for (let links = 0; links < MOST_LINKS; links++) {
    const to = linkAt(file);
    if (to === undefined) break;
    file = resolve(dirname(file), to);
  }
  return file;
}

const MOST_LINKS = 40;

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    // Not a link, or not there at all: whatever is wrong is found when it is written.
    return undefined;
  }
}

/** Makes what is missing of a folder. Node's own way never comes to its end where nothing can be made, such as in /proc. */
export function makeFolder(folder: string, name: string): void {
  const about = statOf(folder);
  if (about?.isDirectory()) return;
  if (about) throw mistake(`${name} cannot be written: ${folder} is a file, not a folder`);
  if (dirname(folder) !== folder) makeFolder(dirname(folder), name);
  try {
    mkdirSync(folder);
  } catch (cause) {
    // Somebody else may have made it just now.
    if (statOf(folder)?.isDirectory()) return;
    throw mistake(`${name} cannot be written: the folder ${folder} cannot be made: ${reasonOf(cause)}`, cause);
  }
}

/** Of what stands behind a file's name nothing is said: it may be there, or be out of our sight. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw notWritable(path, cause);
  }
}

/** Why, in words: the system's own, without its call. */
const reasonOf = (cause: unknown): string => {
  const { errno, message } = cause as NodeJS.ErrnoException;
  return getSystemErrorMap().get(errno ?? 0)?.[1] ?? message;
};

export const notWritable = (name: string, cause: unknown): Mistake =>
  mistake(`${name} cannot be written: ${reasonOf(cause)}`, cause);

export const mistake = (words: string, cause?: unknown): Mistake =>
  new Mistake(plain(words), cause === undefined ? undefined : { cause });

/** Names of one file beside each other: what replaces it under one leaves the others with what was there before. */
export function otherNames({ name, about }: Target): string[] {
  if (!about || about.nlink < 2) return [];
  return [plain(`${name} has another name on this disk (a hard link), which still leads to what was there before`)];
}
