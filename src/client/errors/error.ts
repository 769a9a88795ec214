import type { RequestFailure } from '../public-types.js';

type OptionalDetail = 'code' | 'errors' | 'body' | 'request_id' | 'retry_after';
type Details = Omit<RequestFailure, OptionalDetail> & Partial<Pick<RequestFailure, OptionalDetail>>;

export interface PlatformRestError extends RequestFailure {}

/** A failed request. Secrets are removed before the error is created. If a signal aborted it, its reason is the cause. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor assigns every property of the interface.
export class PlatformRestError extends Error {
  /** `AbortError` if a signal aborted the call, as in other APIs that take a signal. */
  override readonly name: 'PlatformRestError' | 'AbortError';

  constructor(message: string, details: Details, options?: ErrorOptions) {
    super(message, options);
    const { status, code, errors = [], operation, method, url, body, request_id, retry_after, attempts } = details;
    this.name = status === 0 && code === 'aborted' ? 'AbortError' : 'PlatformRestError';
    const all = { status, code, errors, operation, method, url, body, request_id, retry_after, attempts };
    Object.assign(this, all satisfies RequestFailure);
  }
}
