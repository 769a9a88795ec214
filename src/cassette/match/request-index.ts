import { textOf } from '../format/body.js';
import type { CassetteEntry } from '../format/schema.js';
import { type Asked, addressKey, bodyKeyOf, recordedBodyKeyOf } from './key.js';
import { cutPlaces } from './redacted-query.js';

/** The exchanges of a cassette that answer the same request: their places in it, in recorded order. */
export type Shelf = readonly [first: number, ...more: number[]];

/** A cassette sorted by what is asked. Made once; every session reads it with a cursor of its own. */
export interface Shelves {
  readonly entries: readonly CassetteEntry[];
  find(asked: Asked): Shelf | undefined;
  /** What is asked, without what was cut at the same places of the recording. */
  hide(asked: Asked): Asked;
}

/**
 * Sorted by address at once, by body where an address is asked: most of a long recording is never asked.
 * Who asks in the very words of the recording, as most do, is answered without taking the words apart.
 */
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

/** What is asked at one address. */
interface Room {
  readonly places: number[];
  find?: (asked: Asked) => Shelf | undefined;
}

const finderOf = (entries: readonly CassetteEntry[], places: readonly number[]) =>
  places.length === 1 ? theOnly(entries, places as unknown as Shelf) : amongMany(entries, places);

/** Most addresses of a long recording are asked once; maps of their own would make it slow by their size alone. */
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

/** A body as it would be sent, where its spelling is known. */
function wordsOf({ request: { body } }: CassetteEntry): string | undefined {
  return body === undefined || 'json' in body ? textOf(body) : undefined;
}
