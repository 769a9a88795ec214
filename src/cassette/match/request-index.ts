import { CUT } from '../../redact/index.js';
import { textOf } from '../format/body.js';
import type { Cassette } from '../format/open.js';
import type { CassetteEntry } from '../format/schema.js';
import { addressKey, bodyKeyOf, type Requested, recordedBodyKeyOf } from './key.js';

/** The exchanges of a cassette for one request: their indexes, in recorded order. */
export type Positions = readonly [first: number, ...more: number[]];

export interface RequestIndex {
  readonly entries: readonly CassetteEntry[];
  readonly matchHost: boolean;
  find(requested: Requested): Positions | undefined;
  /** Returns the request with the same query parameters redacted as in the recording. */
  redact(requested: Requested): Requested;
}

export function indexRecording(cassette: Pick<Cassette, 'entries'>, { matchHost = true }: MatchOptions): RequestIndex {
  if (!Array.isArray(cassette?.entries)) throw new TypeError("a replay needs a recording: openCassette('story.yaml')");
  if (typeof matchHost !== 'boolean') throw new TypeError('matchHost must be true or false');
  return indexRequests(cassette.entries, matchHost);
}

export interface MatchOptions {
  /** `false` compares the path and the query of a URL, not its host and port. Default: `true`. */
  readonly matchHost?: boolean | undefined;
}

/** Indexes by URL at once, and by body only when a URL is requested, because most requests never are. */
function indexRequests(entries: readonly CassetteEntry[], matchHost: boolean): RequestIndex {
  const addressOf = matchHost ? (url: string) => url : withoutHost;
  const bySpelling = new Map<string, SameUrl>();
  const byAddress = new Map<string, SameUrl>();
  for (let place = 0; place < entries.length; place++) {
    const { request } = entries[place] as CassetteEntry;
    const url = addressOf(request.url);
    const spelling = `${request.method} ${url}`;
    let sameUrl = bySpelling.get(spelling);
    if (!sameUrl) {
      const key = addressKey({ method: request.method, url });
      sameUrl = byAddress.get(key) ?? { places: [] };
      byAddress.set(key, sameUrl);
      bySpelling.set(spelling, sameUrl);
    }
    sameUrl.places.push(place);
  }
  const exact = (requested: Requested) => {
    const { method } = requested;
    const url = addressOf(requested.url);
    const sameUrl = bySpelling.get(`${method} ${url}`) ?? byAddress.get(addressKey({ method, url }));
    if (!sameUrl) return undefined;
    sameUrl.find ??= finderOf(entries, sameUrl.places);
    return sameUrl.find(requested);
  };
  let redactor: ReturnType<typeof redactedPlaces> | undefined;
  const redact = (requested: Requested) => (redactor ??= redactedPlaces(entries, addressOf))(requested);
  return {
    entries,
    matchHost,
    redact,
    find(requested) {
      const found = exact(requested);
      if (found) return found;
      const redacted = redact(requested);
      return redacted === requested ? undefined : exact(redacted);
    },
  };
}

/** Gives every URL the same host. */
const withoutHost = (url: string) => url.replace(/^https?:\/\/[^/?#]*/i, 'http://any.invalid');

interface SameUrl {
  readonly places: number[];
  find?: (requested: Requested) => Positions | undefined;
}

const finderOf = (entries: readonly CassetteEntry[], places: readonly number[]) =>
  places.length === 1 ? finderOfOne(entries, places as unknown as Positions) : finderOfSeveral(entries, places);

/** Most URLs of a long recording occur once. A map for each of them would take too much time and memory. */
function finderOfOne(entries: readonly CassetteEntry[], positions: Positions) {
  const entry = entries[positions[0]] as CassetteEntry;
  const spelling = spellingOf(entry);
  let key: string | undefined;
  return (requested: Requested) =>
    (requested.body ?? '') === spelling || bodyKeyOf(requested) === (key ??= recordedBodyKeyOf(entry))
      ? positions
      : undefined;
}

function finderOfSeveral(entries: readonly CassetteEntry[], places: readonly number[]) {
  const byKey = new Map<string, [number, ...number[]]>();
  const bySpelling = new Map<string, Positions>();
  for (const place of places) {
    const entry = entries[place] as CassetteEntry;
    const key = recordedBodyKeyOf(entry);
    const positions = byKey.get(key) ?? [place];
    if (byKey.has(key)) positions.push(place);
    byKey.set(key, positions);
    const spelling = spellingOf(entry);
    if (spelling !== undefined) bySpelling.set(spelling, positions);
  }
  return (requested: Requested) => {
    const { body = '' } = requested;
    return (typeof body === 'string' && bySpelling.get(body)) || byKey.get(bodyKeyOf(requested));
  };
}

/** The body as it would be sent. Undefined if its spelling is not known. */
function spellingOf({ request: { body } }: CassetteEntry): string | undefined {
  return body === undefined || 'json' in body ? textOf(body) : undefined;
}

/** Redacts the query parameters of a request that the recording has redacted, so that any key matches. */
function redactedPlaces(
  entries: readonly CassetteEntry[],
  addressOf: (url: string) => string,
): (requested: Requested) => Requested {
  const originOf = (url: string) => new URL(addressOf(url)).origin;
  const names = new Map<string, Set<string>>();
  for (const { request } of entries) {
    if (!SPELLINGS.some((spelling) => request.url.includes(spelling))) continue;
    const origin = originOf(request.url);
    const { searchParams } = new URL(request.url);
    const known = names.get(origin) ?? new Set();
    names.set(origin, known);
    for (const [name, value] of searchParams) if (value === CUT) known.add(name);
  }
  return (requested) => {
    if (names.size === 0 || !URL.canParse(requested.url)) return requested;
    const url = new URL(requested.url);
    const cut = names.get(originOf(requested.url));
    const query = [...url.searchParams];
    if (!cut || !query.some(([name, value]) => cut.has(name) && value !== CUT)) return requested;
    const redacted = query.map(([name, value]): [string, string] => [name, cut.has(name) ? CUT : value]);
    url.search = String(new URLSearchParams(redacted));
    return { ...requested, url: url.href };
  };
}

const SPELLINGS = [CUT, encodeURIComponent(CUT)];
