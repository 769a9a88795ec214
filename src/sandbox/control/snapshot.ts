/** A copy of the state of a sandbox for `restore`, as plain JSON. */
export interface Snapshot {
  readonly version: 1;
  readonly now: string;
  readonly ids: number;
  /** The stored items, by kind. */
  readonly collections: Readonly<Record<string, unknown>>;
}

/** Throws unless the value is a valid snapshot, because it may come from a file. */
export function checkSnapshot(snapshot: unknown): asserts snapshot is Snapshot {
  const refuse = (says: string) => new TypeError(`restore(snapshot): ${says}`);
  if (!isRecord(snapshot)) throw refuse('it takes what sandbox.snapshot() gave');
  const { version, now, ids, collections } = snapshot;
  if (version !== 1) throw refuse(`version is ${JSON.stringify(version)}; this sandbox reads version 1`);
  if (typeof now !== 'string' || Number.isNaN(Date.parse(now))) throw refuse('now must be a time in ISO 8601');
  if (!Number.isInteger(ids)) throw refuse('ids must be a whole number');
  if (!isRecord(collections)) throw refuse('collections must be an object');
  for (const [name, one] of Object.entries(collections)) {
    const problem = problemOf(one);
    if (problem) throw refuse(`collections.${name}${problem}`);
  }
}

function problemOf(collection: unknown): string | undefined {
  if (!isRecord(collection) || !Number.isInteger(collection.next) || !Array.isArray(collection.items))
    return ' must be { next, items }';
  let last = -1;
  const ids = new Set<unknown>();
  for (const [i, item] of collection.items.entries()) {
    const [seq, thing] = Array.isArray(item) ? item : [];
    const at = `.items[${i}]`;
    if (!Number.isInteger(seq) || !isRecord(thing) || typeof thing.id !== 'string')
      return `${at} must be [number, { id }]`;
    if (seq <= last || seq >= Number(collection.next)) return `${at} is out of order`;
    if (ids.has(thing.id)) return `${at} has the id of another one`;
    ids.add(thing.id);
    last = seq;
  }
  return undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
