import { requestOf } from '../draft-request.js';
import type { Importer, ReadInput } from '../found-request.js';
import { LeftOutCredentials } from '../left-out-credentials.js';
import { fillVariables } from './fill-variables.js';

const METHOD = /^(?:get|post|put|patch|delete|head|options)$/;
/** The first line of a block: `body:json {`. */
const OPENING = /^([a-z][\w-]*(?::[\w-]+)*) *(\{|\[) *$/;

/** Reads a `.bru` file of Bruno: one request in blocks. */
export const bruno: Importer = {
  name: 'bruno',
  title: 'a Bruno request',
  isStructured: true,
  summary: '.bru files of Bruno',
  accepts: (text, file) =>
    /\.bru$/i.test(file) ||
    (/^meta *\{ *$/m.test(text) && /^(?:get|post|put|patch|delete|head|options) *\{ *$/m.test(text)),
  read: readBruno,
};

/** The lines of each block, by name, without their indentation. */
type Blocks = ReadonlyMap<string, readonly string[]>;

function readBruno(text: string, file: string): ReadInput {
  const { blocks, problems } = blocksIn(text, file);
  const credentials = new LeftOutCredentials();
  const method = [...blocks.keys()].find((name) => METHOD.test(name));
  if (method === undefined) {
    const what = blocks.has('vars') ? 'is an environment, not a request' : 'has no request';
    return { requests: [], problems: [...problems, `${file} ${what}`], credentials: credentials.values };
  }
  const variables = new Map(pairsIn(blocks, 'vars:pre-request'));
  const pairs = (name: string) =>
    pairsIn(blocks, name).map(([key, value]): [string, string] => [key, fillVariables(value, variables)]);
  const own = new Map(pairs(method));
  for (const [name, value] of pairs('headers')) credentials.header(name, value);
  const basic = new Map(pairs('auth:basic'));
  if (basic.get('password')) credentials.login(`${basic.get('username') ?? ''}:${basic.get('password')}`);
  for (const [block, key] of [
    ['auth:bearer', 'token'],
    ['auth:apikey', 'value'],
  ] as const)
    credentials.header('authorization', new Map(pairs(block)).get(key) ?? '');
  const place = `${file}, ${new Map(pairs('meta')).get('name') ?? 'the request'}`;
  const request = requestOf(
    {
      place,
      method,
      address: addressOf(own.get('url') ?? '', pairs('params:path'), [...pairs('params:query'), ...pairs('query')]),
      ...bodyOf(own.get('body') ?? '', blocks, pairs, (one) => fillVariables(one, variables)),
    },
    credentials,
  );
  const notes = notRead(own.get('body') ?? '', blocks).map((reason) => `${file}: ${reason}`);
  return {
    requests: request ? [request] : [],
    problems: [...problems, ...notes, ...(request ? [] : [`${place} has no HTTP URL`])],
    credentials: credentials.values,
  };
}

/** A block begins with a line such as `headers {` and ends with the next `}` in the first column. */
function blocksIn(text: string, file: string): { readonly blocks: Blocks; readonly problems: readonly string[] } {
  const blocks = new Map<string, string[]>();
  const problems: string[] = [];
  let open: { readonly name: string; readonly end: string; readonly lines: string[] } | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (open && line.trimEnd() === open.end) open = undefined;
    else if (open) open.lines.push(line.replace(/^ {1,2}|^\t/, ''));
    else if (OPENING.test(line)) {
      const [, name = '', bracket] = OPENING.exec(line) ?? [];
      open = { name, end: bracket === '[' ? ']' : '}', lines: [] };
      blocks.set(name, open.lines);
    } else if (line.trim() !== '') problems.push(`${file}, line ${index + 1} is in no block, and was not read`);
  }
  if (open) problems.push(`${file}: the block ${open.name} has no end`);
  return { blocks, problems };
}

/** The `name: value` lines of a block. A name after `~` is switched off. */
function pairsIn(blocks: Blocks, name: string): [string, string][] {
  const lines = blocks.get(name) ?? [];
  const pairs: [string, string][] = [];
  for (let index = 0; index < lines.length; index++) {
    const [, key, plain, first = ''] =
      /^\s*(?:"((?:[^"\\]|\\.)*)"|([^:\s][^:]*?))\s*:\s?(.*)$/.exec(lines[index] ?? '') ?? [];
    const found = key?.replace(/\\(.)/g, '$1') ?? plain;
    if (found === undefined) continue;
    let value = first.trim();
    if (value.startsWith("'''") && !/'''.*'''/.test(value)) {
      const end = lines.findIndex((line, other) => other > index && line.includes("'''"));
      const more = lines.slice(index + 1, end < 0 ? undefined : end + 1);
      value = [value, ...more.map((line) => line.replace(/^ {1,2}/, ''))].join('\n');
      index = end < 0 ? lines.length : end;
    }
    if (!found.startsWith('~')) pairs.push([found, value.replace(/^'''\n?([\s\S]*?)\n?\s*'''.*$/, '$1')]);
  }
  return pairs;
}

/** The URL has the query already. Older files have it in a block alone. */
function addressOf(url: string, path: readonly [string, string][], query: [string, string][]): string {
  const values = new Map(path);
  const filled = url.replace(/(?<=\/):([\w-]+)/g, (all, name: string) => {
    const value = values.get(name);
    return value === undefined ? all : encodeURIComponent(value);
  });
  return filled.includes('?') || query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`;
}

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  text: 'text/plain',
  xml: 'application/xml',
};

function bodyOf(
  mode: string,
  blocks: Blocks,
  pairs: (name: string) => [string, string][],
  fill: (text: string) => string,
): { readonly sent?: string; readonly type?: string } {
  if (isForm(mode)) return { sent: `${new URLSearchParams(pairs('body:form-urlencoded'))}`, type: FORM };
  const type = TYPES[mode];
  const lines = blocks.get(`body:${mode}`) ?? (mode === 'json' ? blocks.get('body') : undefined);
  return type === undefined || !lines ? {} : { sent: fill(lines.join('\n').trim()), type };
}

const FORM = 'application/x-www-form-urlencoded';
const isForm = (mode: string) => /^form-?url-?encoded$/i.test(mode);

/** What Bruno does with a request and an import does not. */
function notRead(mode: string, blocks: Blocks): string[] {
  const isKnown = mode === '' || mode === 'none' || isForm(mode) || TYPES[mode] !== undefined;
  return [
    ...(isKnown ? [] : [`a body of the kind ${mode} was not read`]),
    ...(blocks.has('script:pre-request') ? ['the script that Bruno runs before the request was not run'] : []),
    ...(blocks.has('example') ? ['the saved examples were not read'] : []),
  ];
}
