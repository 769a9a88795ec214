import { CUT } from '../../redact/index.js';
import { textOf } from '../format/body.js';
import type { Cassette } from '../format/open.js';
import type { CassetteEntry } from '../format/schema.js';
import { addressKey, bodyKeyOf, type Requested, recordedBodyKeyOf } from './key.js';

/** The exchanges of a cassette for one request: their indexes, in recorded order. */
export type Positions = readonly [first: number, ...more: number[]];

export interface RequestIndex {
  readonly entries: readonly CassetteEntry[];
  find(requested: Requested): Positions | undefined;
  /** Returns the request with the same query parameters redacted as in the recording. */
  redact(requested: Requested): Requested;
}

export function indexRecording(cassette: Pick<Cassette, 'entries'>): RequestIndex {
  if (!Array.isArray(cassette?.entries)) throw new TypeError("a replay needs a recording: openCassette('story.yaml')");
  return indexRequests(cassette.entries);
}

/** Indexes by URL at once, and by body only when a URL is requested, because most requests never are. */
export function indexRequests(entries: readonly CassetteEntry[]): RequestIndex {
  const bySpelling = new Map<string, SameUrl>();
  const byAddress = new Map<string, SameUrl>();
  for (let place = 0; place < entries.length; place++) {
    const { request } = entries[place] as CassetteEntry;
    const spelling = `${request.method} ${request.url}`;
    let sameUrl = bySpelling.get(spelling);
    if (!sameUrl) {
      const key = addressKey(request);
      sameUrl = byAddress.get(key) ?? { places: [] };
      byAddress.set(key, sameUrl);
      bySpelling.set(spelling, sameUrl);
    }
    sameUrl.places.push(place);
  }
  const exact = (requested: Requested) => {
    const sameUrl = bySpelling.get(`${requested.method} ${requested.url}`) ?? byAddress.get(addressKey(requested));
    if (!sameUrl) return undefined;
    sameUrl.find ??= finderOf(entries, sameUrl.places);
    return sameUrl.find(requested);
  };
  let redactor: ReturnType<typeof redactedPlaces> | undefined;
  const redact = (requested: Requested) => (redactor ??= redactedPlaces(entries))(requested);
  return {
    entries,
    redact,
    find(requested) {
      const found = exact(requested);
      if (found) return found;
      const redacted = redact(requested);
      return redacted === requested ? undefined : exact(redacted);
    },
  };
}

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
function redactedPlaces(entries: readonly CassetteEntry[]): (requested: Requested) => Requested {
  const names = new Map<string, Set<string>>();
  for (const { request } of entries) {
    if (!SPELLINGS.some((spelling) => request.url.includes(spelling))) continue;
    const { origin, searchParams } = new URL(request.url);
    const known = names.get(origin) ?? new Set();
    names.set(origin, known);
    for (const [name, value] of searchParams) if (value === CUT) known.add(name);
  }
  return (requested) => {
    if (names.size === 0 || !URL.canParse(requested.url)) return requested;
    const url = new URL(requested.url);
    const cut = names.get(url.origin);
    const query = [...url.searchParams];
    if (!cut || !query.some(([name, value]) => cut.has(name) && value !== CUT)) return requested;
    const redacted = query.map(([name, value]): [string, string] => [name, cut.has(name) ? CUT : value]);
    url.search = String(new URLSearchParams(redacted));
    return { ...requested, url: url.href };
  };
}

const SPELLINGS = [CUT, encodeURIComponent(CUT)];
