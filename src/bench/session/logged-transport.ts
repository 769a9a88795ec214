import { type Transport, TransportFault, type WireResponse } from '../../http/index.js';
import type { Told } from '../mode/router.js';
import { rawExchange } from './raw-exchange.js';
import { requestCredentials, shownUrl } from './request-credentials.js';
import type { Exchange } from './session-log.js';
import { dueTurn } from './turn.js';

interface Watcher extends Pick<Told, 'exchange' | 'begun' | 'answered' | 'knownSecrets'> {
  /** Returns the origin of the platform. */
  platform(): string;
}

/** Reports each exchange of a transport to the watcher. */
export function watched(transport: Transport, watcher: Watcher): Transport {
  return {
    async send(request) {
      const turn = dueTurn();
      if (turn) await turn;
      const begun = performance.now();
      const { authorization = '' } = request.headers;
      const { redact = (url) => url } = request;
      const { knownSecrets } = watcher;
      // The input may have set a variable with a secret just now.
      knownSecrets.addVariables(process.env);
      const credentials = requestCredentials(request, { secrets: knownSecrets, platform: watcher.platform() });
      const secrets = knownSecrets.including([authorization.slice(authorization.indexOf(' ') + 1)]);
      const seen = (rest: Pick<Exchange, 'status' | 'fault'>, response?: WireResponse): Exchange => ({
        method: request.method,
        url: redact(secrets.text(shownUrl(request.url))),
        ms: performance.now() - begun,
        ...rest,
        raw: rawExchange({ request, response, secrets, credentials }),
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
