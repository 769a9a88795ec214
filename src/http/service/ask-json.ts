import { jsonOf } from '../../util/index.js';
import type { Followed, FollowOptions } from '../guarded/follow.js';
import { TransportFault, type WireRequest } from '../transport.js';

export type Send = (request: WireRequest, options?: FollowOptions) => Promise<Followed>;

export interface JsonAnswer {
  readonly status: number;
  /** Undefined if the response is not JSON. */
  readonly body: unknown;
}

const MAX_BYTES = 4 * 2 ** 20;

/** Parses the JSON response of a service. Throws a `ServiceFailure` if the service does not respond. */
export async function askJson(send: Send, request: WireRequest, timeoutMs: number): Promise<JsonAnswer> {
  try {
    const { status, body } = await send(request, { timeoutMs });
    if (body.length > MAX_BYTES) throw new ServiceFailure('too_large', `a response of ${body.length} bytes`);
    return { status, body: jsonOf(new TextDecoder().decode(body)) };
  } catch (error) {
    throw isOurs(error, request.signal) ? error : failureOf(error as TransportFault);
  }
}

/** The caller cancelled, the policy forbids the request, or a recording lacks it. */
function isOurs(error: unknown, signal: AbortSignal | undefined): boolean {
  return signal?.aborted || !(error instanceof TransportFault) || error.kind === 'miss' || error.kind === 'not_allowed';
}

function failureOf({ kind, message }: TransportFault): ServiceFailure {
  // The caller did not cancel, so the time limit aborted the request.
  if (kind === 'timeout' || kind === 'aborted') return new ServiceFailure('timeout', message);
  return new ServiceFailure(kind === 'too_large' ? kind : 'unreachable', message);
}

/** How a service failed. A search without results is not a failure. */
export type FailureKind = 'auth' | 'quota' | 'timeout' | 'unreachable' | 'refused' | 'malformed' | 'too_large';

/** A service gave no usable response. The message is for logs, not for the model. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
  constructor(
    readonly kind: FailureKind,
    message: string,
  ) {
    super(message);
  }
}

export function kindOfStatus(status: number): FailureKind {
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'quota';
  if (status === 408 || status === 504) return 'timeout';
  return status >= 500 ? 'unreachable' : 'refused';
}
