import { invalid } from './answer.js';
import type { Collection } from './collection.js';
import { filterOf } from './filters.js';
import type { Ask } from './subject.js';

const USUAL_SIZE = 50;
const LARGEST_SIZE = 1000;

/** How each kind of list asks for a page. */
const NAMES = {
  links: { number: 'page_number', size: 'page_size', token: 'page_token' },
  compat: { number: 'Page', size: 'PageSize', token: 'PageToken' },
};

/** One page, newest first, with links to its neighbours. A token names the last item before the page. */
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
  const size = Math.min(count(query, names.size, USUAL_SIZE) || USUAL_SIZE, LARGEST_SIZE);
  const token = query.get(names.token);
  if (number > 0 && !token)
    throw invalid({
      message: `${names.token} is required when ${names.number} is above 0`,
      attribute: names.token,
      code: 'page_token_required',
    });
  const passes = filterOf(ask);

  const data: unknown[] = [];
  let next: string | undefined;
  let last = 0;
  for (const [seq, item] of items.newest(token ? fromToken(token, names.token) : undefined)) {
    if (!wanted(item)) continue;
    const shown = passes || data.length < size ? view(item) : undefined;
    if (passes && !passes(shown as Record<string, unknown>)) continue;
    if (data.length === size) {
      next = toToken(last);
      break;
    }
    data.push(shown);
    last = seq;
  }
  const link = (pageNumber: number, at?: string) => {
    const to = new URLSearchParams(query);
    to.set(names.number, String(pageNumber));
    to.set(names.size, String(size));
    to.delete(names.token);
    if (at) to.set(names.token, at);
    return `${path}?${to}`;
  };
  const following = next && link(number + 1, next);
  if (envelope === 'compat')
    return {
      [ask.row.gives.name ?? 'data']: data,
      uri: link(number, token ?? undefined),
      first_page_uri: link(0),
      next_page_uri: following ?? null,
      previous_page_uri: null,
      page: number,
      page_size: size,
    };
  return {
    data,
    links: { self: link(number, token ?? undefined), first: link(0), ...(following && { next: following }) },
  };
}

function count(query: URLSearchParams, name: string, usual: number): number {
  const text = query.get(name);
  if (text === null || text === '') return usual;
  if (!/^\d{1,9}$/.test(text)) throw invalid({ message: `${name} must be a whole number`, attribute: name });
  return Number(text);
}

const toToken = (seq: number) => `PA${seq.toString(36).padStart(8, '0')}`;

function fromToken(token: string, name: string): number {
  const seq = /^P[AB]([0-9a-z]{1,10})$/.exec(token)?.[1];
  if (seq === undefined)
    throw invalid({ message: `${name} is invalid`, attribute: name, code: 'page_token_is_invalid' });
  return Number.parseInt(seq, 36);
}
