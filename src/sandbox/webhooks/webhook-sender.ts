import { setMaxListeners } from 'node:events';
import {
  liveTransport,
  type Transport,
  TransportFault,
  type WireRequest,
  type WireResponse,
} from '../../http/index.js';
import { isLocal } from '../outbound/outbound-request.js';

/** A request that the sandbox made to a server of the user, and how it ended. */
export interface Webhook {
  /** What the request is for, such as `calling.call.answered` or `call document`. */
  readonly event: string;
  readonly request: WireRequest;
  readonly response?: WireResponse;
  readonly fault?: TransportFault;
  /** The time that it took, in milliseconds. */
  readonly ms: number;
}

export interface WebhookLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** What only the server gets and sends. Listeners and recordings get masks in place of the entries of a payment. */
export interface Hidden {
  readonly request: WireRequest;
  /** Removes the entries from the answer, which may repeat them. */
  cut(text: string): string;
}

/** Answers the requests to some servers in their place. The other servers are not contacted. */
export interface StandIn {
  reaches(url: string): boolean;
  /** Whether it receives callbacks. Without it, it does for each URL that it reaches. */
  receives?(url: string): boolean;
  /** A recording has masks in place of the entries of a payment, so it is asked for a request with masks. */
  readonly isRecording?: boolean;
  /** Throws a `TransportFault` without a response. */
  answer(event: string, request: WireRequest): Promise<WireResponse>;
}

/** The requests that a sandbox makes to servers of the user. */
export interface Webhooks {
  /** Calls `listener` after each request. The returned function removes the listener. */
  follow(listener: (webhook: Webhook) => void): () => void;
  /** Answers the requests from another transport, such as a recording. Null returns to the servers on this machine. */
  answerFrom(transport: (Transport & Pick<StandIn, 'isRecording'>) | null): void;
  /** @internal Answers the requests to the servers that it reaches. */
  answerBy(standIn: StandIn): void;
}

/** Makes requests to servers on this machine. Requests to different URLs do not wait for each other. */
export class WebhookSender implements Webhooks {
  readonly #listeners = new Set<(webhook: Webhook) => void>();
  readonly #closed = new AbortController();
  #standIn: StandIn | null = null;
  /** Those of single calls, which come first. */
  readonly #own = new Set<StandIn>();
  #network: Transport | undefined;

  constructor() {
    // Each open request listens to this signal, and their number has no limit.
    setMaxListeners(0, this.#closed.signal);
  }

  follow(listener: (webhook: Webhook) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  answerFrom(transport: Parameters<Webhooks['answerFrom']>[0]): void {
    const { isRecording = false } = transport ?? {};
    const reaches = () => true;
    this.#standIn = transport && { reaches, isRecording, answer: (_event, request) => transport.send(request) };
  }

  answerBy(standIn: StandIn): void {
    this.#standIn = standIn;
  }

  /** Answers the requests to the servers that it reaches, before any other. The returned function removes it. */
  answerFirstBy(standIn: StandIn): () => void {
    this.#own.add(standIn);
    return () => this.#own.delete(standIn);
  }

  #standInFor(url: string): StandIn | null {
    return [...this.#own].find((one) => one.reaches(url)) ?? this.#standIn;
  }

  /** Whether a request to this URL is sent. Without a stand-in, only servers on this machine are contacted. */
  reaches(url: string): boolean {
    return !this.#closed.signal.aborted && (this.#standInFor(url)?.reaches(url) ?? isLocal(url));
  }

  /** Whether a callback to this URL is sent. */
  receives(url: string): boolean {
    return this.reaches(url) && this.#standInFor(url)?.receives?.(url) !== false;
  }

  /** Sends a request and reports it. Throws a `TransportFault` without a response. */
  async send(
    event: string,
    wire: WireRequest,
    { timeoutMs, maxBytes }: WebhookLimits,
    hidden?: Hidden,
  ): Promise<WireResponse> {
    const limits = { timeoutMs, maxBytes, signal: this.#closed.signal };
    const standIn = this.#standInFor(wire.url);
    const startMs = performance.now();
    const report = (ending: Pick<Webhook, 'response' | 'fault'>) => {
      const webhook = { event, request: wire, ...ending, ms: performance.now() - startMs };
      for (const listener of this.#listeners) listener(webhook);
    };
    try {
      const sent = hidden?.request ?? wire;
      const answer = standIn
        ? await standIn.answer(event, { ...(standIn.isRecording ? wire : sent), ...limits })
        : await (this.#network ??= liveTransport()).send({ ...sent, ...limits });
      const response = hidden
        ? { ...answer, body: Buffer.from(hidden.cut(Buffer.from(answer.body).toString())) }
        : answer;
      report({ response });
      return response;
    } catch (fault) {
      if (fault instanceof TransportFault) report({ fault });
      throw fault;
    }
  }

  /** Cancels the requests that are not finished, and sends no more. */
  async close(): Promise<void> {
    this.#closed.abort(new Error('the sandbox was closed'));
    await this.#network?.close?.();
  }
}
