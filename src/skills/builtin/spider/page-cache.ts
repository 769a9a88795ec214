interface Kept<T> {
  readonly value: T;
  readonly weight: number;
  readonly untilMs: number;
}

export interface CacheLimits {
  readonly most: number;
  /** Of the weights together. */
  readonly heaviest: number;
  readonly keepMs: number;
  readonly nowMs: () => number;
}

/** Keeps what was used last, for a while. */
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
    this.#keep(key, kept); // at the end: a map remembers the order of coming
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
