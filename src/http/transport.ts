/** One HTTP request, complete: what the live transport sends, a cassette keeps and the sandbox answers. */
export interface WireRequest {
  readonly method: string;
  /** Absolute, with its query. */
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** For this attempt alone. */
  readonly timeoutMs?: number;
  /** The same for the bytes of the answer; the transport's own cap counts too. */
  readonly maxBytes?: number;
  /** The user configured this very address, so the guarded transport lets it be a private one. */
  readonly allowPrivate?: boolean;
  /** False where the user said that this very address has no certificate that anybody vouches for. */
  readonly verifyTls?: boolean;
  /** Cuts what whoever sends keeps hidden, wherever the request or its answer is written down or compared. */
  readonly redact?: <T>(value: T) => T;
}

export interface WireResponse {
  readonly status: number;
  /** Lower-case names; repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Whatever answers requests: the network, the sandbox, a recording, or a wrapper around one of them. */
export interface Transport {
  send(request: WireRequest): Promise<WireResponse>;
  close?(): Promise<void>;
}

export type FaultKind =
  | 'refused' // no connection was made, so nothing was sent
  | 'reset' // the connection broke after something was sent
  | 'timeout'
  | 'aborted'
  | 'too_large'
  | 'not_allowed' // the egress policy said no
  | 'miss'; // a recording has no such exchange

/** No usable answer came. `sent` says whether the other side may have seen the request. */
export class TransportFault extends Error {
  override readonly name: string = 'TransportFault';
  constructor(
    readonly kind: FaultKind,
    message: string,
    options: ErrorOptions & { sent?: boolean } = {},
  ) {
    super(message, options);
    this.sent = options.sent ?? (kind !== 'refused' && kind !== 'not_allowed' && kind !== 'miss');
  }
  readonly sent: boolean;
}
