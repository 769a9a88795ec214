interface Entry<T> {
  readonly value: T;
  readonly weight: number;
  readonly untilMs: number;
}

export interface CacheLimits {
  readonly max: number;
  readonly heaviest: number;
  readonly keepMs: number;
  readonly nowMs: () => number;
}

/** A least-recently-used cache whose entries expire. */
export class PageCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  #weight = 0;

  constructor(private readonly limits: CacheLimits) {}

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.delete(key);
    if (entry.untilMs <= this.limits.nowMs()) return undefined;
    this.#insert(key, entry); // re-insert at the end: a Map iterates in insertion order
    return entry.value;
  }

  set(key: string, value: T, weight = 1): void {
    const { max, heaviest, keepMs, nowMs } = this.limits;
    this.delete(key);
    this.#insert(key, { value, weight, untilMs: nowMs() + keepMs });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= max && this.#weight <= heaviest) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }

  #insert(key: string, entry: Entry<T>): void {
    this.#entries.set(key, entry);
    this.#weight += entry.weight;
  }
}
