import { Interrupted } from '../../eval/index.js';

/**
 * Runs work that calls the user's code outside of an input, such as a getter of the result that is shown. A termination
 * of this code unwinds its whole stack. So the work starts on its own stack, and an interrupt rejects its promise.
 */
export class EndableWork {
  readonly #running = new Set<(error: Interrupted) => void>();

  async run<T>(work: () => Promise<T>): Promise<T> {
    let stop: (error: Interrupted) => void = () => {};
    try {
      return await new Promise<T>((resolve, reject) => {
        stop = reject;
        this.#running.add(stop);
        queueMicrotask(() => void work().then(resolve, reject));
      });
    } finally {
      this.#running.delete(stop);
    }
  }

  /** Returns whether it stopped any work. */
  interrupt(): boolean {
    const stopped = [...this.#running];
    for (const stop of stopped) stop(new Interrupted());
    return stopped.length > 0;
  }
}
