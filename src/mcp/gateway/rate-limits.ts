const UNITS = { second: 1, minute: 60, hour: 3600, day: 86_400 };

export class RateLimits {
  readonly #now: () => number;
  readonly #windows = new Map<string, { until: number; left: number }>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Counts a request. Returns the seconds to wait if a limit is reached, and undefined if the request may pass. */
  take(kind: string, limits: readonly (string | undefined)[]): number | undefined {
    const now = this.#now();
    const windows = limits.flatMap((limit) => (limit === undefined ? [] : [this.#window(kind, limit, now)]));
    const full = windows.filter(({ left }) => left === 0);
    if (full.length > 0) return Math.max(1, Math.ceil((Math.max(...full.map(({ until }) => until)) - now) / 1000));
    for (const window of windows) window.left--;
    return undefined;
  }

  #window(kind: string, limit: string, now: number) {
    const key = `${kind} ${limit}`;
    const known = this.#windows.get(key);
    if (known && known.until > now) return known;
    const { max, perMs } = rateOf(limit);
    const fresh = { until: now + perMs, left: max };
    this.#windows.set(key, fresh);
    return fresh;
  }
}

function rateOf(limit: string) {
  const [, max = '0', unit = 'second'] = /^(\d+) (?:per|\/) ?(\w+)$/.exec(limit) ?? [];
  return { max: Number(max), perMs: UNITS[unit as keyof typeof UNITS] * 1000 };
}
