import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';

/**
 * Whose code is running, at any moment: an input's or a job's. Only jobs get an async context. On Node 20 it leaves its
 * marks on promises that are shown; who sends nothing to the background never sees one.
 */
export class Owner {
  readonly #jobs = new AsyncLocalStorage<AbortSignal>();
  #prompt = openSignal();

  get isJob(): boolean {
    return this.#jobs.getStore() !== undefined;
  }

  /** Fires when this code is stopped. */
  signal = (): AbortSignal => this.#jobs.getStore() ?? this.#prompt.signal;

  inJob<T>(signal: AbortSignal, run: () => T): T {
    setMaxListeners(0, signal);
    return this.#jobs.run(signal, run);
  }

  /** Gives up what was sent from the prompt. */
  interrupt(reason: Error): void {
    const stopped = this.#prompt;
    this.#prompt = openSignal();
    stopped.abort(reason);
  }
}

/** Any number of requests may listen to it. */
function openSignal(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
