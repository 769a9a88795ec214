import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { packageRoot } from '../../util/index.js';
import { withAmbient } from '../ambient-signal.js';
import { type AnswerFor, answererOf, type Egress, isEgressOpen, setEgress } from '../egress.js';
import type { Transport } from '../transport.js';
import { interceptAnswered } from './answered-hosts.js';
import { interceptDatagrams } from './datagrams.js';
import { interceptDispatcher } from './dispatcher.js';
import { Gate } from './gate.js';
import { interceptNames } from './names.js';
import { interceptSockets } from './sockets.js';
import { interceptThreads, SharedFlag } from './threads.js';

export interface NetworkLayer {
  /** Passes the policy to the threads, and closes connections that it no longer allows. */
  update(): void;
}

// Several copies of this package may be loaded at once. A process has one network layer.
const LAYER = Symbol.for('patchbay.network');
type Shared = { [LAYER]?: NetworkLayer };

/** Applies the egress policy to every connection of this process. `docs/security.md` lists the limits. */
function interceptNetwork(): NetworkLayer {
  return ((globalThis as Shared)[LAYER] ??= install());
}

function install(): NetworkLayer {
  const gate = new Gate(isEgressOpen, answererOf);
  const flag = new SharedFlag();
  const sockets = interceptSockets(gate);
  interceptAnswered(gate);
  interceptDatagrams(gate);
  interceptNames(gate);
  interceptThreads(join(packageRoot(), 'dist', 'network-thread.js'));
  interceptDispatcher(gate);
  interceptFetch();
  // Updates named imports such as `import { connect } from 'node:net'`.
  syncBuiltinESMExports();
  return {
    update() {
      flag.set(isEgressOpen());
      if (!isEgressOpen()) sockets.closeOutgoing();
    },
  };
}

/** Lets Ctrl-C abort requests of `fetch`. The error names the request, because the user may see it much later. */
function interceptFetch(): void {
  const { fetch: original } = globalThis;
  const interceptedFetch: typeof fetch = async (input, init) => {
    const own = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const signal = withAmbient(own);
    try {
      return await original(input, signal ? { ...init, signal } : init);
    } catch (error) {
      if (!signal?.aborted || own?.aborted) throw error;
      const request = input instanceof Request ? input : { method: 'GET', url: input };
      const { origin, pathname } = new URL(request.url);
      throw new DOMException(`${init?.method ?? request.method} ${origin}${pathname} was cancelled`, 'AbortError');
    }
  };
  // The name is what the prompt prints. The bundler removes that of a function expression.
  Object.defineProperty(interceptedFetch, 'name', { value: 'fetch' });
  globalThis.fetch = interceptedFetch;
}

/**
 * Sets the policy for the whole process: Patchbay's own transports, and all other code that opens connections. Requests
 * to the origins of `answerFor` open no connection.
 */
export function enforceEgress(egress: Egress, services?: Transport, answerFor?: AnswerFor): void {
  setEgress(egress, services, answerFor);
  interceptNetwork().update();
}
