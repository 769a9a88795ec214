import { type CassetteEntry, type RecordedBody, textOf } from '../../cassette/index.js';
import { formPairs, isPlain, valuesByName } from '../../util/index.js';
import { bodyJson } from '../body-json.js';
import { bodyValue, type Path } from '../links/links.js';
import { type Exchange, pathOf } from '../replay/align.js';
import { differences } from '../replay/compare.js';

/** A request of both recordings, or of one of them. The ids of the bad one are those of the good one. */
export interface Item {
  readonly good: Exchange | undefined;
  readonly bad: Exchange | undefined;
}

/** A difference between the two sides of an item. */
export interface Found {
  readonly part: 'added' | 'removed' | 'path' | 'query' | 'body' | 'encoding' | 'response';
  /** Inside the query or the body. */
  readonly path: Path;
  /** For people, such as `body.from`. */
  readonly at: string;
  readonly good: unknown;
  readonly bad: unknown;
}

export function changesOf({ good, bad }: Item): Found[] {
  if (!good) return [{ part: 'added', path: [], at: 'request', good: undefined, bad: bad?.request }];
  if (!bad) return [{ part: 'removed', path: [], at: 'request', good: good.request, bad: undefined }];
  // What the platform sends to the server of the user follows from the rest.
  return [...(good.kind === 'http' ? requestChanges(good.request, bad.request) : []), ...responseChange(good, bad)];
}

type Sent = CassetteEntry['request'];

function requestChanges(good: Sent, bad: Sent): Found[] {
  const [from, to] = [new URL(good.url), new URL(bad.url)];
  const [path, otherPath] = [pathOf(from), pathOf(to)];
  const [sent, otherSent] = [valuesByName(from.searchParams), valuesByName(to.searchParams)];
  const names = [...new Set([...sent.keys(), ...otherSent.keys()])];
  const query = names.flatMap((name): Found[] => {
    const [one, other] = [sent.get(name) ?? [], otherSent.get(name) ?? []];
    return one.join('\n') === other.join('\n') ? [] : [found('query', [name], one[0], other[0])];
  });
  const isSamePath = path === otherPath && good.method === bad.method;
  return [
    ...(isSamePath ? [] : [{ part: 'path' as const, path: [], at: 'path', good: path, bad: otherPath }]),
    ...query,
    ...bodyChanges(good, bad),
  ];
}

const found = (part: 'query' | 'body', path: Path, good: unknown, bad: unknown): Found => ({
  part,
  path,
  at: `${part}${part === 'query' ? ' ' : '.'}${path.join('.')}`,
  good,
  bad,
});

function bodyChanges(good: Sent, bad: Sent): Found[] {
  const [encoding, otherEncoding] = [encodingOf(good), encodingOf(bad)];
  if (encoding !== otherEncoding)
    return [{ part: 'encoding', path: [], at: 'body encoding', good: encoding, bad: otherEncoding }];
  const [one, other] = [bodyValue(good.body), bodyValue(bad.body)];
  const isRepeating = [good, bad].some(({ body }) => encoding.startsWith('a form') && hasRepeatedNames(rawText(body)));
  if (isPlain(one) && isPlain(other) && !isRepeating) return fieldChanges(one, other, []);
  const [text, otherText] = [rawText(good.body), rawText(bad.body)];
  return text === otherText ? [] : [{ part: 'encoding', path: [], at: 'body', good: text, bad: otherText }];
}

/** Such as `JSON`, `a form`, or `a form as application/json`. */
export function encodingOf({ body, type = 'application/json' }: Sent): string {
  if (body === undefined) return 'missing';
  if ('base64' in body) return 'bytes';
  const isJson = 'json' in body || bodyJson(body.text) !== undefined;
  const isForm = !isJson && isPlain(bodyValue(body));
  const name = isJson ? 'JSON' : isForm ? 'a form' : 'text';
  const usual = isJson ? 'application/json' : isForm ? 'application/x-www-form-urlencoded' : 'text/plain';
  const media = type.split(';')[0]?.trim().toLowerCase();
  return media === usual ? name : `${name} as ${media}`;
}

function hasRepeatedNames(form = ''): boolean {
  const names = (formPairs(form) ?? []).map(([name]) => name);
  return new Set(names).size < names.length;
}

const rawText = (body: RecordedBody | undefined) =>
  body === undefined ? undefined : 'base64' in body ? body.base64 : textOf(body);

function fieldChanges(good: unknown, bad: unknown, path: Path): Found[] {
  const isList = Array.isArray(good) && Array.isArray(bad) && good.length === bad.length;
  if (!isList && !(isPlain(good) && isPlain(bad)))
    return JSON.stringify(good) === JSON.stringify(bad) ? [] : [found('body', path, good, bad)];
  const [one, other] = [new Map(Object.entries(good)), new Map(Object.entries(bad))];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((name) =>
    fieldChanges(one.get(name), other.get(name), [...path, isList ? Number(name) : name]),
  );
}

/** A response shows the state of the account, or a fault that no request causes. It is one difference. */
function responseChange(good: Exchange, bad: Exchange): Found[] {
  const [one, other] = [answerOf(good), answerOf(bad)];
  const place = (at: string, from: unknown, to: unknown): Found[] => [
    { part: 'response', path: [], at: `response ${at}`, good: from, bad: to },
  ];
  if (typeof one === 'string' || typeof other === 'string')
    return one === other
      ? []
      : place('status', typeof one === 'string' ? one : one.status, typeof other === 'string' ? other : other.status);
  const [first] = differences(one, other, (text) => text);
  return first ? place(first.at, first.recorded, first.now) : [];
}

/** The status and body, or the reason why the request has no response. */
const answerOf = ({ response, fault }: Exchange) =>
  response ? { status: response.status, body: bodyOrText(response.body) } : (fault ?? 'no response');

const bodyOrText = (body: RecordedBody | undefined) => bodyValue(body) ?? rawText(body);
