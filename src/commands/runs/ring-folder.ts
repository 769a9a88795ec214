import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { liveTransport, mayBeLoopback, type WireRequest, type WireResponse } from '../../http/index.js';
import { type CheckedDocument, checkDocument, type Ring, type RingOptions, type Sandbox } from '../../sandbox/index.js';
import { UsageError } from '../../util/index.js';
import { documentIn, filesIn } from './check-files.js';
import { locatedProblems } from './located-problems.js';
import { type Replies, readReplies } from './replies.js';
import { namedBy, numberFor, ringIn } from './ring-sandbox.js';

const REPLIES = 'replies.yaml';
/** The name of the document that answers the call. */
const MAIN = /^(?:main|index|document)\.(?:json|ya?ml|xml)$/;
/** The address of the folder. It is reserved (RFC 2606), so no request leaves the process. */
const BASE = 'https://folder.invalid/';

interface Folder {
  readonly name: string;
  /** The name of the document that answers the call. */
  readonly main: string;
  /** The texts of the files, by their path in the folder. */
  readonly texts: ReadonlyMap<string, string>;
  readonly replies: Replies;
}

/** Rings a number that is bound to a document of a folder. The other files, and `replies.yaml`, answer its requests. */
export async function ringFolder(sandbox: Sandbox, name: string, options: RingOptions): Promise<Ring> {
  const folder = await readFolder(name);
  const { main, texts, replies } = folder;
  const network = liveTransport();
  sandbox.webhooks.answerBy({
    reaches: (url) => url.startsWith(BASE) || replies.reaches(url) || isOnThisMachine(url),
    answer: async (_event, request) =>
      replies.answer(request) ?? (isOnThisMachine(request.url) ? network.send(request) : fileOf(folder, request)),
  });
  try {
    const url = BASE + encodeURI(main);
    const call = await ringIn(sandbox, await numberFor(sandbox, url, isXml(texts.get(main) ?? '')), options);
    const requests = call.requests.filter((one, i) => i > 0 || one.url !== url);
    const named = namedBy({ ...call, requests }, [[BASE, '']]);
    const problems = locatedProblems(named, await checkedFiles(folder), named.requests.length === 0);
    return { ...named, route: `document ${join(name, main)}`, problems, unused: [...call.unused, ...replies.unused()] };
  } finally {
    await network.close?.();
  }
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
  const scripted = join(name, REPLIES);
  const text = existsSync(scripted) ? documentIn(scripted) : 'replies: []';
  return { name, main, texts, replies: await readReplies(text, scripted, BASE) };
}

/** The documents of the folder with what the check finds, the main document first. */
async function checkedFiles({ name, main, texts }: Folder): Promise<[string, CheckedDocument][]> {
  const paths = [main, ...[...texts.keys()].filter((path) => path !== main)];
  const all = await Promise.all(
    paths.map(async (path) => [join(name, path), await checkDocument(texts.get(path) ?? '')] as const),
  );
  return all.filter(([, { isDocument }], i) => i === 0 || isDocument).map(([file, checked]) => [file, checked]);
}

/** The response of the folder: a file of it, or status 404. */
function fileOf({ texts }: Folder, { url }: WireRequest): WireResponse {
  const path = decodeURI(new URL(url).pathname).slice(1);
  const text = texts.get(path);
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
