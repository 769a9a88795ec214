import type { Listing } from '../method.js';
import type { Planned } from '../request/plan.js';

type Answer = { links?: { next?: unknown }; next_page_uri?: unknown } & Record<string, unknown>;

/** Empty pages may come between full ones; a server that sends nothing else would be walked for ever. */
const MOST_EMPTY = 50;

/** A page that can be awaited, and all pages that can be walked. Nothing is sent before one of the two is asked for. */
export function listing(
  plan: () => Planned,
  send: (planned: Planned) => Promise<unknown>,
  refuse: (planned: Planned, says: string) => Error,
  most = Number.POSITIVE_INFINITY,
): Listing<unknown, unknown> {
  let first: Promise<Answer> | undefined;
  // Wrong use of a list is a rejection, as it is of every other call.
  const page = () => (first ??= Promise.resolve().then(() => send(plan()) as Promise<Answer>));

  async function* walk() {
    const planned = plan();
    const seen = new Set([planned.url]);
    let left = most;
    let empty = 0;
    for (let at = await page(); ; ) {
      const items = at[planned.row.gives.name ?? 'data'];
      const wanted = Array.isArray(items) ? items.slice(0, left) : [];
      yield* wanted;
      left -= wanted.length;
      if (left <= 0) return;
      empty = wanted.length === 0 ? empty + 1 : 0;
      if (empty >= MOST_EMPTY) throw refuse(planned, `${MOST_EMPTY} pages in a row were empty; the walk was given up`);
      const next = nextOf(at, planned.url, (says) => refuse(planned, says));
      // A link that was followed before would walk for ever.
      if (next === undefined || seen.has(next)) return;
      seen.add(next);
      at = (await send({ ...planned, url: next })) as Answer;
    }
  }

  return {
    // biome-ignore lint/suspicious/noThenProperty: it is a promise that is sent on demand.
    then: (done, failed) => page().then(done, failed),
    catch: (failed) => page().catch(failed),
    finally: (always) => page().finally(always),
    [Symbol.asyncIterator]: walk,
    [Symbol.toStringTag]: 'Listing',
  };
}

/** The next page, on the origin of the first: a link to elsewhere would take the credentials along. */
function nextOf(page: Answer, from: string, refuse: (says: string) => Error): string | undefined {
  const next = page.links?.next ?? page.next_page_uri;
  if (typeof next !== 'string' || next === '') return undefined;
  const url = URL.canParse(next, from) ? new URL(next, from) : undefined;
  if (!url) throw refuse('the link to the next page is no address');
  if (url.origin !== new URL(from).origin)
    throw refuse('the link to the next page leads to another host; it was not followed');
  return url.href;
}
