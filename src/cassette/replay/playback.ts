import type { Dispatcher } from 'undici';
import { statusText } from '../../http/index.js';
import type { Headers, Listener } from '../match/response-listener.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly chunks: readonly Buffer[];
  readonly message?: string | undefined;
  readonly trailers?: Headers | undefined;
  /** The error that interrupts the response after the chunks. */
  readonly error?: Error | undefined;
  /** The delay of the error after the chunks. */
  readonly errorMs?: number;
  /** More chunks follow, until `finish` is called. */
  readonly open?: boolean;
}

const NONE: Headers = {};

/** Plays one response to a listener. It stops while paused, ends when aborted, and calls nothing after the end. */
export class Playback implements Dispatcher.DispatchController {
  #paused = false;
  #reason: Error | null = null;
  #ended = false;
  #answer: Answer | undefined;
  #chunks: Buffer[] = [];
  #next = 0;
  #begun = false;
  #isBreaking = false;
  #timer: NodeJS.Timeout | undefined;
  /** Forwards an abort to the real request, while there is one. */
  onAbort: ((reason: Error) => void) | undefined;
  /** Pauses the real response while it arrives. */
  onPause: ((paused: boolean) => void) | undefined;

  constructor(private readonly listener: Listener) {}

  get aborted() {
    return this.#reason !== null;
  }
  get paused() {
    return this.#paused;
  }
  get reason() {
    return this.#reason;
  }

  start(): void {
    this.#guard(() => this.listener.started(this));
  }

  play(answer: Answer, waitMs = 0): void {
    this.#answer = answer;
    this.#chunks = [...answer.chunks];
    if (waitMs > 0) this.#timer = setTimeout(() => this.#begin(), waitMs);
    else this.#begin();
  }

  inform(status: number, headers: Headers): void {
    if (!this.#ended) this.#guard(() => this.listener.answered(this, status, headers, ''));
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#more();
  }

  finish(error: Error | undefined, trailers: Headers = NONE): void {
    if (this.#answer) this.#answer = { ...this.#answer, open: false, error, trailers };
    this.#more();
  }

  fail(error: Error, waitMs = 0): void {
    if (waitMs > 0) this.#timer = setTimeout(() => this.#fail(error), waitMs);
    else this.#fail(error);
  }

  abort(reason: Error): void {
    if (this.#ended) return;
    this.#reason = reason;
    this.#fail(reason);
    this.onAbort?.(reason);
  }

  pause(): void {
    this.#paused = true;
    this.onPause?.(true);
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    // Not inside the call that resumes, because the listener may not be ready for more data.
    queueMicrotask(() => this.#more());
    this.onPause?.(false);
  }

  #begin(): void {
    if (this.#ended || !this.#answer) return;
    const { status, headers, message = statusText(status) } = this.#answer;
    this.#begun = true;
    this.#guard(() => this.listener.answered(this, status, headers, message));
    this.#more();
  }

  #more(): void {
    if (!this.#begun) return;
    while (!this.#ended && !this.#paused && this.#next < this.#chunks.length) {
      const chunk = this.#chunks[this.#next++] as Buffer;
      this.#guard(() => this.listener.received(this, chunk));
    }
    if (this.#ended || this.#paused || this.#answer?.open) return;
    const { error } = this.#answer ?? {};
    // In a separate turn, as from a socket: `fetch` hangs if a response breaks off while it starts.
    if (error) this.#break(error);
    else this.#end();
  }

  #break(error: Error): void {
    if (this.#isBreaking) return;
    this.#isBreaking = true;
    const { errorMs = 0 } = this.#answer ?? {};
    if (errorMs > 0) this.#timer = setTimeout(() => this.#fail(error), errorMs);
    else setImmediate(() => this.#fail(error));
  }

  #end(): void {
    this.#ended = true;
    try {
      this.listener.ended(this, this.#answer?.trailers ?? NONE);
    } catch (error) {
      // undici's retry handler requests another attempt this way.
      this.listener.failed(this, error as Error);
    }
  }

  #fail(error: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.listener.failed(this, error);
  }

  /** An exception in a listener ends its own exchange, as with a socket. */
  #guard(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#fail(error as Error);
    }
  }
}
