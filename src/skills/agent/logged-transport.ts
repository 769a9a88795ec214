import { type FaultKind, type Transport, TransportFault, type WireRequest } from '../../http/index.js';
import { currentCall } from './current-call.js';

/** A request that a skill sent. Hidden values are masked. */
export interface HttpExchange {
  /** The tool call that sent the request; undefined while a skill is loading. */
  readonly call?: number;
  readonly tool?: string;
  readonly method: string;
  readonly url: string;
  readonly status?: number;
  /** Why there is no response. */
  readonly error?: string;
  /** The kind of the error: `miss` if a recording lacks the request. */
  readonly fault?: FaultKind;
  readonly duration_ms: number;
}

/** Wraps a transport to report every exchange. */
export function watchedTransport(
  transport: Transport,
  { redact, tell }: { redact<T>(value: T): T; tell(exchange: HttpExchange): void },
): Transport {
  return {
    async send(request) {
      const started = performance.now();
      const running = currentCall.getStore();
      const told = (outcome: Pick<HttpExchange, 'status' | 'error' | 'fault'>) =>
        tell({
          ...(running && { call: running.id, tool: running.tool }),
          method: request.method,
          url: redact(request.url),
          ...outcome,
          duration_ms: performance.now() - started,
        });
      try {
        const response = await transport.send(withRedact(request, redact));
        told({ status: response.status });
        return response;
      } catch (fault) {
        told({
          error: redact(fault instanceof Error ? fault.message : String(fault)),
          ...(fault instanceof TransportFault && { fault: fault.kind }),
        });
        throw fault;
      }
    },
  };
}

/** The property is not enumerable, so that a printed or compared request shows only what is sent. */
const withRedact = (request: WireRequest, redact: WireRequest['redact']): WireRequest =>
  Object.defineProperty({ ...request }, 'redact', { value: redact });
