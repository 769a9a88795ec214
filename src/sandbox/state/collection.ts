import type { Transaction } from './transaction.js';

/** Items of one kind in the order of creation. The cost of a lookup or a page hardly depends on the number of items. */
export class Collection<T extends { readonly id: string }> {
  #entries: ({ readonly seq: number; item: T } | undefined)[] = [];
  readonly #index = new Map<string, { readonly seq: number; item: T }>();
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

  add(item: T): T {
    const entry = { seq: this.#next++, item };
    this.#entries.push(entry);
    this.#index.set(item.id, entry);
    this.#transaction?.onUndo(() => {
      this.#index.delete(item.id);
      this.#entries[this.#positionOf(entry.seq)] = undefined;
      this.#next = entry.seq;
    });
    return item;
  }

  get(id: string): T | undefined {
    return this.#index.get(id)?.item;
  }

  replace(item: T): T {
    const entry = this.#index.get(item.id);
    if (entry === undefined) throw new Error(`no item with the id ${item.id} to replace`);
    const previous = entry.item;
    entry.item = item;
    this.#transaction?.onUndo(() => {
      entry.item = previous;
    });
    return item;
  }

  delete(id: string): boolean {
    const entry = this.#index.get(id);
    if (entry === undefined) return false;
    this.#index.delete(id);
    this.#entries[this.#positionOf(entry.seq)] = undefined;
    if (this.#entries.length > 32 && this.#entries.length > 2 * this.#index.size)
      this.#entries = this.#entries.filter((one) => one !== undefined);
    this.#transaction?.onUndo(() => {
      this.#index.set(id, entry);
      this.#entries.splice(this.#positionOf(entry.seq), 0, entry);
    });
    return true;
  }

  /** Iterates from newest to oldest over the items created before sequence number `before`. */
  *newest(before = Number.POSITIVE_INFINITY): Generator<readonly [seq: number, item: T]> {
    const from = before === Number.POSITIVE_INFINITY ? this.#entries.length : this.#positionOf(before);
    for (let at = from - 1; at >= 0; at--) {
      const entry = this.#entries[at];
      if (entry) yield [entry.seq, entry.item];
    }
  }

  *since(seq: number): Generator<readonly [seq: number, item: T]> {
    for (let at = this.#positionOf(seq); at < this.#entries.length; at++) {
      const entry = this.#entries[at];
      if (entry) yield [entry.seq, entry.item];
    }
  }

  *[Symbol.iterator](): Generator<T> {
    for (const entry of this.#entries) if (entry) yield entry.item;
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

  /** Returns the position of a sequence number, or where it would be. A deleted entry counts as its older neighbour. */
  #positionOf(seq: number): number {
    let low = 0;
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
