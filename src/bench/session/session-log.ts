import { Latest, MAX_REQUESTS, MAX_RESULTS } from './limits/latest.js';
import { bytesOfValue } from './limits/value-size.js';
import type { RawExchange } from './raw-exchange.js';

/** An event of a session. The screen, the history and saved sessions read the events in order. */
export type SessionEvent =
  /** With `isOfShell`, the input is a shell command, or the text is its output. A recording must not contain it. */
  | { readonly kind: 'input'; readonly input: number; readonly source: string; readonly isOfShell?: true }
  | {
      readonly kind: 'console';
      readonly input?: number;
      readonly stream: 'stdout' | 'stderr';
      readonly text: string;
      readonly isOfShell?: true;
    }
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
      /** Whether the user asked for it, as for a duration. */
      readonly isResult?: true;
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
  /** The fault that the sandbox injected, such as `status 503`. */
  readonly injected?: string;
  /** The simulated time, of an exchange with a sandbox that is served. */
  readonly at?: string;
  /** The size of the bodies in `raw`. */
  readonly bytes?: number;
  /** Kept for the latest requests only. */
  readonly raw?: RawExchange;
}

/** Whether an injected fault is why a request failed. A slow response is only late. */
export const isFailedByFault = ({ injected, status = 0 }: Pick<Exchange, 'injected' | 'status'>): boolean =>
  injected !== undefined && injected !== 'slow' && !(injected === 'truncated' && status >= 400);

/** Limits for a session of days. */
export interface LogLimits {
  /** The number of requests in full, and their size. The last request is always kept. */
  readonly maxFullRequests: number;
  readonly maxBytes: number;
  /** The number of printed texts, of requests, and of notices. They are on the screen already. */
  readonly maxOtherEvents: number;
}

const LIMITS: LogLimits = {
  maxFullRequests: MAX_REQUESTS.count,
  maxBytes: MAX_REQUESTS.bytes,
  maxOtherEvents: 1_000,
};

/** What happened in a session. Inputs are kept, because `.save` writes them. Other events are kept up to a limit. */
export class SessionLog {
  /** By their numbers, in order. */
  readonly #events = new Map<number, SessionEvent>();
  readonly #requests: Latest;
  readonly #results = {
    output: new Latest(MAX_RESULTS, (number) => this.#lighten(number)),
    error: new Latest(MAX_RESULTS, (number) => this.#lighten(number)),
  };
  /** The numbers of events of a kind that can be removed. */
  readonly #removable = new Map<SessionEvent['kind'], Set<number>>();
  readonly #listeners = new Set<(event: SessionEvent) => void>();
  readonly #maxOtherEvents: number;
  readonly #onReleased: (input: number) => void;
  #last = 0;

  /** `onReleased` is called when the log no longer has the value of an input. */
  constructor(limits: LogLimits = LIMITS, onReleased: (input: number) => void = () => {}) {
    const { maxFullRequests: count, maxBytes: bytes, maxOtherEvents } = limits;
    this.#requests = new Latest({ count, bytes }, (number) => this.#lighten(number));
    this.#maxOtherEvents = maxOtherEvents;
    this.#onReleased = onReleased;
  }

  append(event: SessionEvent): void {
    this.#last += 1;
    this.#events.set(this.#last, event);
    if (event.kind === 'output') this.#results.output.add(this.#last, bytesOfValue(event.value));
    else if (event.kind === 'error') this.#results.error.add(this.#last, bytesOfValue(event.error));
    else if (event.kind !== 'input' && !isEndOfJob(event)) this.#limit(event.kind);
    if (event.kind === 'http' || event.kind === 'webhook') this.#requests.add(this.#last, event.exchange.bytes ?? 0);
    for (const listener of this.#listeners) listener(event);
  }

  get events(): readonly SessionEvent[] {
    return [...this.#events.values()];
  }

  /** The number of the latest event, or 0. */
  get last(): number {
    return this.#last;
  }

  /** The events after the one with this number, with their numbers. */
  *since(number: number): Generator<readonly [number: number, event: SessionEvent]> {
    for (const entry of this.#events) if (entry[0] > number) yield entry;
  }

  event(number: number): SessionEvent | undefined {
    return this.#events.get(number);
  }

  /** Calls `listener` for each new event. The returned function removes the listener. */
  follow(listener: (event: SessionEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #lighten(number: number): void {
    const event = this.#events.get(number);
    if (!event) return;
    this.#events.set(number, light(event));
    if (event.kind === 'output') this.#onReleased(event.input);
  }

  /** Removes the oldest event of the kind of the last one, if there are too many. */
  #limit(kind: SessionEvent['kind']): void {
    const numbers = this.#removable.get(kind) ?? new Set();
    this.#removable.set(kind, numbers.add(this.#last));
    if (numbers.size <= this.#maxOtherEvents) return;
    const [oldest = 0] = numbers;
    numbers.delete(oldest);
    this.#events.delete(oldest);
  }
}

/** `.save` needs the ends of jobs. */
const isEndOfJob = (event: SessionEvent) => event.kind === 'notice' && event.job !== undefined;

/** Returns an event without what needs much memory: the full request, the value or the error. */
function light(event: SessionEvent): SessionEvent {
  switch (event.kind) {
    case 'http':
    case 'webhook': {
      const { method, url, ms, status, fault, at } = event.exchange;
      const shown = { ...(status !== undefined && { status }), ...(fault && { fault }), ...(at && { at }) };
      return { ...event, exchange: { method, url, ms, ...shown } };
    }
    case 'output':
      return { ...event, value: undefined };
    case 'error':
      return { ...event, error: undefined };
    default:
      return event;
  }
}
