const STATUS = {
  invalid: 400,
  unauthorized: 401,
  /** The request comes from a web page of another origin. */
  forbidden: 403,
  unknown: 404,
  method: 405,
  /** The request did not arrive completely in time. */
  late: 408,
  request_too_large: 413,
  wrong_host: 421,
  rate: 429,
  headers_too_large: 431,
  cancelled: 499,
  failed: 500,
  refused: 502,
  /** The MCP server ended, or could not be started or reached. */
  ended: 502,
  /** The MCP server is on another machine, and the egress policy allows only this one. */
  not_allowed: 502,
  too_large: 502,
  malformed: 502,
  /** The gateway has no room for another session. */
  busy: 503,
  timeout: 504,
} as const;

export type FailureCode = keyof typeof STATUS;

/** A request that the gateway cannot serve. The client receives the message, which is one line. */
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

/** Returns the failure code for a status that the listener set before the endpoint read the request. */
export const codeOfStatus = (status: number): FailureCode =>
  (Object.keys(STATUS) as FailureCode[]).find((code) => STATUS[code] === status) ?? 'invalid';
