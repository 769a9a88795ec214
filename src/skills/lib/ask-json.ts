import { type Followed, type FollowOptions, TransportFault, type WireRequest } from '../../http/index.js';
import { ServiceFailure } from './service-failure.js';

/** A way to a service, redirects and all. */
export type Send = (request: WireRequest, options?: FollowOptions) => Promise<Followed>;

export interface JsonAnswer {
  readonly status: number;
  /** Nothing, when it was no JSON. */
  readonly body: unknown;
}

const MOST_BYTES = 4 * 2 ** 20;

/** Asks a service and reads its JSON, whatever the status. What keeps it from answering is a `ServiceFailure`. */
export async function askJson(send: Send, request: WireRequest, timeoutMs: number): Promise<JsonAnswer> {
  try {
    const { status, body } = await send(request, { timeoutMs });
    if (body.length > MOST_BYTES) throw new ServiceFailure('too_large', `an answer of ${body.length} bytes`);
    return { status, body: parsed(body) };
  } catch (error) {
    throw isOurs(error, request.signal) ? error : failureOf(error as TransportFault);
  }
}

/** The caller gave up, the policy forbids it, or a recording lacks it: no word about the service. */
function isOurs(error: unknown, signal: AbortSignal | undefined): boolean {
  return signal?.aborted || !(error instanceof TransportFault) || error.kind === 'miss' || error.kind === 'not_allowed';
}

function failureOf({ kind, message }: TransportFault): ServiceFailure {
  // Without a caller who gave up, an abort is that of the time limit.
  if (kind === 'timeout' || kind === 'aborted') return new ServiceFailure('timeout', message);
  return new ServiceFailure(kind === 'too_large' ? kind : 'unreachable', message);
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined; // who asked knows whether that is a failure
  }
}
