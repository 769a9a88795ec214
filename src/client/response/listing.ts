import type { Listing } from '../public-types.js';
import type { Planned } from '../request/plan.js';
import type { Answered } from '../request/send.js';
import { respondedOf } from './api-promise.js';

type PageBody = {
  links?: { next?: unknown; prev?: unknown };
  next_page_uri?: unknown;
  previous_page_uri?: unknown;
} & Record<string, unknown>;

/** The property of a page that fetches the next one, whatever fields the platform sent. */
export const NEXT = Symbol('next page');
/** The property of a list that names the field of its pages with the rows. */
export const ROWS = Symbol('rows');

/** Empty pages can occur between full ones. The limit ends the iteration if a server sends nothing else. */
const MAX_EMPTY = 50;

/** Creates a result that can be awaited for the first page or iterated for all items. It is sent on demand. */
export function listing(
  plan: () => Planned,
  send: (planned: Planned) => Promise<Answered>,
  refuse: (planned: Planned, message: string) => Error,
  rows: string,
  max = Number.POSITIVE_INFINITY,
): Listing<unknown, unknown> {
  let first: Promise<Answered<PageBody>> | undefined;
  // Wrong use of a list rejects, as in every other call, instead of throwing.
  const answered = () => (first ??= Promise.resolve().then(() => fetched(plan())));
  const page = () => answered().then(({ value }) => value);

  /** Fetches a page that can fetch its neighbours. The methods are hidden, because a page is what the platform sent. */
  async function fetched(planned: Planned): Promise<Answered<PageBody>> {
    const { value: sent, details } = await send(planned);
    const value = sent as PageBody;
    if (typeof value !== 'object' || value === null) return { value, details };
    const to = (link: (page: PageBody) => unknown) => async () => {
      const url = linked(link(value), planned.url, (message) => refuse(planned, message));
      return url === undefined || url === planned.url ? undefined : (await fetched({ ...planned, url })).value;
    };
    const [next, previous] = [to(nextLink), to(previousLink)];
    Object.defineProperty(value, NEXT, { value: next });
    if (!Object.hasOwn(value, 'next')) Object.defineProperty(value, 'next', { value: next });
    if (!Object.hasOwn(value, 'previous')) Object.defineProperty(value, 'previous', { value: previous });
    return { value, details };
  }

  async function* walk() {
    const planned = plan();
    const seen = new Set([planned.url]);
    let left = max;
    let empty = 0;
    for (let index = await page(); ; ) {
      const items = index[rows];
      const wanted = Array.isArray(items) ? items.slice(0, left) : [];
      yield* wanted;
      left -= wanted.length;
      if (left <= 0) return;
      empty = wanted.length === 0 ? empty + 1 : 0;
      if (empty >= MAX_EMPTY) throw refuse(planned, `${MAX_EMPTY} pages in a row were empty; the iteration stopped`);
      const next = linked(nextLink(index), planned.url, (message) => refuse(planned, message));
      // A link that was already followed would repeat forever.
      if (next === undefined || seen.has(next)) return;
      seen.add(next);
      index = (await fetched({ ...planned, url: next })).value;
    }
  }

  /** Explains `for (const x of platform.queues.list())` and `[...platform.queues.list()]`. */
  function notIterable(): never {
    const { operation, words } = plan();
    const call = `platform.${operation}(${words.map((word) => JSON.stringify(word)).join(', ')})`;
    throw new TypeError(
      `a list is not iterable before its response. For all rows, use for await (const row of ${call}). For one page, use (await ${call}).${rows}`,
    );
  }

  const list: Listing<unknown, unknown> = {
    // biome-ignore lint/suspicious/noThenProperty: it is a promise that is sent on demand.
    then: (done, failed) => page().then(done, failed),
    catch: (failed) => page().catch(failed),
    finally: (always) => page().finally(always),
    with_response: () => answered().then(respondedOf),
    [Symbol.asyncIterator]: walk,
    [Symbol.toStringTag]: 'Listing',
  };
  return Object.defineProperties(list, { [Symbol.iterator]: { value: notIterable }, [ROWS]: { value: rows } });
}

const nextLink = (page: PageBody) => page.links?.next ?? page.next_page_uri;
const previousLink = (page: PageBody) => page.links?.prev ?? page.previous_page_uri;

/** Returns the URL of a link, which must have the same origin, because requests carry the credentials. */
function linked(link: unknown, from: string, refuse: (message: string) => Error): string | undefined {
  if (typeof link !== 'string' || link === '') return undefined;
  const url = URL.canParse(link, from) ? new URL(link, from) : undefined;
  if (!url) throw refuse('the link to the other page is not a URL');
  if (url.origin !== new URL(from).origin)
    throw refuse('the link to the other page has another host and was not followed');
  return url.href;
}
