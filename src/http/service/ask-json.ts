import { jsonOf } from '../../util/index.js';
import type { Followed, FollowOptions } from '../guarded/index.js';
import { TransportFault, type WireRequest } from '../transport.js';
import { ServiceFailure } from './service-failure.js';

/** Sends a request to a service and follows redirects. */
export type Send = (request: WireRequest, options?: FollowOptions) => Promise<Followed>;

export interface JsonAnswer {
  readonly status: number;
  /** Undefined if the response is not JSON. */
  readonly body: unknown;
}

const MOST_BYTES = 4 * 2 ** 20;

/**
 * Sends a request to a service and parses the JSON response, whatever its status. Throws a `ServiceFailure` if the
 * service does not respond.
 */
export async function askJson(send: Send, request: WireRequest, timeoutMs: number): Promise<JsonAnswer> {
  try {
    const { status, body } = await send(request, { timeoutMs });
    if (body.length > MOST_BYTES) throw new ServiceFailure('too_large', `a response of ${body.length} bytes`);
    return { status, body: jsonOf(new TextDecoder().decode(body)) };
  } catch (error) {
    throw isOurs(error, request.signal) ? error : failureOf(error as TransportFault);
  }
}

/**
 * Returns whether an error is not about the service: the caller cancelled, the policy forbids the request, or a
 * recording lacks it.
 */
function isOurs(error: unknown, signal: AbortSignal | undefined): boolean {
  return signal?.aborted || !(error instanceof TransportFault) || error.kind === 'miss' || error.kind === 'not_allowed';
}

function failureOf({ kind, message }: TransportFault): ServiceFailure {
  // The caller did not cancel, so the time limit aborted the request.
  if (kind === 'timeout' || kind === 'aborted') return new ServiceFailure('timeout', message);
  return new ServiceFailure(kind === 'too_large' ? kind : 'unreachable', message);
}
