import { setTimeout as wait } from 'node:timers/promises';
import { operations, walkRows } from '../../client/index.js';
import { TransportFault, type WireRequest, type WireResponse } from '../../http/index.js';
import { nearest } from '../../util/index.js';
import { errorAnswer } from '../respond/error-shapes.js';
import { Refusal } from '../respond/response.js';
import type { VirtualClock } from '../time/clock.js';

/** How an operation goes wrong. */
export type Fault =
  | { readonly status: number; readonly message?: string; readonly retry_after?: number }
  /** No answer ever comes. */
  | { readonly kind: 'timeout' }
  /** The connection breaks instead of an answer. */
  | { readonly kind: 'reset' }
  /** The answer breaks off in the middle. */
  | { readonly kind: 'truncated' }
  /** The answer comes, so many milliseconds late. */
  | { readonly kind: 'slow'; readonly ms: number };

export interface FaultRule {
  /** An operation such as `queues.list`, a namespace such as `queues`, or `*`. */
  readonly operation: string;
  readonly fault: Fault;
  /** How many requests it still hits. */
  readonly times: number;
}

/** What the sandbox gets wrong on purpose. */
export interface Faults {
  /** From now on, or so many `times`, requests of an operation (a namespace, or `*`) go wrong in this way. */
  add(operation: string, fault: Fault, options?: { times?: number }): void;
  /** At most so many requests in so many seconds of the sandbox's clock; those over it get 429. */
  limit(limit: { requests: number; seconds: number } | null): void;
  /** Nothing goes wrong any more, with this operation or at all. */
  clear(operation?: string): void;
  list(): readonly FaultRule[];
}

/** The ways to go wrong that are no status. */
const KINDS = ['timeout', 'reset', 'truncated', 'slow'];

export class FaultPlan implements Faults {
  #rules: FaultRule[] = [];
  #limit: { requests: number; seconds: number } | null = null;
  #recent: number[] = [];
  /** When somebody was last refused, by the clock of the machine. */
  #refusedAt: number | undefined;

  readonly #clock: VirtualClock;
  readonly #realMs: () => number;

  constructor(clock: VirtualClock, realMs: () => number = () => performance.now()) {
    this.#clock = clock;
    this.#realMs = realMs;
  }

  add(operation: string, fault: Fault, { times = Number.POSITIVE_INFINITY }: { times?: number } = {}): void {
    checkName('add', operation);
    checkFault(fault);
    if (!(times >= 1 && (Number.isInteger(times) || times === Number.POSITIVE_INFINITY)))
      throw new TypeError('faults.add: times must be a whole number, 1 or more');
    this.#rules.push({ operation, fault, times });
  }

  limit(limit: { requests: number; seconds: number } | null): void {
    if (limit !== null && !(Number.isInteger(limit?.requests) && limit.requests >= 1 && limit.seconds > 0))
      throw new TypeError('faults.limit takes { requests: 1 or more, seconds: more than 0 }, or null');
    this.#limit = limit;
    this.#recent = [];
    this.#refusedAt = undefined;
  }

  clear(operation?: string): void {
    if (operation !== undefined) checkName('clear', operation);
    this.#rules = operation === undefined ? [] : this.#rules.filter((rule) => rule.operation !== operation);
    if (operation === undefined) this.limit(null);
  }

  list(): readonly FaultRule[] {
    return this.#rules;
  }

  /** What goes wrong with this request: the rule that was added last counts. Using it up is part of asking. */
  next(operation: string | undefined): Fault | undefined {
    const retry_after = this.#mustWait();
    if (retry_after > 0) return { status: 429, retry_after };
    if (operation === undefined || this.#rules.length === 0) return undefined;
    const rule = this.#rules.findLast(({ operation: name }) => covers(name, operation));
    if (!rule) return undefined;
    const left = { ...rule, times: rule.times - 1 };
    this.#rules = this.#rules.flatMap((one) => (one !== rule ? [one] : left.times > 0 ? [left] : []));
    return rule.fault;
  }

  /**
   * Seconds until the window has room again; 0 when it has. The window is one of the sandbox's clock, which a client
   * that waits does not move: so after a refusal real time counts too, and whoever waits as long as it was told is in.
   * A refused request takes its second like any other.
   */
  #mustWait(): number {
    if (!this.#limit) return 0;
    if (this.#refusedAt !== undefined) {
      this.#clock.advance(Math.floor((this.#realMs() - this.#refusedAt) / 1000));
      this.#refusedAt = undefined;
    }
    const { requests, seconds } = this.#limit;
    const now = this.#clock.now().getTime();
    // A restored clock may show an earlier time.
    this.#recent = this.#recent.filter((at) => at > now - seconds * 1000 && at <= now);
    const [oldest] = this.#recent;
    if (oldest === undefined || this.#recent.length < requests) {
      this.#recent.push(now);
      return 0;
    }
    this.#clock.advance(1);
    this.#refusedAt = this.#realMs();
    return Math.ceil((oldest - now) / 1000 + seconds);
  }
}

/** The answer of a fault that is one: a status in the shape of the path's family. */
export function faultAnswer(
  { status, message, retry_after }: Extract<Fault, { status: number }>,
  path: string,
  operation: string | undefined,
): WireResponse {
  const complaint =
    message === undefined && status !== 429
      ? undefined
      : {
          message: message ?? 'Too many requests',
          spoken: message !== undefined,
          ...(status === 429 && { code: 'rate_limit_exceeded' }),
        };
  const response = errorAnswer(new Refusal(status, complaint), path, operation);
  return retry_after === undefined
    ? response
    : { ...response, headers: { ...response.headers, 'retry-after': String(retry_after) } };
}

/** A fault that is not an answer. */
type ConnectionFault = Extract<Fault, { kind: string }>;

/** Carries out a fault of the connection on a real one: the listener breaks it off where this throws. */
export async function inflict(
  fault: ConnectionFault,
  _request: WireRequest,
  answer: () => WireResponse,
): Promise<WireResponse> {
  switch (fault.kind) {
    case 'slow':
      await wait(fault.ms);
      return answer();
    case 'timeout':
      return new Promise(() => {});
    case 'reset':
      throw new TransportFault('reset', 'a fault that was asked for');
    case 'truncated': {
      const { status, headers, body } = answer();
      return {
        status,
        headers: { ...headers, 'content-length': `${body.length + 1}` },
        body: body.subarray(0, body.length >> 1),
      };
    }
  }
}

/** Carries out a fault of the connection in process, where there is none: what a caller would have seen of it. */
export async function suffer(
  fault: ConnectionFault,
  request: WireRequest,
  answer: () => WireResponse,
): Promise<WireResponse> {
  switch (fault.kind) {
    case 'slow':
      await pause(fault.ms, request);
      return answer();
    case 'timeout':
      await pause(2 ** 31 - 1, request);
      throw new TransportFault('timeout', 'no answer came');
    case 'reset':
      throw new TransportFault('reset', 'the connection was reset');
    case 'truncated':
      answer();
      throw new TransportFault('reset', 'the answer broke off');
  }
}

/** Waits, but no longer than the caller would. */
async function pause(ms: number, { signal, timeoutMs = 2 ** 31 - 1 }: WireRequest): Promise<void> {
  try {
    await wait(Math.min(ms, timeoutMs), undefined, {
      ...(signal && { signal }),
      ref: ms < timeoutMs || timeoutMs < 2 ** 31 - 1,
    });
  } catch {
    throw new TransportFault('aborted', 'aborted while waiting for an answer', { cause: signal?.reason });
  }
  if (timeoutMs <= ms) throw new TransportFault('timeout', `no answer within ${timeoutMs} ms`);
}

const covers = (name: string, operation: string) =>
  name === '*' || name === operation || operation.startsWith(`${name}.`);

const names = () => [...walkRows(operations)].map(([name]) => name);

function checkName(method: string, operation: string): void {
  const known = names();
  if (known.some((name) => covers(operation, name))) return;
  const meant = nearest(operation, known);
  throw new TypeError(
    `faults.${method}: no operation is called ${operation}${meant ? `; did you mean ${meant}?` : ''}`,
  );
}

const NEEDS = `a fault is { status } or { kind: ${KINDS.map((kind) => `'${kind}'`).join(' | ')} }`;

function checkFault(fault: Fault): void {
  const refuse = (says: string) => new TypeError(`faults.add: ${says}`);
  if (typeof fault !== 'object' || fault === null || 'status' in fault === 'kind' in fault) throw refuse(NEEDS);
  if ('status' in fault) {
    const { status, retry_after } = fault;
    if (!(Number.isInteger(status) && status >= 400 && status <= 599)) throw refuse('status must be from 400 to 599');
    if (retry_after !== undefined && !(retry_after >= 0)) throw refuse('retry_after must be 0 or more');
    return;
  }
  if (!KINDS.includes(fault.kind)) throw refuse(NEEDS);
  if (fault.kind === 'slow' && !(fault.ms >= 0)) throw refuse('slow needs ms, 0 or more');
}
