import { type KnownItem, ownNumbersAt, ownValue, type SeenIds, type Session } from '../../assist/index.js';
import type { Sandbox } from '../../sandbox/index.js';

const MAX_ITEMS = 1_000;
/** Future events of the simulation. No operation has their ids. */
const INTERNAL = 'schedule';
/** The sandbox also stores items by their paths and addresses. */
const WORD = /^\+?[\w-]+$/;

/**
 * Returns the ids and numbers that the session has seen, latest first, and then those that the sandbox has. Sends no
 * request. Where only certain values fit, returns no others.
 */
export function knownItems(
  seen: Pick<SeenIds, 'all'>,
  sandbox: Pick<Sandbox, 'snapshot'> | undefined,
  at?: { readonly before: string; readonly session: Session },
): KnownItem[] {
  const found = new Map<string, KnownItem>();
  for (const item of [...seen.all(), ...(sandbox ? itemsOf(sandbox) : [])])
    if (!found.has(item.value)) found.set(item.value, item);
  const fitting = at && ownNumbersAt(at.before, at.session);
  if (fitting) return fitting.map((value) => found.get(value) ?? { value, kind: 'number' });
  return [...found.values()].slice(0, MAX_ITEMS);
}

function itemsOf(sandbox: Pick<Sandbox, 'snapshot'>): KnownItem[] {
  return Object.entries(sandbox.snapshot().collections).flatMap(([name, collection]) => {
    // Pairs of a position and an item.
    const pairs = name === INTERNAL ? [] : ownValue(collection, 'items');
    const kind = name.replace(/s$/, '').replaceAll('_', ' ');
    return Array.isArray(pairs) ? pairs.flatMap((pair) => itemsIn(ownValue(pair, '1'), kind)) : [];
  });
}

function itemsIn(item: unknown, kind: string): KnownItem[] {
  const number = ownValue(item, 'number');
  const names = [ownValue(item, 'name'), ownValue(ownValue(item, 'settings'), 'name'), number];
  const label = names.find((one) => typeof one === 'string' && one !== '');
  const about = { kind, ...(typeof label === 'string' && { label }) };
  return [ownValue(item, 'id'), number].flatMap((value) =>
    typeof value === 'string' && WORD.test(value) ? [{ value, ...about }] : [],
  );
}
