import type { CassetteEntry } from '../../cassette/index.js';
import { groupBy, isPlain, valuesByName } from '../../util/index.js';
import { bodyValue, type Path } from '../links/links.js';
import type { Exchange } from '../replay/align.js';
import { setAt, valueAt } from '../replay/substitute.js';
import type { Change } from './changes-between.js';
import { encodingOf, type Item } from './item-changes.js';

/** The exchanges of the good recording with some changes, and the item that each of them comes from. */
export interface Changed {
  readonly documents: readonly Exchange[];
  readonly items: readonly number[];
}

export function withChanges(items: readonly Item[], changes: readonly Change[]): Changed {
  const documents: Exchange[] = [];
  const from: number[] = [];
  const byItem = groupBy(changes, ({ item }) => item);
  for (const [index, { good, bad }] of items.entries()) {
    const own = byItem.get(index) ?? [];
    const only = own.length > 0 ? bad : good;
    const exchange = good && bad ? changed(good, bad, own) : only;
    if (!exchange) continue;
    documents.push(exchange);
    from.push(index);
  }
  return { documents, items: from };
}

function changed(good: Exchange, bad: Exchange, changes: readonly Change[]): Exchange {
  if (changes.length === 0) return good;
  const outcome = changes.some(({ part }) => part === 'response') ? bad : good;
  const { response, fault, code } = outcome;
  const isUnanswered = outcome.kind === 'http' && outcome.unanswered;
  const { response: _, fault: _fault, code: _code, ...rest } = good;
  const base = {
    ...rest,
    request: requestWith(good.request, bad.request, changes),
    ...(response && { response }),
    ...(fault && { fault }),
    ...(code && { code }),
  };
  if (base.kind === 'webhook') return base;
  const { unanswered, ...answered } = base;
  return isUnanswered ? { ...answered, unanswered: true } : answered;
}

type Sent = CassetteEntry['request'];

function requestWith(good: Sent, bad: Sent, changes: readonly Change[]): Sent {
  const url = new URL(good.url);
  const target = new URL(bad.url);
  const query = valuesByName(url.searchParams);
  const targetQuery = valuesByName(target.searchParams);
  const badBody = bodyValue(bad.body);
  let request = good;
  let value: unknown;
  for (const { part, path } of changes) {
    if (part === 'path') {
      url.pathname = target.pathname;
      request = { ...request, method: bad.method };
    } else if (part === 'query') {
      const [name = ''] = path.map(String);
      query.delete(name);
      query.set(name, targetQuery.get(name) ?? []);
    } else if (part === 'encoding') request = withBody(request, bad);
    else if (part === 'body') {
      value ??= structuredClone(bodyValue(good.body));
      change(value, path, valueAt(badBody, path));
    }
  }
  if (value !== undefined) request = { ...request, body: encoded(value, good) };
  if (changes.some(({ part }) => part === 'query')) url.search = `${new URLSearchParams(pairsOf(query))}`;
  return { ...request, url: url.href };
}

const pairsOf = (values: ReadonlyMap<string, readonly string[]>): [string, string][] =>
  [...values].flatMap(([name, all]) => all.map((one): [string, string] => [name, one]));

function withBody({ method, url }: Sent, { type, body }: Sent): Sent {
  return { method, url, ...(type !== undefined && { type }), ...(body && { body }) };
}

function encoded(value: unknown, request: Sent): Sent['body'] {
  if (encodingOf(request).startsWith('JSON') || !isPlain(value)) return { json: value };
  const pairs = Object.entries(value).map(([name, one]): [string, string] => [name, String(one)]);
  return { text: `${new URLSearchParams(pairs)}` };
}

function change(body: unknown, path: Path, value: unknown): void {
  const holder = path.length > 1 ? valueAt(body, path.slice(0, -1)) : body;
  if (value !== undefined) setAt(body, path, value);
  else if (isPlain(holder)) delete holder[String(path.at(-1))];
}
