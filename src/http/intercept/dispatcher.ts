import { createRequire } from 'node:module';
import type { Dispatcher } from 'undici';
import type { Gate } from './gate.js';

// Where each copy of undici stores its global dispatcher. Version 8 uses the second symbol. Older versions and Node's
// `fetch` use the first one, which versions 7 and 8 also set.
const SLOTS = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')];

/**
 * Every request of `fetch`, WebSocket, EventSource and `undici.request` passes the global dispatcher, including each
 * redirect. The dispatcher sees a request before its connection: the host behind a proxy, and requests on an open
 * connection. Code that watches or answers such requests belongs here.
 */
export function interceptDispatcher(gate: Gate): void {
  const slots = globalThis as { [slot: symbol]: Dispatcher | undefined };
  const usual = lazyAgent();
  for (const slot of SLOTS) {
    const existing = slots[slot];
    const value = guarded(existing ? () => existing : usual, { gate, usual });
    // The same property attributes as in undici, so that `setGlobalDispatcher` works.
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

/** Wraps a dispatcher with a check before each request. All other properties come from the dispatcher. */
function guarded(dispatcher: () => Dispatcher, { gate, usual }: { gate: Gate; usual: () => Dispatcher }): Dispatcher {
  const dispatch: Dispatcher['dispatch'] = (options, handler) => {
    const { host, hostname, origin } = new URL(String(options.origin));
    // A dispatcher of the user could connect to a proxy instead.
    if (gate.answerFor(origin)) return usual().dispatch(options, handler);
    const fault = gate.refusal(hostname);
    if (fault) throw gate.refusal(host, undefined, origin) ?? fault;
    return dispatcher().dispatch(options, handler);
  };
  // The target is a placeholder, because the dispatcher is created only when it is used.
  return new Proxy({} as Dispatcher, {
    get(_target, name, itself) {
      if (name === 'dispatch') return dispatch;
      const real = dispatcher();
      const value: unknown = Reflect.get(real, name, real);
      if (typeof value !== 'function') return value;
      // Composed dispatchers pass the check. Other methods need the private fields of the real dispatcher.
      return value.bind(name === 'compose' ? itself : real);
    },
    getPrototypeOf: () => Reflect.getPrototypeOf(dispatcher()),
  });
}
