/** Limits for a session of days. */
const MAX_BYTES = 64 * 1024 * 1024;
export const MAX_REQUESTS: Limits = { count: 1_000, bytes: MAX_BYTES };
/** The limits of values, and of errors. */
export const MAX_RESULTS: Limits = { count: 200, bytes: MAX_BYTES };

interface Limits {
  readonly count: number;
  readonly bytes: number;
}

interface Entry {
  readonly number: number;
  readonly bytes: number;
}

/** The numbers of the latest events of a kind that keep their contents: up to a count and a size. The last one stays. */
export class Latest {
  readonly #limits: Limits;
  readonly #release: (number: number) => void;
  readonly #entries: Entry[] = [];
  #bytes = 0;

  /** `release` receives the numbers whose contents must go, oldest first. */
  constructor(limits: Limits, release: (number: number) => void) {
    this.#limits = limits;
    this.#release = release;
  }

  add(number: number, bytes: number): void {
    this.#entries.push({ number, bytes });
    this.#bytes += bytes;
    const { count, bytes: maxBytes } = this.#limits;
    while (this.#entries.length > count || (this.#entries.length > 1 && this.#bytes > maxBytes)) {
      const oldest = this.#entries.shift();
      if (!oldest) return;
      this.#bytes -= oldest.bytes;
      this.#release(oldest.number);
    }
  }
}
