import type { ProjectSandbox, Snapshot } from '../../sandbox/index.js';
import { counted } from '../../util/index.js';
import type { SnapshotRow } from '../contract.js';
import { timeOfDay } from '../page/parts/format.js';
import type { NamedSnapshot } from './snapshot-changes.js';

const MAX_SNAPSHOTS = 20;
const MAX_NAME = 80;

/** The states that the user saved on the page, the latest first. The oldest is forgotten when there are too many. */
export class Snapshots {
  readonly #sandbox: Pick<ProjectSandbox, 'snapshot' | 'restore'>;
  #saved: { readonly row: SnapshotRow; readonly snapshot: Snapshot }[] = [];
  #count = 0;

  constructor(sandbox: Pick<ProjectSandbox, 'snapshot' | 'restore'>) {
    this.#sandbox = sandbox;
  }

  get rows(): readonly SnapshotRow[] {
    return this.#saved.map(({ row }) => row);
  }

  save(name: string): readonly SnapshotRow[] {
    const snapshot = this.#sandbox.snapshot();
    this.#count += 1;
    const row = {
      id: String(this.#count),
      name: name.trim().slice(0, MAX_NAME) || defaultName(snapshot),
      now: snapshot.now,
      bytes: JSON.stringify(snapshot).length,
    };
    this.#saved = [{ row, snapshot }, ...this.#saved].slice(0, MAX_SNAPSHOTS);
    return this.rows;
  }

  /** A saved state, or the present one for `now`. Undefined for an unknown id. */
  named(id: string): NamedSnapshot | undefined {
    if (id === 'now') return { name: 'The present state', snapshot: this.#sandbox.snapshot() };
    const found = this.#saved.find(({ row }) => row.id === id);
    return found && { name: found.row.name, snapshot: found.snapshot };
  }

  /** Returns the others, or undefined for an unknown id. */
  delete(id: string): readonly SnapshotRow[] | undefined {
    const others = this.#saved.filter(({ row }) => row.id !== id);
    if (others.length === this.#saved.length) return undefined;
    this.#saved = others;
    return this.rows;
  }

  /** Returns false for an unknown id. */
  restore(id: string): boolean {
    const found = this.#saved.find(({ row }) => row.id === id);
    if (found) this.#sandbox.restore(found.snapshot);
    return found !== undefined;
  }
}

/** What most states differ in, as the panels count it: the inbox has no message that is queued or to an own number. */
const COUNTED = [
  ['numbers', 'number', ''],
  ['calls', 'call', ''],
  ['inbox', 'message', ' in the inbox'],
] as const;

/** The simulated time and what the state has: `11:02:08, 6 numbers, 15 calls, 2 messages in the inbox`. */
function defaultName({ now, collections }: Snapshot): string {
  const counts = COUNTED.map(([kind, noun, where]) => `${counted(sizeOf(collections[kind]), noun)}${where}`);
  return [timeOfDay(now), ...counts].join(', ');
}

const sizeOf = (collection: unknown): number =>
  typeof collection === 'object' && collection !== null && 'items' in collection && Array.isArray(collection.items)
    ? collection.items.length
    : 0;
