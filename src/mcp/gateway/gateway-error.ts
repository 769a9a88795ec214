/** In which way a request failed; each has its status. */
const STATUS = {
  invalid: 400,
  unauthorized: 401,
  /** A web page of another origin asks. */
  forbidden: 403,
  unknown: 404,
  method: 405,
  /** The request itself did not come to its end in time. */
  late: 408,
  request_too_large: 413,
  wrong_host: 421,
  rate: 429,
  headers_too_large: 431,
  cancelled: 499,
  /** The gateway itself. */
  failed: 500,
  /** The server answered with an error of its own. */
  refused: 502,
  /** The server ended, or could not be started or reached. */
  ended: 502,
  /** It is not on this machine, and nothing leaves it. */
  not_allowed: 502,
  too_large: 502,
  malformed: 502,
  /** The gateway has no room for another session. */
  busy: 503,
  timeout: 504,
} as const;

export type FailureCode = keyof typeof STATUS;

/** A request the gateway cannot serve. The message goes to whoever asked, on one line. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  constructor(
    readonly code: FailureCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get status(): number {
    return STATUS[this.code];
  }
}

/** What a status means that the listener answered before anybody looked at the request. */
export const codeOfStatus = (status: number): FailureCode =>
  (Object.keys(STATUS) as FailureCode[]).find((code) => STATUS[code] === status) ?? 'invalid';
