import { type CassetteDocument, type CassetteEntry, type RecordedBody, textOf } from '../../cassette/index.js';
import { type Match, matchRoute } from '../../client/index.js';
import { attempt, formPairs, isPlain } from '../../util/index.js';
import { bodyJson } from '../body-json.js';

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
export const links = (exchanges: readonly CassetteDocument[]): Link[] =>
  linksAmong(exchanges, Number.POSITIVE_INFINITY).links;

/** Finds the links among the first different values, up to `maxValues`. */
export function linksAmong(
  exchanges: readonly CassetteDocument[],
  maxValues: number,
): { readonly links: Link[]; readonly isWhole: boolean } {
  const typed = new Set<string>();
  const returned = new Map<string, { value: string; from: Link['from']; uses: Use[] }>();
  const constants = constantsOf(exchanges);
  for (const [entry, document] of exchanges.entries()) {
    if (document.kind !== 'http') continue;
    if (typed.size + returned.size >= maxValues) break;
    // `kind` decides the type, but an entry of another kind may have any field.
    const exchange = document as CassetteEntry;
    const url = new URL(exchange.request.url);
    const body = bodyValue(exchange.request.body);
    const match = matchRoute(exchange.request.method, url.pathname, isPlain(body) ? body : {});
    for (const { key, value, ...use } of requestValues(url, entry, body, match)) {
      if (constants.has(value)) continue;
      const found = returned.get(key);
      if (found) found.uses.push(use);
      else typed.add(key);
    }
    for (const { key, value, path } of responseValues(exchange, match)) {
      if (typed.has(key) || returned.has(key) || constants.has(value)) continue;
      returned.set(key, { value, from: { entry, path }, uses: [] });
    }
  }
  return {
    links: [...returned.values()].filter(({ uses }) => uses.length > 0),
    isWhole: typed.size + returned.size < maxValues,
  };
}

/** The ids of the account: they are the same in every request. */
function constantsOf(exchanges: readonly CassetteDocument[]): ReadonlySet<string> {
  const accounts = new Set<string>();
  for (const document of exchanges) {
    if (document.kind !== 'http') continue;
    const { request, response } = document as CassetteEntry;
    const account = /^\/api\/laml\/[^/]+\/Accounts\/([^/]+)/.exec(new URL(request.url).pathname)?.[1];
    if (account !== undefined) accounts.add(attempt(() => decodeURIComponent(account)) ?? account);
    for (const { path, value } of leaves(bodyValue(response?.body)))
      if (ACCOUNT.test(nameIn(path))) accounts.add(value);
  }
  return accounts;
}

const ACCOUNT = /^(?:owner_)?(?:project|account|space)_s?id$/;

/** Values under the keys by which they are the same. Only requests for the same kind of resource share a short id. */
const keyOf = (value: string, collection: string | undefined) =>
  value.length < MIN_LENGTH ? `${unnamed(collection ?? '')} ${value}` : value;

const unnamed = (path: string) => path.replace(/\{[^}]+\}/g, '{}');

function* requestValues(
  { search }: URL,
  entry: number,
  body: unknown,
  match: Match | undefined,
): Generator<Use & { key: string; value: string }> {
  for (const { name, collection } of match?.row.parameters ?? []) {
    const value = match?.words[name] ?? '';
    if (value !== '' && name !== 'account')
      yield { key: keyOf(value, collection), value, entry, at: 'path', path: [name] };
  }
  for (const [name, value] of formPairs(search) ?? [])
    if (mayLink([name], value)) yield { key: value, value, entry, at: 'query', path: [name] };
  for (const { path, value } of leaves(body))
    if (mayLink(path, value)) yield { key: value, value, entry, at: 'body', path };
}

function* responseValues(
  { response }: CassetteEntry,
  match: Match | undefined,
): Generator<{ key: string; path: Path; value: string }> {
  const collection = match?.row.path.replace(/\/\{[^}]+\}$/, '');
  for (const { path, value } of leaves(bodyValue(response?.body))) {
    if (mayLink(path, value)) yield { key: value, path, value };
    else if (value !== '' && value.length < MIN_LENGTH && /^s?id$/.test(nameIn(path)))
      yield { key: keyOf(value, collection), path, value };
    if (!/^https?:\/\//.test(value) && !value.startsWith('/api/')) continue;
    // The link to the next page has the token of that page.
    const query = value.indexOf('?');
    for (const [name, own] of formPairs(query < 0 ? '' : value.slice(query)) ?? [])
      if (mayLink([name], own)) yield { key: own, path: [...path, '?', name], value: own };
  }
}

function formFields(text: string): Record<string, string> | undefined {
  const pairs = formPairs(text);
  return pairs && Object.fromEntries(pairs);
}

/** The value of a JSON body, or the fields of a form. */
export function bodyValue(body: RecordedBody | undefined): unknown {
  if (body === undefined || 'base64' in body) return undefined;
  if ('json' in body) return body.json;
  const text = textOf(body);
  return bodyJson(text) ?? (/^[\w.%+~*-]+=/.test(text) ? formFields(text) : undefined);
}

const MAX_LEAVES = 100_000;

/** The strings in a value, with the paths to them. Works without recursion, because a body may be deep. */
function* leaves(value: unknown): Generator<{ path: Path; value: string }> {
  const open: { path: Path; value: unknown }[] = [{ path: [], value }];
  let count = 0;
  for (let one = open.pop(); one !== undefined && count < MAX_LEAVES; one = open.pop()) {
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

const MIN_LENGTH = 8;
const MAX_LENGTH = 2048;
const ID_NAME = /(?:^|_)(?:id|sid|uuid|token)$|(?:Id|Sid|Token)$/;
/** Fields that people fill in, or whose values come from a list. Equal values in them are a coincidence. */
const NAMED =
  /(?:^|_)(?:name|label|title|subject|description|message|body|text|status|state|type|kind|direction|region|country|locality|city|language|voice|currency|reason|detail|handler|command|method|codecs?|ciphers?|encryption|version|format|priority)$/i;
const DATE = /^\d{4}-\d\d-\d\d|^\w{3}, \d{1,2} \w{3} \d{4}|^\d\d:\d\d/;

/** The name of a field. A value in a list has the name of the list. */
const nameIn = (path: Path): string => {
  const name = path.findLast((step) => typeof step === 'string');
  return typeof name === 'string' ? name : '';
};

/** Whether a value is special enough that the same value elsewhere means the same thing. */
function mayLink(path: Path, value: string): boolean {
  if (value.length < MIN_LENGTH || value.length > MAX_LENGTH) return false;
  const name = nameIn(path);
  if (ID_NAME.test(name)) return true;
  // Digits alone are a time or an amount.
  return /\d/.test(value) && !/\s|^\d+$/.test(value) && !DATE.test(value) && !NAMED.test(name);
}
