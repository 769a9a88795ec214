import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS = 10;

/** Counts the timers that keep the process running, in order to wait for those that cells have left behind. */
export class PendingTimers {
  readonly #ofKernel = count();

  /** Resolves when no timer of a cell is pending, or after the limit. */
  async end(limitMs: number): Promise<void> {
    const until = performance.now() + limitMs;
    while (count() > this.#ofKernel && performance.now() < until) await wait(LOOK_MS);
  }
}

function count(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout' || name === 'Immediate').length;
}
