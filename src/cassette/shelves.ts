import { textOf } from './body.js';
import { cutPlaces } from './cut-places.js';
import type { CassetteEntry } from './format.js';
import { type Asked, addressKey, bodyKeyOf, recordedBodyKeyOf } from './key.js';

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
    room.bodies ??= bodiesOf(entries, room.places);
    const { body = '' } = asked;
    return (typeof body === 'string' && room.bodies.spelled.get(body)) || room.bodies.byKey.get(bodyKeyOf(asked));
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
  bodies?: Bodies;
}

interface Bodies {
  readonly byKey: ReadonlyMap<string, Shelf>;
  /** The same shelves, by bodies as they would be sent. */
  readonly spelled: ReadonlyMap<string, Shelf>;
}

function bodiesOf(entries: readonly CassetteEntry[], places: readonly number[]): Bodies {
  const byKey = new Map<string, [number, ...number[]]>();
  const spelled = new Map<string, Shelf>();
  for (const place of places) {
    const entry = entries[place] as CassetteEntry;
    const key = recordedBodyKeyOf(entry);
    const shelf = byKey.get(key) ?? [place];
    if (byKey.has(key)) shelf.push(place);
    byKey.set(key, shelf);
    const { body } = entry.request;
    if (body === undefined || 'json' in body) spelled.set(textOf(body), shelf);
  }
  return { byKey, spelled };
}
