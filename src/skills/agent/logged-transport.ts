import { type FaultKind, type Transport, TransportFault } from '../../http/index.js';
import { currentCall } from '../contract/current-call.js';

/** A request that a skill sent. Hidden values are masked. */
export interface HttpExchange {
  /** The tool call that sent the request; undefined while a skill is loading. */
  readonly call?: number;
  readonly tool?: string;
  readonly method: string;
  readonly url: string;
  readonly status?: number;
  /** The error, if the request got no response. */
  readonly error?: string;
  /** The kind of the error: `miss` if a recording lacks the request. */
  readonly fault?: FaultKind;
  readonly duration_ms: number;
}

export function loggedTransport(
  transport: Transport,
  { redact, report }: { redact<T>(value: T): T; report(exchange: HttpExchange): void },
): Transport {
  return {
    async send(request) {
      const started = performance.now();
      const running = currentCall.getStore();
      const finish = (outcome: Pick<HttpExchange, 'status' | 'error' | 'fault'>) =>
        report({
          ...(running && { call: running.id, tool: running.tool }),
          method: request.method,
          url: redact(request.url),
          ...outcome,
          duration_ms: performance.now() - started,
        });
      try {
        const response = await transport.send(request, { redact });
        finish({ status: response.status });
        return response;
      } catch (fault) {
        finish({
          error: redact(fault instanceof Error ? fault.message : String(fault)),
          ...(fault instanceof TransportFault && { fault: fault.kind }),
        });
        throw fault;
      }
    },
  };
}

/** Collects requests that a recording lacks, by tool call, because a skill may hide them behind an apology. */
export class MissReports {
  readonly #byCall = new Map<number | undefined, Set<string>>();

  constructor(private readonly notify: (miss: string) => void) {}

  add({ call, fault, error = '' }: HttpExchange): void {
    if (fault === 'miss') this.#byCall.set(call, new Set(this.#byCall.get(call)).add(error));
  }

  /** Reports the misses of a call once, at its end, unless its error already contains them. */
  report(call?: number, error?: unknown): void {
    const [first, ...more] = this.#byCall.get(call) ?? [];
    this.#byCall.delete(call);
    if (first === undefined || (error instanceof Error && error.message.includes(first))) return;
    this.notify(more.length > 0 ? `${first} (and ${more.length} more)` : first);
  }
}
