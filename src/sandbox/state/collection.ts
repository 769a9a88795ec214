import type { Transaction } from './transaction.js';

interface Entry<T> {
  readonly seq: number;
  item: T;
}
/** Returns the value by which items are looked up, such as their name. Items without a value cannot be looked up. */
type KeyOf<T> = (item: T) => unknown;
interface Lookup<T> {
  keyOf(item: T): unknown;
  readonly entries: Map<unknown, Set<Entry<T>>>;
}

/** Items of one kind in the order of creation. The cost of a lookup or a page hardly depends on the number of items. */
export class Collection<T extends { readonly id: string }> {
  #entries: (Entry<T> | undefined)[] = [];
  /** How many entries before the oldest item were deleted. Where the oldest always makes room, no one walks over them. */
  #head = 0;
  readonly #index = new Map<string, Entry<T>>();
  readonly #lookups = new Map<unknown, Lookup<T>>();
  #next = 0;
  readonly #transaction: Transaction | undefined;

  /** Changes are undone with the transaction. A temporary collection needs none. */
  constructor(transaction?: Transaction) {
    this.#transaction = transaction;
  }

  /** Creates a temporary collection of items, oldest first. */
  static of<T extends { readonly id: string }>(items: Iterable<T>): Collection<T> {
    const made = new Collection<T>();
    for (const item of items) made.add(item);
    return made;
  }

  get size(): number {
    return this.#index.size;
  }

  ids(): Iterable<string> {
    return this.#index.keys();
  }

  add(item: T): T {
    const entry = { seq: this.#next++, item };
    this.#entries.push(entry);
    this.#link(entry);
    this.#transaction?.onUndo(() => {
      this.#unlink(entry);
      this.#entries[this.#positionOf(entry.seq)] = undefined;
      this.#next = entry.seq;
    });
    return item;
  }

  get(id: string): T | undefined {
    return this.#index.get(id)?.item;
  }

  /**
   * Returns the items with this key, oldest first. The first call with a function builds its index, so the function must
   * be a constant.
   */
  withKey(keyOf: KeyOf<T>, key: unknown): T[] {
    let lookup = this.#lookups.get(keyOf);
    if (lookup === undefined) {
      this.#lookups.set(keyOf, (lookup = { keyOf, entries: new Map() }));
      for (const entry of this.#index.values()) add(lookup.entries, keyOf(entry.item), entry);
    }
    return [...(lookup.entries.get(key) ?? [])].sort((one, other) => one.seq - other.seq).map(({ item }) => item);
  }

  replace(item: T): T {
    const entry = this.#index.get(item.id);
    if (entry === undefined) throw new Error(`no item with the id ${item.id} to replace`);
    const previous = entry.item;
    this.#change(entry, item);
    this.#transaction?.onUndo(() => this.#change(entry, previous));
    return item;
  }

  delete(id: string): boolean {
    const entry = this.#index.get(id);
    if (entry === undefined) return false;
    this.#unlink(entry);
    this.#entries[this.#positionOf(entry.seq)] = undefined;
    this.#removeDeleted();
    this.#transaction?.onUndo(() => {
      this.#link(entry);
      this.#entries.splice(this.#positionOf(entry.seq), 0, entry);
    });
    return true;
  }

  #removeDeleted(): void {
    if (this.#entries.length > 32 && this.#entries.length > 2 * this.#index.size) {
      this.#entries = this.#entries.filter((one) => one !== undefined);
      this.#head = 0;
    }
    while (this.#head < this.#entries.length && this.#entries[this.#head] === undefined) this.#head++;
  }

  /** Iterates from newest to oldest over the items created before sequence number `before`. */
  *newest(before = Number.POSITIVE_INFINITY): Generator<readonly [seq: number, item: T]> {
    const from = before === Number.POSITIVE_INFINITY ? this.#entries.length : this.#positionOf(before);
    for (let index = from - 1; index >= this.#head; index--) {
      const entry = this.#entries[index];
      if (entry) yield [entry.seq, entry.item];
    }
  }

  *since(seq: number): Generator<readonly [seq: number, item: T]> {
    for (let index = this.#positionOf(seq); index < this.#entries.length; index++) {
      const entry = this.#entries[index];
      if (entry) yield [entry.seq, entry.item];
    }
  }

  *[Symbol.iterator](): Generator<T> {
    for (let index = this.#head; index < this.#entries.length; index++) {
      const entry = this.#entries[index];
      if (entry) yield entry.item;
    }
  }

  toJSON(): { next: number; items: [number, T][] } {
    return { next: this.#next, items: this.#entries.flatMap((one) => (one ? [[one.seq, one.item]] : [])) };
  }

  static from<T extends { readonly id: string }>(
    { next, items }: ReturnType<Collection<T>['toJSON']>,
    transaction: Transaction,
  ): Collection<T> {
    const made = new Collection<T>(transaction);
    for (const [seq, item] of items) {
      const entry = { seq, item };
      made.#entries.push(entry);
      made.#index.set(item.id, entry);
    }
    made.#next = next;
    return made;
  }

  #link(entry: Entry<T>): void {
    this.#index.set(entry.item.id, entry);
    for (const { keyOf, entries } of this.#lookups.values()) add(entries, keyOf(entry.item), entry);
  }

  #unlink(entry: Entry<T>): void {
    this.#index.delete(entry.item.id);
    for (const { keyOf, entries } of this.#lookups.values()) remove(entries, keyOf(entry.item), entry);
  }

  /** Most changes keep the values by which an item is looked up. */
  #change(entry: Entry<T>, item: T): void {
    const previous = entry.item;
    entry.item = item;
    for (const { keyOf, entries } of this.#lookups.values()) {
      const [before, after] = [keyOf(previous), keyOf(item)];
      if (before === after) continue;
      remove(entries, before, entry);
      add(entries, after, entry);
    }
  }

  /** Returns the position of a sequence number, or where it would be. A deleted entry counts as its older neighbour. */
  #positionOf(seq: number): number {
    let low = this.#head;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      let at = middle;
      while (at >= low && this.#entries[at] === undefined) at--;
      if (at < low || (this.#entries[at] as { seq: number }).seq < seq) low = middle + 1;
      else high = at;
    }
    return low;
  }
}

function add<T>(entries: Lookup<T>['entries'], key: unknown, entry: Entry<T>): void {
  if (key === undefined || key === null) return;
  const same = entries.get(key);
  if (same) same.add(entry);
  else entries.set(key, new Set([entry]));
}

function remove<T>(entries: Lookup<T>['entries'], key: unknown, entry: Entry<T>): void {
  const same = entries.get(key);
  same?.delete(entry);
  if (same?.size === 0) entries.delete(key);
}
