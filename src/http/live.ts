import type { Dispatcher } from 'undici';
import { SIZE_LIMITS } from '../util/index.js';
import { AnswerHandler } from './answer-handler.js';
import type { Connections } from './connect/connections.js';
import { checkTrust } from './connect/proxy-settings.js';
import type { AddressRule, Resolve } from './connect/resolve.js';
import { checkEgress } from './egress.js';
import { type FaultKind, type Transport, TransportFault, type WireRequest, type WireResponse } from './transport.js';

export interface LiveOptions {
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** The proxy for everything that leaves this machine. Default: `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. */
  readonly proxy?: string;
  /** Additional certificates to trust, as PEM. `NODE_EXTRA_CA_CERTS` works too. */
  readonly ca?: string;
  /** Resolves the host of a connection. Default: the resolver of the system. */
  readonly resolve?: Resolve;
  /** Selects the addresses of a host that may be used. With a rule, a proxy gets a checked address. */
  readonly rule?: AddressRule;
}

const STOPPED: ReadonlySet<FaultKind> = new Set(['aborted', 'timeout', 'too_large']);

/** Sends requests with undici's `dispatch`, without the layers of `fetch`. Returns redirects as responses. */
export function liveTransport(options: LiveOptions = {}): Transport {
  const { timeoutMs = 30_000, maxBytes = SIZE_LIMITS.response.max, proxy, ca, resolve, rule } = options;
  // undici takes 60 ms to import, so it is imported with the first request.
  checkTrust({ proxy, ca });
  const connect = async (verify = true) =>
    (await import('./connect/connections.js')).connect({ proxy, ca, resolve, rule, verify });
  let connecting: Promise<Connections> | undefined;
  let connections: Connections | undefined;
  let unverified: Promise<Connections> | undefined;

  return {
    async send(request: WireRequest): Promise<WireResponse> {
      if (request.signal?.aborted) {
        const { reason } = request.signal;
        throw new TransportFault('aborted', 'aborted before it was sent', { cause: reason, sent: false });
      }
      const { origin, path } = addressOf(request.url);
      checkEgress(origin);
      connections ??= await (connecting ??= connect());
      const through = request.verifyTls === false ? await (unverified ??= connect(false)) : connections;
      const { dispatcher, done } = through.to(origin);
      const { headers, body = null, signal } = request;
      const method = request.method as Dispatcher.HttpMethod;
      let wasStopped = false;
      return new Promise<WireResponse>((resolve, reject) => {
        const limits = {
          maxBytes: Math.min(request.maxBytes ?? maxBytes, maxBytes),
          timeoutMs: request.timeoutMs ?? timeoutMs,
          signal,
        };
        const handler = new AnswerHandler({ resolve, reject, ...limits });
        dispatcher.dispatch({ origin, path, method, headers, body }, handler);
      })
        .catch((fault) => {
          wasStopped = fault instanceof TransportFault && STOPPED.has(fault.kind);
          throw fault;
        })
        .finally(() => done(wasStopped));
    },
    async close() {
      const made = await Promise.all([connecting, unverified]);
      await Promise.all(made.map((one) => one?.close()));
    },
  };
}

interface Address {
  readonly origin: string;
  readonly path: string;
}

// Most URLs come from route rows and are already encoded. This pattern is many times faster than parsing them.
const PLAIN = /^(https?:\/\/[a-z0-9.-]+(?::\d+)?)(\/[\x21\x22\x24-\x7e]*)$/;

function addressOf(url: string): Address {
  const plain = PLAIN.exec(url);
  if (plain) return { origin: plain[1] as string, path: plain[2] as string };
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}
