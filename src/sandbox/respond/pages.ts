import type { Collection } from '../state/collection.js';
import { filterOf } from './filters.js';
import type { OperationRequest } from './handler.js';
import { invalid } from './response.js';

const DEFAULT_SIZE = 50;
const MAX_SIZE = 1000;

const NAMES = {
  links: { number: 'page_number', size: 'page_size', token: 'page_token' },
  compat: { number: 'Page', size: 'PageSize', token: 'PageToken' },
};
type Envelope = keyof typeof NAMES;

type Item = { readonly id: string };
type PageRequest = Pick<OperationRequest, 'query' | 'path' | 'origin' | 'row'>;
/** Returns the view of an item; undefined if the item is not in the list. */
type View<T> = (item: T) => unknown;

/** Returns one page, newest first, with links to its neighbours. A page token encodes the last item before the page. */
export function page<T extends Item>(
  request: PageRequest,
  items: Collection<T>,
  view: (item: T) => unknown,
  isListed: (item: T) => unknown = () => true,
): unknown {
  const position = positionOf(request);
  const passes = filterOf(request);
  const listed: View<T> = (item) => {
    if (!isListed(item)) return undefined;
    const shown = view(item);
    // The views of listed items are objects.
    return passes && !passes(shown as Record<string, unknown>) ? undefined : shown;
  };
  const { data, next } = itemsAfter(items, listed, position);
  return envelopeOf(request, position, data, {
    next,
    previous:
      position.number > 0 && position.start !== undefined
        ? tokenBefore(items, listed, position.start, position.size)
        : undefined,
  });
}

interface Position {
  readonly envelope: Envelope;
  readonly number: number;
  readonly size: number;
  /** The page token as sent, and the sequence number that it encodes. */
  readonly token: string | null;
  readonly start: number | undefined;
}

function positionOf({ query, row }: PageRequest): Position {
  const envelope = row.gives.envelope === 'compat' ? 'compat' : 'links';
  const names = NAMES[envelope];
  const number = count(query, names.number, 0);
  const size = sizeOf(query, envelope);
  const token = query.get(names.token);
  if (number > 0 && !token)
    throw invalid({
      message: `${names.token} is required when ${names.number} is above 0`,
      attribute: names.token,
      code: 'page_token_required',
    });
  return { envelope, number, size, token, start: token ? fromToken(token, names.token) : undefined };
}

function itemsAfter<T extends Item>(items: Collection<T>, listed: View<T>, { start, size }: Position) {
  const data: unknown[] = [];
  let last = 0;
  for (const [seq, item] of items.newest(start)) {
    const shown = listed(item);
    if (shown === undefined) continue;
    if (data.length === size) return { data, next: toToken('PA', last) };
    data.push(shown);
    last = seq;
  }
  return { data, next: undefined };
}

/** The previous page follows the item that is `size` items newer than its last item `start`, if there is one. */
function tokenBefore<T extends Item>(items: Collection<T>, listed: View<T>, start: number, size: number) {
  let newer = 0;
  for (const [seq, item] of items.since(start))
    if (listed(item) !== undefined && newer++ === size) return { token: toToken('PB', seq) };
  return { token: undefined };
}

/** The families whose links are absolute URLs. In the others, a link is a path. */
const ABSOLUTE = /^\/api\/(fabric|datasphere|projects)\b/;

interface Neighbours {
  readonly next: string | undefined;
  /** Undefined on the first page. A previous page without a token is the first page. */
  readonly previous: { readonly token: string | undefined } | undefined;
}

function envelopeOf(
  { query, path, origin, row }: PageRequest,
  { envelope, number, size, token }: Position,
  data: readonly unknown[],
  { next, previous }: Neighbours,
) {
  const names = NAMES[envelope];
  const link = (pageNumber: number, at?: string | null) => {
    const to = new URLSearchParams(query);
    to.set(names.number, String(pageNumber));
    to.set(names.size, String(size));
    to.delete(names.token);
    if (at) to.set(names.token, at);
    return `${ABSOLUTE.test(path) ? origin : ''}${path}?${to}`;
  };
  const nextLink = next && link(number + 1, next);
  const previousLink = previous && link(previous.token ? number - 1 : 0, previous.token);
  if (envelope === 'compat')
    return {
      [row.gives.name ?? 'data']: data,
      uri: link(number, token),
      first_page_uri: link(0),
      next_page_uri: nextLink ?? null,
      previous_page_uri: previousLink ?? null,
      page: number,
      page_size: size,
    };
  return {
    data,
    links: {
      self: link(number, token),
      first: link(0),
      ...(previousLink && { prev: previousLink }),
      ...(nextLink && { next: nextLink }),
    },
  };
}

function count(query: URLSearchParams, name: string, usual: number): number {
  const text = query.get(name);
  if (text === null || text === '') return usual;
  if (!/^\d{1,9}$/.test(text)) throw invalid({ message: `${name} must be a whole number`, attribute: name });
  return Number(text);
}

/** The compatible API reduces a page size over the maximum to the maximum. The other APIs reject it. */
function sizeOf(query: URLSearchParams, envelope: Envelope): number {
  const name = NAMES[envelope].size;
  const size = count(query, name, DEFAULT_SIZE);
  if (envelope === 'compat') return Math.min(size || DEFAULT_SIZE, MAX_SIZE);
  if (size >= 1 && size <= MAX_SIZE) return size;
  throw invalid({ message: `${name} must be 1–${MAX_SIZE}`, attribute: name });
}

const toToken = (kind: 'PA' | 'PB', seq: number) => `${kind}${seq.toString(36).padStart(8, '0')}`;

function fromToken(token: string, name: string): number {
  const seq = /^P[AB]([0-9a-z]{1,10})$/.exec(token)?.[1];
  if (seq === undefined)
    throw invalid({ message: `${name} is invalid`, attribute: name, code: 'page_token_is_invalid' });
  return Number.parseInt(seq, 36);
}
