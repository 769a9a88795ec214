import type { Dispatcher } from 'undici';
import { timerMs } from '../util/index.js';
import { type FaultKind, TransportFault, type WireResponse } from './transport.js';

interface Wanted {
  resolve(response: WireResponse): void;
  reject(fault: TransportFault): void;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

type Controller = Dispatcher.DispatchController;

/** Collects one response, with a limit for its size and its time, and a signal that aborts it. */
export class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly #chunks: Buffer[] = [];
  readonly #timer: NodeJS.Timeout;
  #bytes = 0;
  #status = 0;
  #headers: Record<string, string> = {};
  #controller: Controller | undefined;
  #sent = false;
  #stopped: TransportFault | undefined;

  constructor(private readonly wanted: Wanted) {
    this.#timer = setTimeout(
      () => this.#stop('timeout', `no complete response within ${wanted.timeoutMs} ms`),
      timerMs(wanted.timeoutMs),
    );
    wanted.signal?.addEventListener('abort', this.#onAbort);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    this.#sent = true;
    if (this.#stopped) controller.abort(this.#stopped);
  }

  onResponseStart(
    _controller: Controller,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) this.#headers[name] = Array.isArray(value) ? value.join(', ') : value;
    }
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.wanted.maxBytes)
      this.#stop('too_large', `the response has more than ${this.wanted.maxBytes} bytes`);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#finish();
    const body = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks, this.#bytes);
    this.wanted.resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#finish();
    this.wanted.reject(this.#stopped ?? faultOf(error, this.#sent));
  }

  #onAbort = () => this.#stop('aborted', 'aborted', this.wanted.signal?.reason);

  #stop(kind: FaultKind, message: string, cause?: unknown): void {
    this.#stopped = new TransportFault(kind, message, { cause, sent: this.#sent });
    this.#finish();
    this.#controller?.abort(this.#stopped);
    // A request that still waits for a connection has no controller to abort, so reject it here.
    this.wanted.reject(this.#stopped);
  }

  #finish(): void {
    clearTimeout(this.#timer);
    this.wanted.signal?.removeEventListener('abort', this.#onAbort);
  }
}

const NOTHING_SENT = new Set(
  'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH UND_ERR_CONNECT_TIMEOUT'.split(' '),
);

export const isUnsent = (code: string): boolean => NOTHING_SENT.has(code);

/** The errors of different OpenSSL versions for a response that is not TLS. */
const SPEAKS_HTTP = /wrong.version.number|packet length too long|http request/i;

function faultOf(error: Error & { code?: string }, sent: boolean): TransportFault {
  if (error instanceof TransportFault) return error;
  const code = error.code ?? '';
  if (SPEAKS_HTTP.test(`${code} ${error.message}`))
    return new TransportFault(
      'refused',
      'could not connect: the server uses http, not https. For a server on this machine, use an http:// URL',
      { cause: error },
    );
  if (isUnsent(code) || !sent) return faultBecause('refused', error);
  return faultBecause(/TIMEOUT/.test(code) ? 'timeout' : 'reset', error);
}

const WORDS: Partial<Record<FaultKind, string>> = {
  refused: 'could not connect: ',
  reset: 'the connection broke: ',
};

export const faultBecause = (kind: FaultKind, error: Error & { code?: string }): TransportFault =>
  new TransportFault(kind, `${WORDS[kind] ?? ''}${reasonOf(error)}`, { cause: error });

/** The reason on one line. OpenSSL messages also contain source locations and a line break. */
const reasonOf = ({ message, code = '', reason }: Error & { code?: string; reason?: unknown }) =>
  typeof reason === 'string' && /:SSL routines:/.test(message) ? reason : message.trim() || code;
