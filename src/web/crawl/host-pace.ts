import { setTimeout as sleep } from 'node:timers/promises';
import { timerMs } from '../../util/index.js';

export interface PaceClock {
  nowMs(): number;
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

const realClock: PaceClock = {
  nowMs: () => performance.now(),
  wait: (ms, signal) => sleep(timerMs(ms), undefined, signal && { signal }),
};

const MAX_HOSTS = 1000;

/** Spaces the starts of requests to one host. It does not limit concurrent requests. */
export class HostPace {
  readonly #free = new Map<string, number>();

  constructor(private readonly clock: PaceClock = realClock) {}

  /** Resolves when the request may start, in the order of the calls. */
  async turn(host: string, delayMs: number, signal?: AbortSignal): Promise<void> {
    const now = this.clock.nowMs();
    const at = Math.max(now, this.#free.get(host) ?? 0);
    this.#free.delete(host);
    this.#free.set(host, at + delayMs);
    if (this.#free.size > MAX_HOSTS) this.#forget(now);
    if (at > now) await this.clock.wait(at - now, signal);
  }

  #forget(now: number): void {
    for (const [host, at] of this.#free) if (at <= now) this.#free.delete(host);
  }
}
