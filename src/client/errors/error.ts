import type { FieldError } from './error-body.js';

interface Told {
  status: number;
  code?: string;
  errors?: readonly FieldError[];
  operation: string;
  method: string;
  url: string;
  body?: unknown;
  request_id?: string;
  retry_after?: number;
  attempts: number;
}

/** A failed request. Secrets are removed before the error is created. */
export class PlatformRestError extends Error {
  override readonly name = 'PlatformRestError';
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number;
  /**
   * The platform's error code. Without a response: timeout, aborted, reset, refused, too_large, not_allowed or miss.
   * With an unreadable response: undecodable.
   */
  readonly code: string | undefined;
  readonly errors: readonly FieldError[];
  /** The operation as typed: `queues.get`. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly request_id: string | undefined;
  /** In seconds. */
  readonly retry_after: number | undefined;
  readonly attempts: number;

  constructor(message: string, told: Told, options?: ErrorOptions) {
    super(message, options);
    this.status = told.status;
    this.code = told.code;
    this.errors = told.errors ?? [];
    this.operation = told.operation;
    this.method = told.method;
    this.url = told.url;
    this.body = told.body;
    this.request_id = told.request_id;
    this.retry_after = told.retry_after;
    this.attempts = told.attempts;
  }
}
