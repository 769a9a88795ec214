import { TransportFault } from '../../http/index.js';
import { jsonOf } from '../../util/index.js';
import { textOf } from '../format/body.js';
import { plain } from '../format/cassette-error.js';
import type { CassetteEntry } from '../format/schema.js';
import type { Requested } from './key.js';

/** Thrown when a recording has no unused exchange for a request. Nothing was sent. */
export class ReplayMiss extends TransportFault {
  override readonly name = 'ReplayMiss';
  readonly code = 'CASSETTE_MISS';
  /** The request, without its secrets. */
  readonly requested: Pick<Requested, 'method' | 'url'>;
  readonly nearest: CassetteEntry | undefined;
  readonly differences: readonly string[];

  /** Whether the recording has responses to this request, but all of them were used. */
  readonly isUsedUp: boolean;

  constructor(
    requested: Requested,
    unused: readonly CassetteEntry[],
    { used = [], isUsedUp = false, matchHost = true }: MissOptions = {},
  ) {
    const closest = nearestOf(requested, [...unused, ...used], matchHost);
    super('miss', plain(explain(requested, closest, { isUsedUp, used })));
    this.isUsedUp = isUsedUp;
    this.requested = { method: requested.method, url: requested.url };
    this.nearest = closest?.entry;
    this.differences = closest?.differences ?? [];
  }
}

interface MissOptions {
  readonly used?: readonly CassetteEntry[];
  readonly isUsedUp?: boolean;
  /** Whether another host is a difference. */
  readonly matchHost?: boolean;
}

interface Near {
  readonly entry: CassetteEntry;
  readonly differences: readonly string[];
}

function explain({ method, url }: Requested, closest: Near | undefined, { isUsedUp, used = [] }: MissOptions): string {
  const request = `${method} ${shown(targetOf(url))}`;
  const what = `the recording has no ${request}`;
  if (isUsedUp) return `${what} left. All recorded responses to it were used`;
  // Imported requests may have no response.
  if (!closest) return `the recording has no response to ${request}. It has no responses at all`;
  const { entry, differences } = closest;
  // An exchange with another host is not similar, and its field differences would be misleading.
  const host = differences.find((difference) => difference.startsWith('host: '));
  if (host) return `${what} and no exchange with this host. ${host}`;
  const how = differences.length > 0 ? `differs in ${differences.slice(0, 5).join('; ')}` : 'is at another position';
  const usage = used.includes(entry) ? 'was already used and ' : '';
  return `${what} that matches. The closest recorded request, ${entry.op ?? entry.request.method}, ${usage}${how}`;
}

function targetOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
}

/** The number of exchanges that are compared field by field, so that a miss never takes a second. */
const MAX_COUNT = 200;

function nearestOf(requested: Requested, all: readonly CassetteEntry[], matchHost: boolean): Near | undefined {
  const candidates = all.length <= MAX_COUNT ? all : likeliest(requested, all);
  const wanted = partsOf(requested.method, requested.url, textOfRequested(requested.body));
  // With equal hosts, only the rest of the address counts.
  if (!matchHost) wanted.delete('host');
  const [best] = candidates
    .map((entry) => {
      const recorded = partsOf(entry.request.method, entry.request.url, textOf(entry.request.body));
      if (!matchHost) recorded.delete('host');
      return { entry, differences: differencesOf(recorded, wanted), near: nearness(recorded, wanted) };
    })
    .sort((a, b) => b.near - a.near || a.differences.length - b.differences.length);
  return best && { entry: best.entry, differences: best.differences.map(plain) };
}

/** Preselects by the method and the first characters of the URL, which takes nanoseconds for each exchange. */
function likeliest({ method, url }: Requested, all: readonly CassetteEntry[]): CassetteEntry[] {
  return all
    .map((entry) => ({
      entry,
      score: sharedLength(entry.request.url, url) + (entry.request.method === method ? 16 : 0),
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_COUNT)
    .map(({ entry }) => entry);
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  return length;
}

type Parts = ReadonlyMap<string, string>;

function partsOf(method: string, address: string, body: string): Map<string, string> {
  const parts = new Map([['method', method]]);
  if (URL.canParse(address)) {
    const url = new URL(address);
    parts.set('host', url.host).set('path', url.pathname);
    for (const [name, value] of url.searchParams) parts.set(`query ${name}`, value);
  }
  flatten(jsonOf(body) ?? body, 'body', parts, 0);
  return parts;
}

function flatten(value: unknown, at: string, into: Map<string, string>, depth: number): void {
  if (into.size >= 200 || depth > 20) return;
  if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) flatten(one, `${at}.${key}`, into, depth + 1);
  } else if (value !== '') into.set(at, JSON.stringify(value));
}

function differencesOf(recorded: Parts, requested: Parts): string[] {
  return [...new Set([...recorded.keys(), ...requested.keys()])]
    .filter((name) => recorded.get(name) !== requested.get(name))
    .map((name) => `${name}: recorded ${shown(recorded.get(name))}, requested ${shown(requested.get(name))}`);
}

const shown = (value = 'nothing') => (value.length > 200 ? `${value.slice(0, 200)}…` : value);

/** The same host, the same method and the same leading path segments count most. */
function nearness(recorded: Parts, requested: Parts): number {
  const mine = (requested.get('path') ?? '').split('/');
  const theirs = (recorded.get('path') ?? '').split('/');
  const shared = mine.findIndex((segment, i) => segment !== theirs[i]);
  const same = (part: string) => recorded.get(part) === requested.get(part);
  return (shared < 0 ? mine.length : shared) * 2 + (same('method') ? 3 : 0) + (same('host') ? 20 : 0);
}

const textOfRequested = (body: Requested['body']) =>
  body === undefined ? '' : typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
