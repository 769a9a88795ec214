import { type FaultKind, type Transport, TransportFault, type WireRequest } from '../../http/index.js';
import { currentCall } from './current-call.js';

/** A request that a skill sent. Hidden values are cut. */
export interface HttpExchange {
  /** The call of a tool that it belongs to; none while a skill is loading. */
  readonly call?: number;
  readonly tool?: string;
  readonly method: string;
  readonly url: string;
  readonly status?: number;
  /** Why there is no status. */
  readonly error?: string;
  /** The same as a word: `miss` where a recording has no such exchange. */
  readonly fault?: FaultKind;
  readonly duration_ms: number;
}

/** The same transport, which tells of every exchange. */
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

/** Beside the request rather than in it: printed or compared, a request is what goes over the wire. */
const withRedact = (request: WireRequest, redact: WireRequest['redact']): WireRequest =>
  Object.defineProperty({ ...request }, 'redact', { value: redact });
