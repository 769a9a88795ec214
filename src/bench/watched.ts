import { type Transport, TransportFault, type WireRequest, type WireResponse } from '../http/index.js';
import { secretCutter } from '../redact/index.js';
import { rawExchange } from './raw-exchange.js';
import type { Exchange } from './session-log.js';

/** Tells of each exchange that goes through, and who wants it has the answer itself. */
export function watched(
  transport: Transport,
  tell: (exchange: Exchange) => void,
  answered: (request: WireRequest, response: WireResponse) => void = () => {},
): Transport {
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
      try {
        const response = await transport.send(request);
        answered(request, response);
        tell(seen({ status: response.status }, response));
        return response;
      } catch (fault) {
        tell(seen({ fault: fault instanceof TransportFault ? fault.kind : 'fault' }));
        throw fault;
      }
    },
    close: async () => transport.close?.(),
  };
}
