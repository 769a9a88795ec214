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
    eachRequestValue({ url, body, match }, ({ key, value, at, path }) => {
      if (constants.has(value)) return;
      const found = returned.get(key);
      if (found) found.uses.push({ entry, at, path: path() });
      else typed.add(key);
    });
    eachResponseValue(exchange, match, ({ key, value, path }) => {
      if (typed.has(key) || returned.has(key) || constants.has(value)) return;
      returned.set(key, { value, from: { entry, path: path() }, uses: [] });
    });
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
    eachLeaf(bodyValue(response?.body), ({ name, value }) => {
      if (ACCOUNT.test(name)) accounts.add(value);
    });
  }
  return accounts;
}

const ACCOUNT = /^(?:owner_)?(?:project|account|space)_s?id$/;

/** Values under the keys by which they are the same. Only requests for the same kind of resource share a short id. */
const keyOf = (value: string, collection: string | undefined) =>
  value.length < MIN_LENGTH ? `${unnamed(collection ?? '')} ${value}` : value;

const unnamed = (path: string) => path.replace(/\{[^}]+\}/g, '{}');

interface FoundValue {
  readonly key: string;
  readonly value: string;
  /** Few values are links, so only their paths are made. */
  path(): Path;
}

function eachRequestValue(
  { url, body, match }: { readonly url: URL; readonly body: unknown; readonly match: Match | undefined },
  visit: (found: FoundValue & Pick<Use, 'at'>) => void,
): void {
  for (const { name, collection } of match?.row.parameters ?? []) {
    const value = match?.words[name] ?? '';
    if (value !== '' && name !== 'account')
      visit({ key: keyOf(value, collection), value, at: 'path', path: () => [name] });
  }
  for (const [name, value] of formPairs(url.search) ?? [])
    if (mayLink(name, value)) visit({ key: value, value, at: 'query', path: () => [name] });
  eachLeaf(body, (leaf) => {
    const { name, value } = leaf;
    if (mayLink(name, value)) visit({ key: value, value, at: 'body', path: () => pathOf(leaf) });
  });
}

function eachResponseValue(
  { response }: CassetteEntry,
  match: Match | undefined,
  visit: (found: FoundValue) => void,
): void {
  const collection = match?.row.path.replace(/\/\{[^}]+\}$/, '');
  eachLeaf(bodyValue(response?.body), (leaf) => {
    const { name, value } = leaf;
    const path = () => pathOf(leaf);
    if (mayLink(name, value)) visit({ key: value, value, path });
    else if (value !== '' && value.length < MIN_LENGTH && /^s?id$/.test(name))
      visit({ key: keyOf(value, collection), value, path });
    if (!/^https?:\/\//.test(value) && !value.startsWith('/api/')) return;
    // The link to the next page has the token of that page.
    const query = value.indexOf('?');
    for (const [field, own] of formPairs(query < 0 ? '' : value.slice(query)) ?? [])
      if (mayLink(field, own)) visit({ key: own, value: own, path: () => [...path(), '?', field] });
  });
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

interface Part {
  /** The name of the field. A value in a list has the name of the list. */
  readonly name: string;
  readonly value: unknown;
  readonly key?: string | number;
  readonly around?: Part;
}

type Leaf = Part & { readonly value: string };

/** Visits the strings in a value. Works without recursion, because a body may be deep. */
function eachLeaf(value: unknown, visit: (leaf: Leaf) => void): void {
  const open: Part[] = [{ name: '', value }];
  let count = 0;
  for (let around = open.pop(); around !== undefined && count < MAX_LEAVES; around = open.pop()) {
    const { name, value } = around;
    if (isText(around)) {
      count++;
      visit(around);
    } else if (Array.isArray(value)) {
      for (let key = value.length - 1; key >= 0; key--)
        if (mayHaveText(value[key])) open.push({ name, value: value[key], key, around });
    } else if (isPlain(value)) {
      for (const key of Object.keys(value).reverse())
        if (mayHaveText(value[key])) open.push({ name: key, value: value[key], key, around });
    }
  }
}

const isText = (part: Part): part is Leaf => typeof part.value === 'string';
const mayHaveText = (value: unknown) => typeof value === 'string' || (typeof value === 'object' && value !== null);

function pathOf(leaf: Part): Path {
  const path: (string | number)[] = [];
  for (let part: Part | undefined = leaf; part?.key !== undefined; part = part.around) path.push(part.key);
  return path.reverse();
}

const MIN_LENGTH = 8;
const MAX_LENGTH = 2048;
const ID_NAME = /(?:^|_)(?:id|sid|uuid|token)$|(?:Id|Sid|Token)$/;
/** Fields that people fill in, or whose values come from a list. Equal values in them are a coincidence. */
const NAMED =
  /(?:^|_)(?:name|label|title|subject|description|message|body|text|status|state|type|kind|direction|region|country|locality|city|language|voice|currency|reason|detail|handler|command|method|codecs?|ciphers?|encryption|version|format|priority)$/i;
const DATE = /^\d{4}-\d\d-\d\d|^\w{3}, \d{1,2} \w{3} \d{4}|^\d\d:\d\d/;

/** Whether a value is special enough that the same value elsewhere means the same thing. */
function mayLink(name: string, value: string): boolean {
  if (value.length < MIN_LENGTH || value.length > MAX_LENGTH) return false;
  if (ID_NAME.test(name)) return true;
  // Digits alone are a time or an amount.
  return /\d/.test(value) && !/\s|^\d+$/.test(value) && !DATE.test(value) && !NAMED.test(name);
}
