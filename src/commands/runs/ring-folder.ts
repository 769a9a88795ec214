import { statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { isRecordingText } from '../../cassette/index.js';
import { liveTransport, mayBeLoopback, type WireRequest, type WireResponse } from '../../http/index.js';
import {
  type CheckedDocument,
  checkDocument,
  type Replies,
  type Ring,
  type RingOptions,
  type Sandbox,
} from '../../sandbox/index.js';
import { nearest, UsageError } from '../../util/index.js';
import { documentIn, filesIn, recordingNotDocument } from './documents/document-files.js';
import { FOLDER_URL, fileIn, pathOf, REPLIES, repliesIn, urlOf } from './documents/folder-server.js';
import { locatedProblems } from './documents/located-problems.js';
import { withMissingFiles } from './documents/missing-files.js';
import { namedBy, numberFor, ringIn } from './ring-sandbox.js';

/** The name of the document that answers the call. */
const MAIN = /^(?:main|index|document)\.(?:json|ya?ml|xml)$/;
/** The documents of a call, and what servers answer. */
export interface Folder {
  readonly name: string;
  /** The name of the document that answers the call. */
  readonly main: string;
  /** The texts of its documents, by their path in the folder. */
  readonly texts: ReadonlyMap<string, string>;
  readonly replies: Replies;
}

/** Rings a number that is bound to a document of a folder. The other files, and `replies.yaml`, answer its requests. */
export async function ringFolder(sandbox: Sandbox, folder: Folder, options: RingOptions): Promise<Ring> {
  const checked = await checkedFiles(folder);
  const bound = await bindFolder(sandbox, folder);
  try {
    const call = await ringBound(sandbox, bound, options);
    const problems = locatedProblems(call, checked);
    const unused = [...call.unused, ...folder.replies.unused()];
    return { ...call, route: `document ${join(folder.name, folder.main)}`, problems, unused };
  } finally {
    await bound.close();
  }
}

/** A number of the sandbox that runs the main document of a folder. */
interface BoundFolder {
  readonly number: string;
  /** The URL of the main document. */
  readonly url: string;
  /** What answers in the folder: its files, and the paths of its replies. */
  readonly paths: readonly string[];
  close(): Promise<void>;
}

/** Binds a number of the sandbox to the main document, and lets the folder answer the requests of its documents. */
export async function bindFolder(sandbox: Sandbox, folder: Folder): Promise<BoundFolder> {
  const { main, texts, replies } = folder;
  const network = liveTransport();
  sandbox.webhooks.answerBy({
    reaches: (url) => url.startsWith(FOLDER_URL) || replies.reaches(url) || isOnThisMachine(url),
    receives: (url) => replies.reaches(url) || isOnThisMachine(url),
    answer: async (_event, request) =>
      replies.answer(request) ?? (isOnThisMachine(request.url) ? network.send(request) : fileOf(folder, request)),
  });
  const url = urlOf(main);
  const number = await numberFor(sandbox, url, isXml(texts.get(main) ?? ''));
  const replied = replies.replies.map((one) => one.url.replace(/^\//, '')).filter((path) => !URL.canParse(path));
  const paths = [...texts.keys(), ...replied];
  return { number, url, paths, close: async () => network.close?.() };
}

/** Rings the number of a folder. URLs of the folder are relative in the result, and its own document is left out. */
export async function ringBound(
  sandbox: Sandbox,
  { number, url, paths }: Omit<BoundFolder, 'close'>,
  options: RingOptions,
): Promise<Ring> {
  const call = await ringIn(sandbox, number, options);
  const requests = call.requests.filter((one, i) => i > 0 || one.url !== url);
  const named = namedBy({ ...call, requests }, [[FOLDER_URL, '']]);
  return { ...named, problems: named.problems.map((one) => withSuggestion(one, paths)) };
}

/** A path that the folder does not have is probably a typo of another one. */
function withSuggestion(problem: string, paths: readonly string[]): string {
  const [, path] = /(?:^|\s)(\S+): the response status is 404$/.exec(problem) ?? [];
  const meant = path === undefined || paths.includes(path) ? undefined : nearest(path, paths);
  return meant === undefined ? problem : `${problem}. Did you mean ${meant}?`;
}

/** The folder at a path. Of a file, it is the file and those to which its links lead, one after the other. */
export const folderAt = (path: string): Promise<Folder> =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ? readFolder(path) : folderOfFile(path);

async function folderOfFile(file: string): Promise<Folder> {
  const [name, main] = [dirname(file), basename(file)];
  const text = documentIn(file);
  if (isRecordingText(text)) throw new UsageError(recordingNotDocument(file));
  const texts = new Map([[main, text]]);
  for (const [path, text] of texts) {
    for (const { url } of (await checkDocument(text)).links) {
      const linked = fileIn(name, pathOf(url, path));
      if (linked !== undefined) texts.set(pathOf(url, path), linked);
    }
  }
  return { name, main, texts, replies: await repliesIn(name) };
}

async function readFolder(name: string): Promise<Folder> {
  const texts = new Map<string, string>();
  for (const file of filesIn(name)) {
    const path = relative(name, file).split(sep).join('/');
    if (path !== REPLIES) texts.set(path, documentIn(file));
  }
  const [main, ...others] = [...texts.keys()].filter((path) => MAIN.test(path));
  if (main === undefined || others.length > 0)
    throw new UsageError(
      `${name} must have one document with the name main, index or document, such as main.yaml${others.length > 0 ? `; it has ${[main, ...others].join(', ')}` : ''}`,
    );
  return { name, main, texts, replies: await repliesIn(name) };
}

/** The documents of the folder with what the check finds, the main document first. */
export async function checkedFiles({ name, main, texts }: Folder): Promise<CheckedFile[]> {
  const paths = [main, ...[...texts.keys()].filter((path) => path !== main)];
  const all = await Promise.all(
    paths.map(async (path) => ({
      url: urlOf(path),
      file: join(name, path),
      checked: await withMissingFiles(await checkDocument(texts.get(path) ?? ''), name, path),
    })),
  );
  return all.filter(({ checked: { isDocument } }, i) => i === 0 || isDocument);
}

export interface CheckedFile {
  /** The URL at which calls request it. */
  readonly url: string;
  /** Its name for the user. */
  readonly file: string;
  readonly checked: CheckedDocument;
}

/** The response of the folder: a file of it, or status 404. */
function fileOf({ name, texts }: Folder, { url }: WireRequest): WireResponse {
  const path = pathOf(url);
  const text = texts.get(path) ?? fileIn(name, path);
  if (text === undefined)
    return {
      status: 404,
      headers: {},
      body: Buffer.from(`The folder has no ${path}, and ${REPLIES} no reply that fits.`),
    };
  const type = isXml(text) ? 'application/xml' : path.endsWith('.json') ? 'application/json' : 'application/yaml';
  return { status: 200, headers: { 'content-type': type }, body: Buffer.from(text) };
}

const isXml = (text: string): boolean => /^\s*</.test(text);

const isOnThisMachine = (url: string): boolean => URL.canParse(url) && mayBeLoopback(new URL(url).hostname);
