import { createHash } from 'node:crypto';
import type { Snapshot } from '../state/snapshot.js';

/** The last two digits of a number that is reserved for fiction: 555-0100 to 555-0199. */
const RESERVED = /^(\+1\d{3}55501)\d\d$/;

/**
 * Gives the account other phone numbers: the last two digits follow from the seed. Everything that refers to a number of the
 * account refers to its new number.
 */
export function withOwnNumbers(snapshot: Snapshot, seed: number): Snapshot {
  const text = JSON.stringify(snapshot);
  const numbers = new Map<string, string>();
  for (const number of ownedNumbers(snapshot)) {
    const [, start] = RESERVED.exec(number) ?? [];
    const first = createHash('sha256').update(`${seed} ${number}`).digest().readUInt32BE();
    // A number that the account knows, such as that of a caller, stays the only one.
    const isFree = (one: string) => !text.includes(one) && ![...numbers.values()].includes(one);
    const candidates = Array.from(
      { length: 100 },
      (_, step) => `${start}${String((first + step) % 100).padStart(2, '0')}`,
    );
    const own = start === undefined ? undefined : candidates.find(isFree);
    if (own !== undefined) numbers.set(number, own);
  }
  const all = [...numbers.keys()].map((number) => `\\${number}`).join('|');
  if (all === '') return snapshot;
  return JSON.parse(text.replace(new RegExp(`(?:${all})(?!\\d)`, 'g'), (number) => numbers.get(number) ?? number));
}

function ownedNumbers({ collections }: Snapshot): readonly string[] {
  const { items } = Object(collections.numbers) as { items?: readonly (readonly [string, unknown])[] };
  return (items ?? []).flatMap(([, item]) => {
    const { number } = Object(item) as { number?: unknown };
    return typeof number === 'string' ? [number] : [];
  });
}
