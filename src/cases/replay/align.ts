import type { CassetteDocument, CassetteEntry, WebhookEntry } from '../../cassette/index.js';
import { type Link, links } from '../links/links.js';
import { operationIn } from '../operation-in.js';

export type Exchange = CassetteEntry | WebhookEntry;

export const isExchange = (document: CassetteDocument): document is Exchange =>
  document.kind === 'http' || document.kind === 'webhook';

/** Requests of two recordings correspond by this name: the operation, or the method and the path. */
export function nameOf(exchange: Exchange): string {
  if (exchange.kind === 'webhook') return `webhook ${exchange.event}`;
  const { method, url } = exchange.request;
  return exchange.op ?? operationIn(exchange) ?? `${method} ${new URL(url).pathname}`;
}

const WORD = /[\w+-]+/g;

/** Replaces whole words, such as ids. */
export const renamed = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(WORD, (word) => names.get(word) ?? word);

/** The account in a path is not a difference: a replay sends its own. */
export const pathOf = ({ pathname }: URL): string => pathname.replace(/^(\/api\/laml\/[^/]+\/Accounts\/)[^/]+/, '$1…');

/** Requests are equal if they send the same, whatever ids earlier responses returned. */
export function alignable(
  documents: readonly CassetteDocument[],
  found: readonly Link[] = links(documents),
): (Alignable | undefined)[] {
  const sources = new Map<string, string>();
  for (const { value, from } of found) {
    const source = documents[from.entry];
    sources.set(value, `${source && isExchange(source) ? nameOf(source) : ''} ${from.path.join('.')}`);
  }
  return documents.map((document) => {
    if (!isExchange(document)) return undefined;
    const { url, body, type } = document.request;
    const at = new URL(url);
    const sent = JSON.stringify([pathOf(at), at.search, type, body]);
    return { kind: nameOf(document), exact: renamed(sent, sources) };
  });
}

/** What two items are compared by. Items with the same `exact` text are equal, those with the same `kind` correspond. */
export interface Alignable {
  readonly kind: string;
  readonly exact: string;
}

/** The positions of two items that belong together, or of one item without a partner. */
export type Aligned =
  | readonly [one: number, other: number]
  | readonly [number, undefined]
  | readonly [undefined, number];

/** Pairs the items of two lists, in order. Equal items are paired first, then the items between them by their kind. */
export function align(one: readonly Alignable[], other: readonly Alignable[]): Aligned[] {
  const equal = common(
    one.map(({ kind, exact }) => `${kind} ${exact}`),
    other.map(({ kind, exact }) => `${kind} ${exact}`),
  );
  const result: Aligned[] = [];
  let [i, j] = [0, 0];
  for (const [nextI, nextJ] of [...equal, [one.length, other.length] as const]) {
    const between = common(
      one.slice(i, nextI).map(({ kind }) => kind),
      other.slice(j, nextJ).map(({ kind }) => kind),
    );
    for (const [a, b] of [...between.map(([a, b]) => [i + a, j + b] as const), [nextI, nextJ] as const]) {
      while (i < a) result.push([i++, undefined]);
      while (j < b) result.push([undefined, j++]);
      if (i < one.length && j < other.length) result.push([i++, j++]);
    }
  }
  return result;
}

/** Above this number of comparisons, each item is paired with the next equal one. */
const MAX_COMPARISONS = 4_000_000;

/** The longest common subsequence of two lists, as pairs of positions. */
function common(one: readonly string[], other: readonly string[]): (readonly [number, number])[] {
  let start = 0;
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start++;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  const middle = left.length * right.length > MAX_COMPARISONS ? nextEqual(left, right) : longest(left, right);
  return [
    ...Array.from({ length: start }, (_, index) => [index, index] as const),
    ...middle.map(([a, b]) => [start + a, start + b] as const),
    ...Array.from({ length: end }, (_, index) => [one.length - end + index, other.length - end + index] as const),
  ];
}

function longest(one: readonly string[], other: readonly string[]): (readonly [number, number])[] {
  const width = other.length + 1;
  /** The length of the longest common subsequence from each pair of positions to the ends. */
  const lengths = new Uint32Array((one.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--)
      lengths[i * width + j] = one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    if (one[i] === other[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

function nextEqual(one: readonly string[], other: readonly string[]): (readonly [number, number])[] {
  const places = new Map<string, number[]>();
  for (const [j, text] of [...other.entries()].reverse()) {
    const known = places.get(text);
    if (known) known.push(j);
    else places.set(text, [j]);
  }
  const pairs: (readonly [number, number])[] = [];
  let next = 0;
  for (const [i, text] of one.entries()) {
    const open = places.get(text);
    while (open && (open.at(-1) ?? next) < next) open.pop();
    const j = open?.pop();
    if (j === undefined) continue;
    pairs.push([i, j]);
    next = j + 1;
  }
  return pairs;
}
