interface Kept<T> {
  readonly value: T;
  readonly weight: number;
  readonly untilMs: number;
}

export interface CacheLimits {
  readonly most: number;
  /** Maximum total weight. */
  readonly heaviest: number;
  readonly keepMs: number;
  readonly nowMs: () => number;
}

/** A least-recently-used cache whose entries expire. */
export class PageCache<T> {
  readonly #limits: CacheLimits;
  readonly #kept = new Map<string, Kept<T>>();
  #weight = 0;

  constructor(limits: CacheLimits) {
    this.#limits = limits;
  }

  get(key: string): T | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.delete(key);
    if (kept.untilMs <= this.#limits.nowMs()) return undefined;
    this.#keep(key, kept); // re-insert at the end: a Map iterates in insertion order
    return kept.value;
  }

  set(key: string, value: T, weight = 1): void {
    const { most, heaviest, keepMs, nowMs } = this.#limits;
    this.delete(key);
    this.#keep(key, { value, weight, untilMs: nowMs() + keepMs });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= most && this.#weight <= heaviest) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#weight -= this.#kept.get(key)?.weight ?? 0;
    this.#kept.delete(key);
  }

  clear(): void {
    this.#kept.clear();
    this.#weight = 0;
  }

  #keep(key: string, kept: Kept<T>): void {
    this.#kept.set(key, kept);
    this.#weight += kept.weight;
  }
}
