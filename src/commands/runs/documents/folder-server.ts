import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type Replies, readReplies } from '../../../sandbox/index.js';
import { attempt } from '../../../util/index.js';
import { documentIn } from './document-files.js';

// A folder of documents as the server of a call: its files answer relative URLs, and `replies.yaml` other requests.

export const REPLIES = 'replies.yaml';
/** The address of the folder. It is reserved (RFC 2606), so no request leaves the process. */
export const FOLDER_URL = 'https://folder.invalid/';

/** The URL of a file of the folder. */
export const urlOf = (path: string): string => FOLDER_URL + encodeURI(path);

/** The path of a file of the folder that a URL names, which may be relative to that of a file. */
export function pathOf(url: string, from = ''): string {
  const path = new URL(url, urlOf(from)).pathname.slice(1);
  return attempt(() => decodeURI(path)) ?? path;
}

/** The scripted replies of a folder. */
export async function repliesIn(folder: string): Promise<Replies> {
  const file = join(folder, REPLIES);
  return readReplies(existsSync(file) ? documentIn(file) : 'replies: []', file, FOLDER_URL);
}

/** Reads a file in a folder, or below it. */
export function fileIn(folder: string, path: string): string | undefined {
  const name = resolve(folder, path);
  const isInside = !/^(?:\.\.(?:[/\\]|$)|\/|[A-Z]:)/i.test(relative(resolve(folder), name));
  return isInside && existsSync(name) ? documentIn(name) : undefined;
}

/** The paths of the files beside a path of a folder. */
export function pathsBeside(folder: string, path: string): string[] {
  const before = path.slice(0, path.lastIndexOf('/') + 1);
  return (attempt(() => readdirSync(join(folder, before))) ?? []).map((name) => before + name);
}
