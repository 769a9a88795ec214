import type { Agent, Dispatcher } from 'undici';
import { AnswerHandler } from './answer-handler.js';
import { checkEgress } from './egress.js';
import { type Transport, TransportFault, type WireRequest, type WireResponse } from './transport.js';

export interface LiveOptions {
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** In place of our own connections: a recorder, a proxy. */
  readonly dispatcher?: Dispatcher;
}

/** The transport that really sends: undici's dispatch, without the layers that fetch adds. Redirects are answers. */
export function liveTransport({
  timeoutMs = 30_000,
  maxBytes = 32 * 2 ** 20,
  dispatcher,
}: LiveOptions = {}): Transport {
  let agent: Promise<Agent> | undefined;
  // undici takes 60 ms to import: only who sends pays for it.
  const own = () =>
    (agent ??= import('undici').then(({ Agent }) => new Agent({ pipelining: 1, allowH2: false, connections: 64 })));

  return {
    async send(request: WireRequest): Promise<WireResponse> {
      if (request.signal?.aborted)
        throw new TransportFault('aborted', 'aborted before it was sent', {
          cause: request.signal.reason,
          sent: false,
        });
      const url = new URL(request.url);
      checkEgress(url);
      const through = dispatcher ?? (await own());
      return new Promise((resolve, reject) => {
        const handler = new AnswerHandler({
          resolve,
          reject,
          maxBytes,
          timeoutMs: request.timeoutMs ?? timeoutMs,
          signal: request.signal,
        });
        const { method, headers, body } = request;
        through.dispatch(
          {
            origin: url.origin,
            path: url.pathname + url.search,
            method: method as Dispatcher.HttpMethod,
            headers,
            body: body ?? null,
          },
          handler,
        );
      });
    },
    async close() {
      await (await agent)?.close();
    },
  };
}
