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
