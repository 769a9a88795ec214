import { type Transport, TransportFault, type WireResponse } from '../http/index.js';
import { type SecretCutter, secretCutter } from '../redact/index.js';
import { rawExchange } from './raw-exchange.js';
import type { Exchange } from './session-log.js';
import type { Told } from './switchboard.js';

/** Tells of each exchange that goes through. */
export function watched(
  transport: Transport,
  { exchange: tell, discretion }: Pick<Told, 'exchange' | 'discretion'>,
): Transport {
  return {
    async send(request) {
      const begun = performance.now();
      const { authorization = '' } = request.headers;
      const { redact = (url) => url } = request;
      const secrets = both(secretCutter([authorization.slice(authorization.indexOf(' ') + 1)]), discretion);
      const seen = (rest: Pick<Exchange, 'status' | 'fault'>, response?: WireResponse): Exchange => ({
        method: request.method,
        url: redact(secrets.text(request.url)),
        ms: performance.now() - begun,
        ...rest,
        raw: rawExchange(request, response, secrets),
      });
      try {
        const response = await transport.send(request);
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

const both = (first: SecretCutter, then: SecretCutter): SecretCutter => ({
  text: (value) => then.text(first.text(value)),
  value: (value) => then.value(first.value(value)),
});
