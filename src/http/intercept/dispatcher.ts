import { createRequire } from 'node:module';
import type { Dispatcher } from 'undici';
import type { Gate } from './gate.js';

// Where each copy of undici looks for its global dispatcher: version 8 in the second, older ones and Node's fetch in the
// first, which 7 and 8 keep up to date.
const SLOTS = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')];

/**
 * Every request of `fetch`, WebSocket, EventSource and `undici.request` passes the global dispatcher, each redirect
 * again. It sees a request before it has a connection: the host behind a proxy, and the request on a connection that is
 * open already. Code that watches or answers such requests belongs here.
 */
export function interceptDispatcher(gate: Gate): void {
  const slots = globalThis as { [slot: symbol]: Dispatcher | undefined };
  const usual = lazyAgent();
  for (const slot of SLOTS) {
    const existing = slots[slot];
    const value = guarded(existing ? () => existing : usual, gate);
    // As undici defines it, so that `setGlobalDispatcher` works.
    Object.defineProperty(globalThis, slot, { value, writable: true, enumerable: false, configurable: false });
  }
}

/** undici takes 60 ms to load: the first request loads it, and `dispatch` cannot wait for an import. */
function lazyAgent(): () => Dispatcher {
  let agent: Dispatcher | undefined;
  return () => {
    const { Agent } = createRequire(import.meta.url)('undici') as typeof import('undici');
    return (agent ??= new Agent());
  };
}

/** The dispatcher, with a check before each request. Whatever else it has is the dispatcher's own. */
function guarded(dispatcher: () => Dispatcher, gate: Gate): Dispatcher {
  const dispatch: Dispatcher['dispatch'] = (options, handler) => {
    const { host, hostname } = new URL(String(options.origin));
    const fault = gate.refusal(hostname);
    if (fault) throw gate.refusal(host) ?? fault;
    return dispatcher().dispatch(options, handler);
  };
  // The prototype is looked up when it is asked for: the target is only a stand-in.
  return new Proxy({} as Dispatcher, {
    get(_target, name, itself) {
      if (name === 'dispatch') return dispatch;
      const real = dispatcher();
      const value: unknown = Reflect.get(real, name, real);
      if (typeof value !== 'function') return value;
      // Composed dispatchers go through the check; other methods need the private fields of the dispatcher.
      return value.bind(name === 'compose' ? itself : real);
    },
    getPrototypeOf: () => Reflect.getPrototypeOf(dispatcher()),
  });
}
