import type { Dispatcher } from 'undici';
import { statusText } from '../format/status-text.js';
import type { Headers, Listener } from '../record/response-listener.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly chunks: readonly Buffer[];
  readonly message?: string | undefined;
  readonly trailers?: Headers | undefined;
  /** After the chunks the exchange broke off. */
  readonly error?: Error | undefined;
  /** So long after the chunks. */
  readonly errorMs?: number;
  /** More chunks follow, until it is finished. */
  readonly open?: boolean;
}

const NONE: Headers = {};

/** Plays one answer to whoever listens: stops while paused, ends when aborted, and never speaks after the end. */
export class Playback implements Dispatcher.DispatchController {
  readonly #listener: Listener;
  #paused = false;
  #reason: Error | null = null;
  #ended = false;
  #answer: Answer | undefined;
  #chunks: Buffer[] = [];
  #next = 0;
  #open = false;
  #begun = false;
  #error: Error | undefined;
  #errorMs = 0;
  #isBreaking = false;
  #trailers: Headers = NONE;
  #timer: NodeJS.Timeout | undefined;
  /** While somebody else is asked, abort goes there too. */
  onAbort: ((reason: Error) => void) | undefined;
  /** While an answer comes in as it is played, its sender is to wait too. */
  onPause: ((paused: boolean) => void) | undefined;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

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
    this.#guard(() => this.#listener.started(this));
  }

  /** Plays the answer, `waitMs` from now. */
  play(answer: Answer, waitMs = 0): void {
    this.#answer = answer;
    this.#chunks = [...answer.chunks];
    this.#error = answer.error;
    this.#errorMs = answer.errorMs ?? 0;
    this.#trailers = answer.trailers ?? NONE;
    this.#open = answer.open ?? false;
    if (waitMs > 0) this.#timer = setTimeout(() => this.#begin(), waitMs);
    else this.#begin();
  }

  /** Word that comes ahead of the answer. */
  inform(status: number, headers: Headers): void {
    if (!this.#ended) this.#guard(() => this.#listener.answered(this, status, headers, ''));
  }

  /** One more chunk of an open answer. */
  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#more();
  }

  /** The end of an open answer. */
  finish(error: Error | undefined, trailers: Headers = NONE): void {
    this.#open = false;
    this.#trailers = trailers;
    this.#error = error;
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
    // Not from inside the call that resumes: the listener may not be ready for more.
    queueMicrotask(() => this.#more());
    this.onPause?.(false);
  }

  #begin(): void {
    if (this.#ended || !this.#answer) return;
    const { status, headers, message = statusText(status) } = this.#answer;
    this.#begun = true;
    this.#guard(() => this.#listener.answered(this, status, headers, message));
    this.#more();
  }

  #more(): void {
    if (!this.#begun) return;
    while (!this.#ended && !this.#paused && this.#next < this.#chunks.length) {
      const chunk = this.#chunks[this.#next++] as Buffer;
      this.#guard(() => this.#listener.received(this, chunk));
    }
    if (this.#ended || this.#paused || this.#open) return;
    const error = this.#error;
    // In a turn of its own, as from a socket: fetch waits for ever on an answer that breaks off while it begins.
    if (error) this.#break(error);
    else this.#end();
  }

  #break(error: Error): void {
    if (this.#isBreaking) return;
    this.#isBreaking = true;
    if (this.#errorMs > 0) this.#timer = setTimeout(() => this.#fail(error), this.#errorMs);
    else setImmediate(() => this.#fail(error));
  }

  #end(): void {
    this.#ended = true;
    try {
      this.#listener.ended(this, this.#trailers);
    } catch (error) {
      // How undici's retry asks for another attempt.
      this.#listener.failed(this, error as Error);
    }
  }

  #fail(error: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#listener.failed(this, error);
  }

  /** A listener that throws ends its own exchange, as with a socket. */
  #guard(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#fail(error as Error);
    }
  }
}
