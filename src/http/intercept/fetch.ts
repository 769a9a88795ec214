import { withAmbient } from '../ambient-signal.js';

/** Lets Ctrl-C abort requests of `fetch`. */
export function interceptFetch(): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const signal = withAmbient(init?.signal ?? (input instanceof Request ? input.signal : undefined));
    return fetch(input, signal ? { ...init, signal } : init);
  };
}
