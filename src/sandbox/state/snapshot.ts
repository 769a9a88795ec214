import { isRecord } from '../request/read-json.js';

/** A copy of the state of a sandbox for `restore`, as plain JSON. */
export interface Snapshot {
  readonly version: 1;
  /** The project of the state. In the state of another one, its id is replaced. */
  readonly project?: string;
  readonly now: string;
  readonly ids: number;
  /** The stored items, by kind. */
  readonly collections: Readonly<Record<string, unknown>>;
}

/** Throws unless the value is a valid snapshot, because it may come from a file. */
export function checkSnapshot(snapshot: unknown): asserts snapshot is Snapshot {
  const refuse = (problem: string) => new TypeError(`restore(snapshot): ${problem}`);
  if (!isRecord(snapshot)) throw refuse('the snapshot must be the result of sandbox.snapshot()');
  const { version, project, now, ids, collections } = snapshot;
  if (version !== 1) throw refuse(`version is ${JSON.stringify(version)}; this sandbox reads version 1`);
  if (project !== undefined && typeof project !== 'string') throw refuse('project must be the id of a project');
  if (typeof now !== 'string' || Number.isNaN(Date.parse(now))) throw refuse('now must be a time in ISO 8601');
  if (!Number.isInteger(ids)) throw refuse('ids must be a whole number');
  if (!isRecord(collections)) throw refuse('collections must be an object');
  for (const [name, one] of Object.entries(collections)) {
    const problem = problemOf(one);
    if (problem) throw refuse(`collections.${name}${problem}`);
  }
}

/** A copy of a snapshot for an account. That of another account gets the credentials of this one. */
export function snapshotFor({ project, token }: { project: string; token: string }, snapshot: Snapshot): Snapshot {
  const before = snapshot.project;
  if (before === undefined || before === project) return structuredClone(snapshot);
  // Any text could be found elsewhere in the state.
  if (!/^[\w.-]{8,128}$/.test(before))
    throw new TypeError('restore(snapshot): project must be the id of a project, with at least 8 characters');
  const copy: Snapshot = JSON.parse(JSON.stringify(snapshot).replaceAll(before, project));
  const projects = copy.collections.projects as { items: [number, Record<string, unknown>][] } | undefined;
  for (const [, one] of projects?.items ?? []) if (one.id === project) one.token = token;
  return copy;
}

function problemOf(collection: unknown): string | undefined {
  if (!isRecord(collection) || !Number.isInteger(collection.next) || !Array.isArray(collection.items))
    return ' must be { next, items }';
  let last = -1;
  const ids = new Set<unknown>();
  for (const [i, item] of collection.items.entries()) {
    const [seq, stored] = Array.isArray(item) ? item : [];
    const at = `.items[${i}]`;
    if (!Number.isInteger(seq) || !isRecord(stored) || typeof stored.id !== 'string')
      return `${at} must be [number, { id }]`;
    if (seq <= last || seq >= Number(collection.next)) return `${at} is out of order`;
    if (ids.has(stored.id)) return `${at} has the same id as another item`;
    ids.add(stored.id);
    last = seq;
  }
  return undefined;
}
