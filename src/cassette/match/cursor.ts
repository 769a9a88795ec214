import type { CassetteEntry } from '../format/schema.js';
import type { Asked } from './key.js';
import { ReplayMiss } from './miss.js';
import type { Shelves } from './request-index.js';

/**
 * `any`: requests may come in any order, and equal requests get their responses in recorded order. `strict`: requests
 * come exactly as recorded, each once. `endless`: like `any`, but the last response to equal requests repeats without
 * limit, for every method.
 */
export type Order = (typeof ORDERS)[number];
const ORDERS = ['any', 'strict', 'endless'] as const;

export interface Cursor {
  /** Returns the recorded exchange for a request. Throws a `ReplayMiss` if there is none. */
  take(asked: Asked): CassetteEntry;
  unused(): readonly CassetteEntry[];
}

export function cursorIn({ entries, find, hide }: Shelves, order: Order): Cursor {
  if (!ORDERS.includes(order)) throw new TypeError(`order must be one of ${ORDERS.join(', ')}`);
  // Indexed by the first place of a shelf.
  const taken = new Uint32Array(entries.length);
  const used = new Uint8Array(entries.length);
  let place = 0;
  const unused = () => entries.filter((_entry, i) => used[i] === 0);

  return {
    unused,
    take(asked) {
      const shelf = find(asked);
      if (order === 'strict') {
        if (!shelf?.includes(place)) throw new ReplayMiss(hide(asked), entries.slice(place, place + 1));
        used[place] = 1;
        return entries[place++] as CassetteEntry;
      }
      if (!shelf) throw new ReplayMiss(hide(asked), order === 'endless' ? entries : unused());
      const next = taken[shelf[0]] as number;
      if (next < shelf.length) taken[shelf[0]] = next + 1;
      // Otherwise the last response repeats only for methods without side effects.
      else if (order !== 'endless' && !SAFE.has(asked.method))
        throw new ReplayMiss(hide(asked), unused(), { isUsedUp: true });
      const found = shelf[Math.min(next, shelf.length - 1)] as number;
      used[found] = 1;
      return entries[found] as CassetteEntry;
    },
  };
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
