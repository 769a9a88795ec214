import { type Transport, TransportFault, type WireRequest, type WireResponse } from '../http/index.js';
import { secretCutter } from '../redact/index.js';
import { rawExchange } from './raw-exchange.js';
import type { Exchange } from './session-log.js';

interface Watcher {
  exchange(exchange: Exchange): void;
  /** A request goes out; what it answers is called when it is over. */
  begun?(request: WireRequest): () => void;
  /** An answer as it came. */
  answered?(request: WireRequest, response: WireResponse): void;
}

/** Tells of each exchange that goes through. */
export function watched(transport: Transport, watcher: Watcher): Transport {
  return {
    async send(request) {
      const begun = performance.now();
      const { authorization = '' } = request.headers;
      const { redact = (url) => url } = request;
      const secrets = secretCutter([authorization.slice(authorization.indexOf(' ') + 1)]);
      const seen = (rest: Pick<Exchange, 'status' | 'fault'>, response?: WireResponse): Exchange => ({
        method: request.method,
        url: redact(secrets.text(request.url)),
        ms: performance.now() - begun,
        ...rest,
        raw: rawExchange(request, response, secrets),
      });
      const over = watcher.begun?.(request);
      try {
        const response = await transport.send(request);
        watcher.answered?.(request, response);
        watcher.exchange(seen({ status: response.status }, response));
        return response;
      } catch (fault) {
        watcher.exchange(seen({ fault: fault instanceof TransportFault ? fault.kind : 'fault' }));
        throw fault;
      } finally {
        over?.();
      }
    },
    close: async () => transport.close?.(),
  };
}
