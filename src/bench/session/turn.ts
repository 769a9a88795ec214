import { setImmediate as nextTurn } from 'node:timers/promises';

/** Keys, signals and the screen can wait this long without a noticeable delay. */
const MAX_MS = 20;

/**
 * Decides when a request waits for the next turn of the event loop. Transports in this process answer without a turn,
 * so a loop of awaited requests would block keys, signals and timers. Requests that arrive while a turn is pending wait
 * for the same turn and continue in order, so that the same calls get the same responses.
 */
export class EventLoopTurns {
  #turnedAtMs = performance.now();
  #pending: Promise<void> | undefined;

  due(): Promise<void> | undefined {
    if (!this.#pending && performance.now() - this.#turnedAtMs >= MAX_MS) this.#pending = this.#wait();
    return this.#pending;
  }

  async #wait(): Promise<void> {
    await nextTurn();
    this.#turnedAtMs = performance.now();
    this.#pending = undefined;
  }
}
