/**
 * Groups requests that arrive together: first all of them are read, then answered, then the responses are written.
 * Alternating between the three steps for each request takes 50 % more time.
 */
export class Turns {
  #next: Promise<void> | undefined;

  /** Resolves when all requests that have arrived so far have been read. */
  next(): Promise<void> {
    this.#next ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#next = undefined;
        resolve();
      });
    });
    return this.#next;
  }
}
