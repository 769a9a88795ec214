import { withAmbient } from './ambient-signal.js';
import { isTransportFault, type Transport, TransportFault, type WireRequest, type WireResponse } from './transport.js';

export interface RetryPolicy {
  readonly retries: number;
  /** Sending the request twice has no further effect. */
  readonly idempotent: boolean;
  /** The request costs money or is irreversible. It is repeated only if the first attempt had no effect. */
  readonly spends: boolean;
  /** Whether a response shows that a retry would not help. */
  isFinal?(response: WireResponse): boolean;
}

const MAX_WAIT_MS = 30_000;

/** Sends a request until the response is final or the attempts are used up. A fault gets the property `attempts`. */
export async function sendWithRetries(
  transport: Transport,
  asked: WireRequest,
  policy: RetryPolicy,
): Promise<{ response: WireResponse; attempts: number }> {
  const signal = withAmbient(asked.signal);
  const request = signal === asked.signal ? asked : { ...asked, ...(signal && { signal }) };
  for (let attempts = 1; ; attempts++) {
    let waitMs: number | undefined;
    try {
      refuseAborted(request);
      const response = await transport.send(request);
      waitMs = attempts <= policy.retries ? waitAfterAnswer(response, attempts, policy) : undefined;
      if (waitMs === undefined) return { response, attempts };
    } catch (fault) {
      if (!isTransportFault(fault)) throw fault;
      waitMs = attempts <= policy.retries ? waitAfterFault(fault, attempts, policy) : undefined;
      if (waitMs === undefined) throw Object.assign(fault, { attempts });
    }
    if (!(await waited(waitMs, request.signal))) {
      const cause = request.signal?.reason;
      throw Object.assign(new TransportFault('aborted', 'aborted while waiting to try again', { cause }), { attempts });
    }
  }
}

/** Waits, and returns false at once if the signal aborts. */
const waited = (ms: number, signal: AbortSignal | undefined): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (isOver: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      resolve(isOver);
    };
    const stop = () => end(false);
    const timer = setTimeout(() => end(true), ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop);
  });

/** Checked here for all transports, because the sandbox and recordings answer too fast to be aborted. */
function refuseAborted({ signal }: WireRequest): void {
  if (!signal?.aborted) return;
  throw new TransportFault('aborted', 'aborted before it was sent', { cause: signal.reason, sent: false });
}

export function retryAfterSeconds(headers: Readonly<Record<string, string>>): number | undefined {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

function waitAfterAnswer(response: WireResponse, attempt: number, policy: RetryPolicy): number | undefined {
  if (policy.isFinal?.(response)) return undefined;
  const { status, headers } = response;
  const asked = retryAfterSeconds(headers);
  const again =
    policy.idempotent && !policy.spends
      ? [429, 500, 502, 503, 504].includes(status)
      : status === 429 || (status === 503 && asked !== undefined && !policy.spends);
  if (!again) return undefined;
  if (asked === undefined) return jitter(attempt);
  return asked * 1000 <= MAX_WAIT_MS ? asked * 1000 : undefined;
}

function waitAfterFault(fault: TransportFault, attempt: number, policy: RetryPolicy): number | undefined {
  const passing = fault.kind === 'refused' || fault.kind === 'reset' || fault.kind === 'timeout';
  return passing && (!fault.sent || (policy.idempotent && !policy.spends)) ? jitter(attempt) : undefined;
}

/** Full jitter: clients that failed at the same time do not retry at the same time. */
const jitter = (attempt: number) => Math.random() * Math.min(500 * 2 ** (attempt - 1), MAX_WAIT_MS);
