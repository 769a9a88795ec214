import { withAmbient } from './ambient-signal.js';
import { checkEgress } from './egress.js';

let guarded = false;

/**
 * Puts the process's own `fetch` under the egress policy, redirects included. undici takes 60 ms to load, so it is
 * loaded by the first call; `net` and other sockets that the user's code opens are out of scope.
 */
export function guardFetch(): void {
  if (guarded) return;
  guarded = true;
  const original = globalThis.fetch;
  let ready: Promise<void> | undefined;
  globalThis.fetch = async (input, init) => {
    const signal = withAmbient(init?.signal ?? (input instanceof Request ? input.signal : undefined));
    await (ready ??= guardDispatcher());
    return original(input, signal ? { ...init, signal } : init);
  };
}

/** Every hop of every fetch goes through the global dispatcher, in undici as in Node's own copy of it. */
async function guardDispatcher(): Promise<void> {
  const { getGlobalDispatcher, setGlobalDispatcher } = await import('undici');
  setGlobalDispatcher(
    getGlobalDispatcher().compose((dispatch) => (options, handler) => {
      checkEgress(String(options.origin));
      return dispatch(options, handler);
    }),
  );
}
