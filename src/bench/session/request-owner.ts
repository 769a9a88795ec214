import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { Interrupted } from '../../eval/index.js';

/**
 * Tracks whether the running code belongs to an input or a background job. Only jobs run in an async context, because
 * on Node 20 the context adds symbol properties to promises, which show when a promise is printed.
 */
export class RequestOwner {
  readonly #jobs = new AsyncLocalStorage<AbortSignal>();
  #prompt = openSignal();

  get isJob(): boolean {
    return this.#jobs.getStore() !== undefined;
  }

  /** Returns the signal that fires when the running code is stopped. */
  signal = (): AbortSignal => this.#jobs.getStore() ?? this.#prompt.signal;

  inJob<T>(signal: AbortSignal, run: () => T): T {
    setMaxListeners(0, signal);
    return this.#jobs.run(signal, run);
  }

  interrupt(reason: Error): void {
    const stopped = this.#prompt;
    this.#prompt = openSignal();
    stopped.abort(reason);
  }
}

/** What an interrupted command still does takes less than this. */
const GRACE_MS = 2_000;

/** Rejects some time after an interrupt if the work has not ended by then: the prompt must not wait for it. */
export async function endingAtInterrupt<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let onInterrupt = () => {};
  const ended = new Promise<never>((_, reject) => {
    onInterrupt = () => {
      timer = setTimeout(() => reject(new Interrupted()), GRACE_MS);
    };
    signal.addEventListener('abort', onInterrupt);
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onInterrupt);
  }
}

/** Creates a signal without a listener limit, because any number of requests may listen to it. */
function openSignal(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
