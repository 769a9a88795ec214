import {
  type SendContext,
  type Transport,
  TransportFault,
  type WireRequest,
  type WireResponse,
} from '../../http/index.js';
import type { KnownSecrets, SecretCutter } from '../../redact/index.js';
import { bodyBytes, type RawExchange, rawExchange } from './raw-exchange.js';
import { requestCredentials, shownUrl } from './request-credentials.js';
import type { Exchange } from './session-log.js';
import type { EventLoopTurns } from './turn.js';

export interface RequestListener {
  logExchange(exchange: Exchange): void;
  /** Called when a request is sent. The returned function is called when it is finished. */
  requestStarted(request: WireRequest): () => void;
  responseReceived?(request: WireRequest, response: WireResponse): void;
}

interface Options {
  readonly listener: RequestListener;
  readonly turns: EventLoopTurns;
  readonly knownSecrets: Pick<KnownSecrets, 'addVariables' | 'including' | 'variableOf'>;
  platform(): string;
  /** The simulated time, if the log shows it. */
  at?(): string;
}

/** Reports each exchange of a transport to the listener, with secrets redacted. */
export function loggedTransport(
  transport: Transport,
  { listener, turns, knownSecrets, platform, at }: Options,
): Transport {
  const cutters = new LastCutter(knownSecrets);
  return {
    async send(request, context = {}) {
      const turn = turns.due();
      if (turn) await turn;
      const startMs = performance.now();
      const { authorization = '' } = request.headers;
      const { redact = (url) => url } = context;
      // The input may have set a variable with a secret just now.
      knownSecrets.addVariables(process.env);
      const secrets = cutters.for(authorization.slice(authorization.indexOf(' ') + 1));
      const exchange = (
        ending: Pick<Exchange, 'status' | 'fault'>,
        received: { response?: WireResponse; fault?: TransportFault } = {},
      ): Exchange => {
        // Redacted when they are read: of the requests of a busy server, few are looked at.
        let url: string | undefined;
        let raw: RawExchange | undefined;
        return {
          method: request.method,
          ms: performance.now() - startMs,
          ...ending,
          ...(injected !== undefined && { injected }),
          ...(at && { at: at() }),
          bytes: bodyBytes(request, received.response),
          get url() {
            url ??= redact(secrets.text(shownUrl(request.url)));
            return url;
          },
          get raw() {
            raw ??= rawExchange({
              request,
              ...received,
              secrets,
              credentials: requestCredentials(request, { secrets: knownSecrets, platform: platform() }),
              redact,
            });
            return raw;
          },
        };
      };
      let injected: string | undefined;
      const withFault: SendContext = {
        ...context,
        injected(fault) {
          injected = fault;
          context.injected?.(fault);
        },
      };
      const finished = listener.requestStarted(request);
      try {
        const response = await transport.send(request, withFault);
        listener.responseReceived?.(request, response);
        listener.logExchange(exchange({ status: response.status }, { response }));
        return response;
      } catch (fault) {
        const isFault = fault instanceof TransportFault;
        listener.logExchange(exchange({ fault: isFault ? fault.kind : 'fault' }, isFault ? { fault } : {}));
        throw fault;
      } finally {
        finished();
      }
    },
    close: async () => transport.close?.(),
  };
}

/** A client sends the same credential with each request, and its spellings take a millisecond to find out. */
class LastCutter {
  readonly #known: Options['knownSecrets'];
  #last: { readonly secret: string; readonly cutter: SecretCutter } | undefined;

  constructor(known: Options['knownSecrets']) {
    this.#known = known;
  }

  for(secret: string): SecretCutter {
    if (this.#last?.secret !== secret) this.#last = { secret, cutter: this.#known.including([secret]) };
    return this.#last.cutter;
  }
}
