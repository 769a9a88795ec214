import type { RawExchange } from './raw-exchange.js';

/** An event of a session. The screen, the history and saved sessions read the events in order. */
export type SessionEvent =
  | { readonly kind: 'input'; readonly input: number; readonly source: string }
  | { readonly kind: 'console'; readonly input?: number; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  /** With `isLookup`, a dot command sent the request to answer the user, and no code of the user did. */
  | { readonly kind: 'http'; readonly input?: number; readonly exchange: Exchange; readonly isLookup?: true }
  /** The sandbox made a request to a server of the user. `purpose` says what for, such as `call document`. */
  | { readonly kind: 'webhook'; readonly purpose: string; readonly exchange: Exchange }
  | { readonly kind: 'output'; readonly input: number; readonly value: unknown; readonly ms: number }
  | { readonly kind: 'error'; readonly input: number; readonly error: unknown; readonly ms: number }
  | { readonly kind: 'clear' }
  | { readonly kind: 'leave' }
  | {
      readonly kind: 'notice';
      readonly input?: number;
      readonly text: string;
      readonly job?: JobEnd;
    };

/** The end of a background job. `input` is the input that started it. */
export type JobEnd =
  /** With a value, the value is now in `_`. */
  | { readonly input: number; readonly state: 'done'; readonly hasValue: boolean }
  | { readonly input: number; readonly state: 'failed' | 'stopped' };

/** One attempt at a request, with secrets redacted. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly ms: number;
  /** Absent without a response. */
  readonly status?: number;
  readonly fault?: string;
  /** Kept for the latest requests only. */
  readonly raw?: RawExchange;
}

/** Limits for a session of days: requests in full, their size (the last is always kept), and results. */
const MAX_FULL_REQUESTS = 1_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_RESULTS = 200;

export class SessionLog {
  readonly #events: SessionEvent[] = [];
  /** The indexes of events that still hold a full exchange (`#requests`) or a value (`#results`). */
  readonly #requests: number[] = [];
  readonly #results: number[] = [];
  /** The size of the full exchanges. */
  #bytes = 0;
  readonly #listeners = new Set<(event: SessionEvent) => void>();

  append(event: SessionEvent): void {
    this.#events.push(event);
    if (event.kind === 'http' || event.kind === 'webhook') {
      this.#requests.push(this.#events.length - 1);
      this.#bytes += bytesOf(event);
      while (this.#requests.length > MAX_FULL_REQUESTS || (this.#requests.length > 1 && this.#bytes > MAX_BYTES)) {
        this.#bytes -= bytesOf(this.#events[this.#requests[0] as number]);
        this.#lighten(this.#requests, withoutRaw);
      }
    }
    if (event.kind === 'output') {
      this.#results.push(this.#events.length - 1);
      if (this.#results.length > MAX_RESULTS) this.#lighten(this.#results, withoutValue);
    }
    for (const listener of this.#listeners) listener(event);
  }

  get events(): readonly SessionEvent[] {
    return this.#events;
  }

  /** Calls `listener` for each new event. The returned function removes the listener. */
  follow(listener: (event: SessionEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #lighten(indexes: number[], lighter: (event: SessionEvent) => SessionEvent): void {
    const oldest = indexes.shift() as number;
    this.#events[oldest] = lighter(this.#events[oldest] as SessionEvent);
  }
}

const bytesOf = (event: SessionEvent | undefined): number =>
  event?.kind === 'http' || event?.kind === 'webhook' ? (event.exchange.raw?.bytes ?? 0) : 0;

function withoutRaw(event: SessionEvent): SessionEvent {
  if (event.kind !== 'http' && event.kind !== 'webhook') return event;
  const { raw: _, ...exchange } = event.exchange;
  return { ...event, exchange };
}

const withoutValue = (event: SessionEvent): SessionEvent =>
  event.kind === 'output' ? { ...event, value: undefined } : event;
