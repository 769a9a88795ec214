/** A complete HTTP request, which the live transport sends, a cassette records and the sandbox answers. */
export interface WireRequest {
  readonly method: string;
  /** Absolute, with its query. */
  readonly url: string;
  /** Names are lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** The size limit of the response. The limit of the transport also applies. */
  readonly maxBytes?: number;
  /** The user configured this URL, so the guarded transport allows a private address. */
  readonly allowPrivate?: boolean;
  /** False if the user disabled the certificate check for this URL. */
  readonly verifyTls?: boolean;
}

/** Information about the sender of a request, for wrappers of a transport. It is not sent. */
export interface SendContext {
  /** Redacts the sender's secrets wherever the request or its response is recorded or compared. */
  readonly redact?: <T>(value: T) => T;
  /** Called with the fault that the sandbox injects into the response, such as `status 503`. */
  readonly injected?: (fault: string) => void;
}

export interface WireResponse {
  readonly status: number;
  /** Names are lower case; repeated headers are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Answers requests: the network, the sandbox, a recording, or a wrapper around one of them. */
export interface Transport {
  send(request: WireRequest, context?: SendContext): Promise<WireResponse>;
  close?(): Promise<void>;
}

export type FaultKind =
  | 'refused' // no connection was made, so nothing was sent
  | 'reset' // the connection broke after something was sent
  | 'timeout'
  | 'aborted'
  | 'too_large'
  | 'not_allowed' // the egress policy does not allow the host
  | 'miss'; // a recording has no such exchange

/** Whether an error is a fault of a transport, which may be of another entry point of this package with its own class. */
export const isTransportFault = (error: unknown): error is TransportFault =>
  error instanceof TransportFault || (error instanceof Error && error.name === 'TransportFault' && 'kind' in error);

/** Thrown when there is no usable response. `sent`: the server may have received the request. */
export class TransportFault extends Error {
  override readonly name: string = 'TransportFault';
  constructor(
    readonly kind: FaultKind,
    message: string,
    options: ErrorOptions & { sent?: boolean; unreachable?: string } = {},
  ) {
    super(message, options);
    this.unreachable = options.unreachable;
    this.sent = options.sent ?? (kind !== 'refused' && kind !== 'not_allowed' && kind !== 'miss');
  }
  readonly sent: boolean;
  /** With `not_allowed`: the host or the origin that the policy does not allow. */
  readonly unreachable: string | undefined;
}
