import { type CassetteDocument, type CassetteEntry, type RecordedBody, textOf } from '../../cassette/index.js';
import { matchRoute } from '../../client/index.js';
import { attempt, jsonOf } from '../../util/index.js';

export type Path = readonly (string | number)[];

/** Where a request has a value. */
export interface Use {
  /** The index of the exchange. */
  readonly entry: number;
  readonly at: 'path' | 'query' | 'body';
  /** The name of the path or query parameter, or the path to a leaf of the body. */
  readonly path: Path;
}

/** A value that a response returned and later requests use. */
export interface Link {
  readonly value: string;
  /** The response that returned it first, and the path to it in the body. */
  readonly from: { readonly entry: number; readonly path: Path };
  readonly uses: readonly Use[];
}

/** Finds the values that flow from responses into later requests. Values that a request had first are not links. */
export function links(exchanges: readonly CassetteDocument[]): Link[] {
  const typed = new Set<string>();
  const returned = new Map<string, { from: Link['from']; uses: Use[] }>();
  const constants = constantsOf(exchanges);
  for (const [entry, document] of exchanges.entries()) {
    if (document.kind !== 'http') continue;
    // `kind` decides the type, but an entry of another kind may have any field.
    const exchange = document as CassetteEntry;
    for (const { value, ...use } of requestValues(exchange, entry)) {
      if (constants.has(value)) continue;
      const found = returned.get(value);
      if (found) found.uses.push(use);
      else typed.add(value);
    }
    for (const { value, path } of responseValues(exchange)) {
      if (typed.has(value) || returned.has(value) || constants.has(value)) continue;
      returned.set(value, { from: { entry, path }, uses: [] });
    }
  }
  return [...returned].flatMap(([value, { from, uses }]) => (uses.length > 0 ? [{ value, from, uses }] : []));
}

/** The ids of the account in the paths: they are the same in every request. */
function constantsOf(exchanges: readonly CassetteDocument[]): ReadonlySet<string> {
  const accounts = exchanges.flatMap((document) => {
    if (document.kind !== 'http') return [];
    const account = /^\/api\/laml\/[^/]+\/Accounts\/([^/]+)/.exec(
      new URL((document as CassetteEntry).request.url).pathname,
    );
    const [, id] = account ?? [];
    return id === undefined ? [] : [attempt(() => decodeURIComponent(id)) ?? id];
  });
  return new Set(accounts);
}

function* requestValues({ request }: CassetteEntry, entry: number): Generator<Use & { value: string }> {
  const url = new URL(request.url);
  const body = bodyValue(request.body);
  const fields = typeof body === 'object' && body !== null ? { ...body } : {};
  const words = matchRoute(request.method, url.pathname, fields)?.words ?? {};
  for (const [name, value] of Object.entries(words))
    if (value !== '' && name !== 'account') yield { value, entry, at: 'path', path: [name] };
  for (const [name, value] of url.searchParams)
    if (mayLink(name, value)) yield { value, entry, at: 'query', path: [name] };
  for (const { path, value } of leaves(body)) if (mayLink(path.at(-1), value)) yield { value, entry, at: 'body', path };
}

function* responseValues({ response }: CassetteEntry): Generator<{ path: Path; value: string }> {
  for (const { path, value } of leaves(bodyValue(response?.body))) {
    if (!/^https?:\/\//.test(value) && !value.startsWith('/api/')) {
      if (mayLink(path.at(-1), value)) yield { path, value };
      continue;
    }
    if (mayLink(path.at(-1), value)) yield { path, value };
    // The link to the next page has the token of that page.
    const query = value.indexOf('?');
    for (const [name, own] of new URLSearchParams(query < 0 ? '' : value.slice(query)))
      if (mayLink(name, own)) yield { path: [...path, '?', name], value: own };
  }
}

/** The value of a JSON body, or the fields of a form. */
export function bodyValue(body: RecordedBody | undefined): unknown {
  if (body === undefined || 'base64' in body) return undefined;
  if ('json' in body) return body.json;
  const text = textOf(body);
  return jsonOf(text) ?? (/^[\w.%+~*-]+=/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : undefined);
}

const MOST_LEAVES = 100_000;

/** The strings in a value, with the paths to them. Works without recursion, because a body may be deep. */
function* leaves(value: unknown): Generator<{ path: Path; value: string }> {
  const open: { path: Path; value: unknown }[] = [{ path: [], value }];
  let count = 0;
  for (let one = open.pop(); one !== undefined && count < MOST_LEAVES; one = open.pop()) {
    if (typeof one.value === 'string') {
      count++;
      yield { path: one.path, value: one.value };
    } else if (typeof one.value === 'object' && one.value !== null) {
      const { path } = one;
      const inside = Array.isArray(one.value) ? [...one.value.entries()] : Object.entries(one.value);
      for (const [key, own] of inside.reverse()) open.push({ path: [...path, key], value: own });
    }
  }
}

const SHORTEST = 8;
const LONGEST = 2048;
const ID_NAME = /(?:^|_)(?:id|sid|uuid|token)$|(?:Id|Sid|Token)$/;
/** Fields that people fill in, or whose values come from a list. Equal values in them are a coincidence. */
const NAMED =
  /(?:^|_)(?:name|label|title|description|message|body|text|status|state|type|kind|direction|region|country|locality|city|language|voice|currency|reason|detail|handler|command|method)$/i;
const DATE = /^\d{4}-\d\d-\d\d|^\w{3}, \d{1,2} \w{3} \d{4}/;

/** Whether a value is special enough that the same value elsewhere means the same thing. */
function mayLink(name: string | number | undefined, value: string): boolean {
  if (value === '' || value.length > LONGEST) return false;
  const key = typeof name === 'string' ? name : '';
  if (ID_NAME.test(key)) return true;
  return value.length >= SHORTEST && /\d/.test(value) && !/\s/.test(value) && !DATE.test(value) && !NAMED.test(key);
}
