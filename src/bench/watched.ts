import { type Transport, TransportFault, type WireResponse } from '../http/index.js';
import { rawExchange } from './raw-exchange.js';
import type { Exchange } from './session-log.js';
import type { Told } from './switchboard.js';
import { dueTurn } from './turn.js';

/** Tells of each exchange that goes through. */
export function watched(
  transport: Transport,
  watcher: Pick<Told, 'exchange' | 'begun' | 'answered' | 'discretion'>,
): Transport {
  return {
    async send(request) {
      const turn = dueTurn();
      if (turn) await turn;
      const begun = performance.now();
      const { authorization = '' } = request.headers;
      const { redact = (url) => url } = request;
      const secrets = watcher.discretion.besides([authorization.slice(authorization.indexOf(' ') + 1)]);
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
