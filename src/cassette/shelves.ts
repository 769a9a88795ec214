import type { CassetteEntry } from './format.js';
import { keyOfEntry } from './key.js';

/** The exchanges of a cassette that answer the same request, in recorded order. */
export interface Shelf {
  readonly at: number;
  /** Places in the cassette. */
  readonly places: number[];
}

/** A cassette sorted by what is asked. Made once; every session reads it with a cursor of its own. */
export interface Shelves {
  readonly entries: readonly CassetteEntry[];
  readonly byKey: ReadonlyMap<string, Shelf>;
}

export function shelve(entries: readonly CassetteEntry[]): Shelves {
  const byKey = new Map<string, Shelf>();
  for (let place = 0; place < entries.length; place++) {
    const key = keyOfEntry(entries[place] as CassetteEntry);
    const shelf = byKey.get(key);
    if (shelf) shelf.places.push(place);
    else byKey.set(key, { at: byKey.size, places: [place] });
  }
  return { entries, byKey };
}
