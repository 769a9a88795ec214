/** The resources of top-level `using`, which are disposed of at the end of their input. */
export class Disposal {
  readonly #stack: { readonly value: object; readonly dispose: () => unknown; readonly asynchronous: boolean }[] = [];

  use<T>(value: T, asynchronous = false): T {
    if (value === null || value === undefined) return value;
    if (typeof value !== 'object' && typeof value !== 'function') throw new TypeError('Object expected');
    const resource = value as Record<symbol, unknown>;
    const dispose = (asynchronous && resource[Symbol.asyncDispose]) || resource[Symbol.dispose];
    if (typeof dispose !== 'function') throw new TypeError('Object not disposable');
    this.#stack.push({ value, dispose: dispose as () => unknown, asynchronous });
    return value;
  }

  /** Disposes of the resources, last one first. An error wraps the previous one and does not stop the disposal. */
  async end(outcome: { readonly error: unknown } | null): Promise<void> {
    let failure = outcome;
    for (let resource = this.#stack.pop(); resource; resource = this.#stack.pop()) {
      try {
        const result = resource.dispose.call(resource.value);
        if (resource.asynchronous) await result;
      } catch (error) {
        failure = { error: failure ? suppressed(error, failure.error) : error };
      }
    }
    if (failure) throw failure.error;
  }
}

/** Creates a `SuppressedError`, a class that Node 20 does not have. */
function suppressed(error: unknown, before: unknown): Error {
  const both = new Error('An error was suppressed during disposal');
  return Object.assign(both, { name: 'SuppressedError', error, suppressed: before });
}
