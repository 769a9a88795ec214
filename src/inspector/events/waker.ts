import { setTimeout as wait } from 'node:timers/promises';

/** Lets a loop wait for the next event, or for the end. An event that came before the wait ends it at once. */
export class Waker {
  readonly #signal: AbortSignal;
  #isDue = false;
  #resolve: (() => void) | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.wake, { once: true });
  }

  readonly wake = (): void => {
    this.#isDue = true;
    this.#resolve?.();
  };

  /** Resolves to true after an event, and to false after `ms`. */
  async woken(ms: number): Promise<boolean> {
    if (!this.#isDue) {
      const timer = new AbortController();
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#resolve = resolve;
        }),
        wait(ms, undefined, { signal: timer.signal, ref: false }).catch(() => {}),
      ]);
      timer.abort();
    }
    const isDue = this.#isDue;
    this.#isDue = false;
    return isDue;
  }

  /** Waits for `ms`, until an event after which it is enough, or until the end. */
  async pause(ms: number, isEnough: () => boolean): Promise<void> {
    const timer = new AbortController();
    this.#resolve = () => {
      if (this.#signal.aborted || isEnough()) timer.abort();
    };
    this.#resolve();
    await wait(ms, undefined, { signal: timer.signal }).catch(() => {});
  }
}
