/** In which way a call failed; each has its status. */
const STATUS = {
  invalid: 400,
  unknown: 404,
  /** The gateway has no room for another session. */
  busy: 503,
  timeout: 504,
  /** The server ended, or could not be started or reached. */
  ended: 502,
  too_large: 502,
  malformed: 502,
  cancelled: 499,
} as const;

/** A request the gateway cannot serve. The message goes to whoever asked: it holds nothing that a server wrote. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  constructor(
    readonly code: keyof typeof STATUS,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get status(): number {
    return STATUS[this.code];
  }
}
