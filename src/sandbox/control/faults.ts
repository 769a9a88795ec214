import { setTimeout as wait } from 'node:timers/promises';
import { TransportFault, type WireRequest, type WireResponse } from '../../http/index.js';
import { errorResponse } from '../respond/error-shapes.js';
import { Refusal } from '../respond/response.js';
import type { VirtualClock } from '../time/clock.js';
import { checkOperation, isOperationOf } from './operation-names.js';

/** A fault to inject. */
export type Fault =
  | { readonly status: number; readonly message?: string; readonly retry_after?: number }
  /** The response never arrives. */
  | { readonly kind: 'timeout' }
  /** The connection is reset before the response. */
  | { readonly kind: 'reset' }
  /** The connection breaks in the middle of the response. */
  | { readonly kind: 'truncated' }
  /** The response arrives `ms` milliseconds late. */
  | { readonly kind: 'slow'; readonly ms: number };

export interface FaultRule {
  /** An operation such as `queues.list`, a namespace such as `queues`, or `*`. */
  readonly operation: string;
  readonly fault: Fault;
  /** How many more requests it affects. */
  readonly times: number;
}

/** Injects faults into the responses of the sandbox. */
export interface Faults {
  /** Adds a fault to an operation, a namespace or `*`. It affects `times` requests, or every one by default. */
  add(operation: string, fault: Fault, options?: { times?: number }): void;
  /** Limits requests per number of simulated seconds. Requests over the limit receive 429. `null` removes the limit. */
  limit(limit: { requests: number; seconds: number } | null): void;
  /** Removes the faults of an operation or of all operations in a namespace. Without a name, also removes the limit. */
  clear(operation?: string): void;
  list(): readonly FaultRule[];
}

const KINDS = ['timeout', 'reset', 'truncated', 'slow'];

export class FaultPlan implements Faults {
  #rules: FaultRule[] = [];
  #limit: { requests: number; seconds: number } | null = null;
  #recent: number[] = [];
  /** When the limit last refused a request, in real time. */
  #refusedAt: number | undefined;

  readonly #clock: VirtualClock;
  readonly #realMs: () => number;

  constructor(clock: VirtualClock, realMs: () => number = () => performance.now()) {
    this.#clock = clock;
    this.#realMs = realMs;
  }

  add(operation: string, fault: Fault, { times = Number.POSITIVE_INFINITY }: { times?: number } = {}): void {
    checkOperation('faults.add', operation);
    checkFault(fault);
    if (!(times >= 1 && (Number.isInteger(times) || times === Number.POSITIVE_INFINITY)))
      throw new TypeError('faults.add: times must be a whole number, 1 or more');
    this.#rules.push({ operation, fault, times });
  }

  limit(limit: { requests: number; seconds: number } | null): void {
    if (limit !== null && !(Number.isInteger(limit?.requests) && limit.requests >= 1 && limit.seconds > 0))
      throw new TypeError(
        'faults.limit takes { requests, seconds } or null: requests must be 1 or more, and seconds more than 0',
      );
    this.#limit = limit;
    this.#recent = [];
    this.#refusedAt = undefined;
  }

  clear(operation?: string): void {
    if (operation !== undefined) checkOperation('faults.clear', operation);
    this.#rules =
      operation === undefined ? [] : this.#rules.filter((rule) => !isOperationOf(operation, rule.operation));
    if (operation === undefined) this.limit(null);
  }

  list(): readonly FaultRule[] {
    return this.#rules;
  }

  /** Returns the fault for a request and counts it as used. The rule that was added last takes precedence. */
  next(operation: string | undefined): Fault | undefined {
    const retry_after = this.#retryAfter();
    if (retry_after > 0) return { status: 429, retry_after };
    if (operation === undefined || this.#rules.length === 0) return undefined;
    const rule = this.#rules.findLast(({ operation: name }) => isOperationOf(name, operation));
    if (!rule) return undefined;
    const left = { ...rule, times: rule.times - 1 };
    this.#rules = this.#rules.flatMap((one) => (one !== rule ? [one] : left.times > 0 ? [left] : []));
    return rule.fault;
  }

  /**
   * Returns the seconds until the window has room again, or 0. The window uses the simulated clock, which does not move
   * while a client waits. After a refusal, real time therefore advances the clock too, so that a client that waits for
   * `retry-after` is accepted. A refused request takes one second, like any other request.
   */
  #retryAfter(): number {
    if (!this.#limit) return 0;
    if (this.#refusedAt !== undefined) {
      this.#clock.tick(Math.floor((this.#realMs() - this.#refusedAt) / 1000));
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
    this.#clock.tick();
    this.#refusedAt = this.#realMs();
    return Math.ceil((oldest - now) / 1000 + seconds);
  }
}

export function faultResponse(fault: Extract<Fault, { status: number }>, path: string, operation?: string) {
  const { status, message, retry_after } = fault;
  const limited = status === 429 && { message: 'Too many requests', code: 'rate_limit_exceeded' };
  const given = message !== undefined && { message, alwaysShown: true };
  const details = given ? { ...limited, ...given } : limited || undefined;
  const { headers, ...response } = errorResponse(new Refusal(status, details), path, operation);
  return {
    ...response,
    headers: { ...headers, ...(retry_after !== undefined && { 'retry-after': `${retry_after}` }) },
  };
}

export type ApplyFault = (
  fault: Extract<Fault, { kind: string }>,
  request: WireRequest,
  respond: () => WireResponse,
) => Promise<WireResponse>;

/** Applies a fault to a real connection. If it throws, the listener closes the connection. */
export const applyToConnection: ApplyFault = async (fault, { signal }, respond) => {
  switch (fault.kind) {
    case 'slow':
      await wait(fault.ms);
      return respond();
    case 'timeout':
      // Until the client ends the request.
      return new Promise((_, reject) => {
        const giveUp = () => reject(new TransportFault('timeout', 'an injected fault'));
        signal?.addEventListener('abort', giveUp, { once: true });
      });
    case 'reset':
      throw new TransportFault('reset', 'an injected fault');
    case 'truncated': {
      const { status, headers, body } = respond();
      return {
        status,
        headers: { ...headers, 'content-length': `${body.length + 1}` },
        body: body.subarray(0, body.length >> 1),
      };
    }
  }
};

/** Applies a fault in process, with the errors that a client would see on a real connection. */
export const applyInProcess: ApplyFault = async (fault, request, respond) => {
  switch (fault.kind) {
    case 'slow':
      await pause(fault.ms, request);
      return respond();
    case 'timeout':
      await pause(2 ** 31 - 1, request);
      throw new TransportFault('timeout', 'no response was received');
    case 'reset':
      throw new TransportFault('reset', 'the connection was reset');
    case 'truncated':
      respond();
      throw new TransportFault('reset', 'the connection broke in the middle of the response');
  }
};

async function pause(ms: number, { signal, timeoutMs = 2 ** 31 - 1 }: WireRequest): Promise<void> {
  try {
    await wait(Math.min(ms, timeoutMs), undefined, {
      ...(signal && { signal }),
      ref: ms < timeoutMs || timeoutMs < 2 ** 31 - 1,
    });
  } catch {
    throw new TransportFault('aborted', 'aborted while waiting for the response', { cause: signal?.reason });
  }
  if (timeoutMs <= ms) throw new TransportFault('timeout', `no response within ${timeoutMs} ms`);
}

const FORMAT = `a fault must be { status } or { kind: ${KINDS.map((kind) => `'${kind}'`).join(' | ')} }`;

function checkFault(fault: Fault): void {
  const refuse = (problem: string) => new TypeError(`faults.add: ${problem}`);
  if (typeof fault !== 'object' || fault === null || 'status' in fault === 'kind' in fault) throw refuse(FORMAT);
  if ('status' in fault) {
    const { status, retry_after } = fault;
    if (!(Number.isInteger(status) && status >= 400 && status <= 599)) throw refuse('status must be from 400 to 599');
    if (retry_after !== undefined && !(retry_after >= 0)) throw refuse('retry_after must be 0 or more');
    return;
  }
  if (!KINDS.includes(fault.kind)) throw refuse(FORMAT);
  if (fault.kind === 'slow' && !(fault.ms >= 0)) throw refuse('a slow fault requires ms, 0 or more');
}
