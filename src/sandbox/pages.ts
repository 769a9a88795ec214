import { invalid } from './answer.js';
import type { Collection } from './collection.js';
import type { Ask } from './subject.js';

const USUAL_SIZE = 50;
const LARGEST_SIZE = 1000;

/** One page, newest first, with links to its neighbours. A token names the last item before the page. */
export function page<T extends { readonly id: string }>(
  { query, path }: Ask,
  items: Collection<T>,
  view: (item: T) => unknown,
  wanted: (item: T) => boolean = () => true,
): unknown {
  const number = count(query, 'page_number', 0, path);
  const size = Math.min(count(query, 'page_size', USUAL_SIZE, path) || USUAL_SIZE, LARGEST_SIZE);
  const token = query.get('page_token');
  if (number > 0 && !token)
    throw invalid(path, {
      message: 'page_token is required when page_number is above 0',
      attribute: 'page_token',
      code: 'page_token_required',
    });

  const data: unknown[] = [];
  let next: string | undefined;
  let last = 0;
  for (const [seq, item] of items.newest(token ? fromToken(token, path) : undefined)) {
    if (!wanted(item)) continue;
    if (data.length === size) {
      next = toToken(last);
      break;
    }
    data.push(view(item));
    last = seq;
  }
  const link = (pageNumber: number, at?: string) => {
    const to = new URLSearchParams(query);
    to.set('page_number', String(pageNumber));
    to.set('page_size', String(size));
    to.delete('page_token');
    if (at) to.set('page_token', at);
    return `${path}?${to}`;
  };
  return {
    data,
    links: { self: link(number, token ?? undefined), first: link(0), ...(next && { next: link(number + 1, next) }) },
  };
}

function count(query: URLSearchParams, name: string, usual: number, path: string): number {
  const text = query.get(name);
  if (text === null || text === '') return usual;
  if (!/^\d{1,9}$/.test(text)) throw invalid(path, { message: `${name} must be a whole number`, attribute: name });
  return Number(text);
}

const toToken = (seq: number) => `PA${seq.toString(36).padStart(8, '0')}`;

function fromToken(token: string, path: string): number {
  const seq = /^PA([0-9a-z]{1,10})$/.exec(token)?.[1];
  if (seq === undefined)
    throw invalid(path, { message: 'page_token is invalid', attribute: 'page_token', code: 'page_token_is_invalid' });
  return Number.parseInt(seq, 36);
}
