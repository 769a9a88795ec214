import type { RawExchange } from './raw-exchange.js';

/** What happened in a session, in order. The screen, the history, recordings and exports all read this. */
export type SessionEvent =
  | { readonly kind: 'input'; readonly input: number; readonly source: string }
  | { readonly kind: 'console'; readonly input?: number; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  | { readonly kind: 'http'; readonly input?: number; readonly exchange: Exchange }
  | { readonly kind: 'output'; readonly input: number; readonly value: unknown; readonly ms: number }
  | { readonly kind: 'error'; readonly input: number; readonly error: unknown; readonly ms: number }
  | { readonly kind: 'clear' }
  | { readonly kind: 'leave' }
  | {
      readonly kind: 'notice';
      readonly input?: number;
      readonly text: string;
      /** It tells of a value that is in `_` now. */
      readonly isValue?: boolean;
      /** It tells how the job ended that this input began. */
      readonly ends?: { readonly input: number; readonly isDone: boolean };
    };

/** One attempt at one request, as the user may see it: secrets are already cut. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly ms: number;
  /** Absent when no answer came. */
  readonly status?: number;
  readonly fault?: string;
  /** Only of the latest ones. */
  readonly raw?: RawExchange;
}

/** Requests that are kept whole (the last one however long it is), and results that are kept at all: a session may last for days. */
const KEPT_WHOLE = 30;
const KEPT_BYTES = 64 * 1024 * 1024;
const KEPT_RESULTS = 200;

export class SessionLog {
  readonly #events: SessionEvent[] = [];
  /** Where in the events those stand that still hold much. */
  readonly #requests: number[] = [];
  readonly #results: number[] = [];
  readonly #listeners = new Set<(event: SessionEvent) => void>();

  append(event: SessionEvent): void {
    this.#events.push(event);
    if (event.kind === 'http') {
      this.#requests.push(this.#events.length - 1);
      while (this.#requests.length > KEPT_WHOLE || (this.#requests.length > 1 && this.#bytes() > KEPT_BYTES))
        this.#lighten(this.#requests, withoutRaw);
    }
    if (event.kind === 'output') {
      this.#results.push(this.#events.length - 1);
      if (this.#results.length > KEPT_RESULTS) this.#lighten(this.#results, withoutValue);
    }
    for (const listener of this.#listeners) listener(event);
  }

  get events(): readonly SessionEvent[] {
    return this.#events;
  }

  /** Calls `listener` for each event from now on; the answer stops it. */
  follow(listener: (event: SessionEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #bytes(): number {
    const sizes = this.#requests.map((at) => {
      const event = this.#events[at];
      return event?.kind === 'http' ? (event.exchange.raw?.bytes ?? 0) : 0;
    });
    return sizes.reduce((sum, one) => sum + one, 0);
  }

  #lighten(held: number[], lighter: (event: SessionEvent) => SessionEvent): void {
    const oldest = held.shift() as number;
    this.#events[oldest] = lighter(this.#events[oldest] as SessionEvent);
  }
}

function withoutRaw(event: SessionEvent): SessionEvent {
  if (event.kind !== 'http') return event;
  const { raw: _, ...exchange } = event.exchange;
  return { ...event, exchange };
}

const withoutValue = (event: SessionEvent): SessionEvent =>
  event.kind === 'output' ? { ...event, value: undefined } : event;
