import { CUT } from '../../redact/index.js';
import { textOf } from '../format/body.js';
import type { CassetteEntry } from '../format/schema.js';
import { type Asked, addressKey, bodyKeyOf, recordedBodyKeyOf } from './key.js';

/** The exchanges of a cassette for one request: their indexes, in recorded order. */
export type Shelf = readonly [first: number, ...more: number[]];

export interface Shelves {
  readonly entries: readonly CassetteEntry[];
  find(asked: Asked): Shelf | undefined;
  /** Returns the request with the same query parameters redacted as in the recording. */
  hide(asked: Asked): Asked;
}

/** Indexes by URL at once, and by body only when a URL is requested, because most requests never are. */
export function shelve(entries: readonly CassetteEntry[]): Shelves {
  const spelled = new Map<string, Room>();
  const rooms = new Map<string, Room>();
  for (let place = 0; place < entries.length; place++) {
    const { request } = entries[place] as CassetteEntry;
    const words = `${request.method} ${request.url}`;
    let room = spelled.get(words);
    if (!room) {
      const key = addressKey(request);
      room = rooms.get(key) ?? { places: [] };
      rooms.set(key, room);
      spelled.set(words, room);
    }
    room.places.push(place);
  }
  const exact = (asked: Asked) => {
    const room = spelled.get(`${asked.method} ${asked.url}`) ?? rooms.get(addressKey(asked));
    if (!room) return undefined;
    room.find ??= finderOf(entries, room.places);
    return room.find(asked);
  };
  let places: ReturnType<typeof cutPlaces> | undefined;
  const hide = (asked: Asked) => (places ??= cutPlaces(entries))(asked);
  return {
    entries,
    hide,
    find(asked) {
      const found = exact(asked);
      if (found) return found;
      const hidden = hide(asked);
      return hidden === asked ? undefined : exact(hidden);
    },
  };
}

interface Room {
  readonly places: number[];
  find?: (asked: Asked) => Shelf | undefined;
}

const finderOf = (entries: readonly CassetteEntry[], places: readonly number[]) =>
  places.length === 1 ? theOnly(entries, places as unknown as Shelf) : amongMany(entries, places);

/** Most URLs of a long recording occur once. A map for each of them would take too much time and memory. */
function theOnly(entries: readonly CassetteEntry[], shelf: Shelf) {
  const entry = entries[shelf[0]] as CassetteEntry;
  const words = wordsOf(entry);
  let key: string | undefined;
  return (asked: Asked) =>
    (asked.body ?? '') === words || bodyKeyOf(asked) === (key ??= recordedBodyKeyOf(entry)) ? shelf : undefined;
}

function amongMany(entries: readonly CassetteEntry[], places: readonly number[]) {
  const byKey = new Map<string, [number, ...number[]]>();
  const spelled = new Map<string, Shelf>();
  for (const place of places) {
    const entry = entries[place] as CassetteEntry;
    const key = recordedBodyKeyOf(entry);
    const shelf = byKey.get(key) ?? [place];
    if (byKey.has(key)) shelf.push(place);
    byKey.set(key, shelf);
    const words = wordsOf(entry);
    if (words !== undefined) spelled.set(words, shelf);
  }
  return (asked: Asked) => {
    const { body = '' } = asked;
    return (typeof body === 'string' && spelled.get(body)) || byKey.get(bodyKeyOf(asked));
  };
}

/** The body as it would be sent. Undefined if its spelling is not known. */
function wordsOf({ request: { body } }: CassetteEntry): string | undefined {
  return body === undefined || 'json' in body ? textOf(body) : undefined;
}

/** Redacts the query parameters of a request that the recording has redacted, so that any key matches. */
function cutPlaces(entries: readonly CassetteEntry[]): (asked: Asked) => Asked {
  const names = new Map<string, Set<string>>();
  for (const { request } of entries) {
    if (!SPELLINGS.some((spelling) => request.url.includes(spelling))) continue;
    const { origin, searchParams } = new URL(request.url);
    const known = names.get(origin) ?? new Set();
    names.set(origin, known);
    for (const [name, value] of searchParams) if (value === CUT) known.add(name);
  }
  return (asked) => {
    if (names.size === 0 || !URL.canParse(asked.url)) return asked;
    const url = new URL(asked.url);
    const cut = names.get(url.origin);
    const query = [...url.searchParams];
    if (!cut || !query.some(([name, value]) => cut.has(name) && value !== CUT)) return asked;
    const hidden = query.map(([name, value]): [string, string] => [name, cut.has(name) ? CUT : value]);
    url.search = String(new URLSearchParams(hidden));
    return { ...asked, url: url.href };
  };
}

const SPELLINGS = [CUT, encodeURIComponent(CUT)];
