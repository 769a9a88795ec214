import type { CassetteEntry } from '../format/schema.js';
import type { Requested } from './key.js';
import { ReplayMiss } from './miss.js';
import type { RequestIndex } from './request-index.js';

/**
 * `any`: requests may come in any order, and equal requests get their responses in recorded order. `strict`: requests
 * come exactly as recorded, each once. `endless`: like `any`, but the last response to equal requests repeats without
 * limit, for every method.
 */
export type Order = (typeof ORDERS)[number];
const ORDERS = ['any', 'strict', 'endless'] as const;

export interface Cursor {
  /** Returns the recorded exchange for a request. Throws a `ReplayMiss` if there is none. */
  take(requested: Requested): CassetteEntry;
  unused(): readonly CassetteEntry[];
}

export function cursorIn({ entries, find, redact, matchHost }: RequestIndex, order: Order): Cursor {
  if (!ORDERS.includes(order)) throw new TypeError(`order must be one of ${ORDERS.join(', ')}`);
  // Indexed by the first place of a positions.
  const taken = new Uint32Array(entries.length);
  const used = new Uint8Array(entries.length);
  let place = 0;
  const unused = () => entries.filter((_entry, i) => used[i] === 0);
  const miss = (requested: Requested, isUsedUp = false) =>
    new ReplayMiss(redact(requested), order === 'endless' ? entries : unused(), {
      used: order === 'endless' ? [] : entries.filter((_entry, i) => used[i] === 1),
      isUsedUp,
      matchHost,
    });

  return {
    unused,
    take(requested) {
      const positions = find(requested);
      if (order === 'strict') {
        if (place === entries.length) throw miss(requested, positions !== undefined);
        if (!positions?.includes(place))
          throw new ReplayMiss(redact(requested), entries.slice(place, place + 1), { matchHost });
        used[place] = 1;
        return entries[place++] as CassetteEntry;
      }
      if (!positions) throw miss(requested);
      const next = taken[positions[0]] as number;
      if (next < positions.length) taken[positions[0]] = next + 1;
      // Otherwise the last response repeats only for methods without side effects.
      else if (order !== 'endless' && !SAFE.has(requested.method)) throw miss(requested, true);
      const found = positions[Math.min(next, positions.length - 1)] as number;
      used[found] = 1;
      return entries[found] as CassetteEntry;
    },
  };
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
