import { withAmbient } from '../ambient-signal.js';

/** Lets Ctrl-C abort what `fetch` waits for. */
export function interceptFetch(): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const signal = withAmbient(init?.signal ?? (input instanceof Request ? input.signal : undefined));
    return fetch(input, signal ? { ...init, signal } : init);
  };
}
