import type { Collection } from '../state/collection.js';
import { filterOf } from './filters.js';
import { invalid } from './response.js';
import type { Ask } from './subject.js';

const USUAL_SIZE = 50;
const LARGEST_SIZE = 1000;

/** The query parameters for paging in each kind of list. */
const NAMES = {
  links: { number: 'page_number', size: 'page_size', token: 'page_token' },
  compat: { number: 'Page', size: 'PageSize', token: 'PageToken' },
};

/** Returns one page, newest first, with links to its neighbours. A page token encodes the last item before the page. */
export function page<T extends { readonly id: string }>(
  ask: Ask,
  items: Collection<T>,
  view: (item: T) => unknown,
  wanted: (item: T) => boolean = () => true,
): unknown {
  const { query, path } = ask;
  const envelope = ask.row.gives.envelope === 'compat' ? 'compat' : 'links';
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
  const passes = filterOf(ask);

  const data: unknown[] = [];
  const start = token ? fromToken(token, names.token) : undefined;
  let next: string | undefined;
  let last = 0;
  for (const [seq, item] of items.newest(start)) {
    if (!wanted(item)) continue;
    const shown = passes || data.length < size ? view(item) : undefined;
    if (passes && !passes(shown as Record<string, unknown>)) continue;
    if (data.length === size) {
      next = toToken('PA', last);
      break;
    }
    data.push(shown);
    last = seq;
  }
  /**
   * The previous page follows the item that is `size` items newer than its own last item, which is `start`. Without
   * such an item, it is the first page.
   */
  const before = (): string | undefined => {
    let newer = 0;
    for (const [seq, item] of items.since(start as number))
      if (wanted(item) && (!passes || passes(view(item) as Record<string, unknown>)) && newer++ === size)
        return toToken('PB', seq);
    return undefined;
  };
  const link = (pageNumber: number, at?: string) => {
    const to = new URLSearchParams(query);
    to.set(names.number, String(pageNumber));
    to.set(names.size, String(size));
    to.delete(names.token);
    if (at) to.set(names.token, at);
    return `${path}?${to}`;
  };
  const following = next && link(number + 1, next);
  const prior = number > 0 && start !== undefined ? before() : undefined;
  const preceding = number > 0 && start !== undefined ? link(prior ? number - 1 : 0, prior) : undefined;
  if (envelope === 'compat')
    return {
      [ask.row.gives.name ?? 'data']: data,
      uri: link(number, token ?? undefined),
      first_page_uri: link(0),
      next_page_uri: following ?? null,
      previous_page_uri: preceding ?? null,
      page: number,
      page_size: size,
    };
  return {
    data,
    links: {
      self: link(number, token ?? undefined),
      first: link(0),
      ...(preceding && { prev: preceding }),
      ...(following && { next: following }),
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
function sizeOf(query: URLSearchParams, envelope: keyof typeof NAMES): number {
  const name = NAMES[envelope].size;
  const size = count(query, name, USUAL_SIZE);
  if (envelope === 'compat') return Math.min(size || USUAL_SIZE, LARGEST_SIZE);
  if (size >= 1 && size <= LARGEST_SIZE) return size;
  throw invalid({ message: `${name} must be 1–${LARGEST_SIZE}`, attribute: name });
}

const toToken = (kind: 'PA' | 'PB', seq: number) => `${kind}${seq.toString(36).padStart(8, '0')}`;

function fromToken(token: string, name: string): number {
  const seq = /^P[AB]([0-9a-z]{1,10})$/.exec(token)?.[1];
  if (seq === undefined)
    throw invalid({ message: `${name} is invalid`, attribute: name, code: 'page_token_is_invalid' });
  return Number.parseInt(seq, 36);
}
