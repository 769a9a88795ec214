import type { CallSummary } from '../../engine/run/story.js';
import type { SentCallback } from '../../outbound/callbacks.js';
import type { Delivery } from '../../outbound/inbox.js';
import type { RequestRecord } from '../journal.js';

/** What a verification can count, and the fields of each kind that a pattern may have. The schema reads it too. */
export const KINDS = {
  request: ['operation', 'method', 'path', 'status', 'fields'],
  message: ['to', 'channel', 'text', 'code'],
  call: ['id', 'from', 'to', 'direction', 'status', 'duration', 'parent', 'steps'],
  callback: ['event', 'url', 'method', 'encoding', 'payload', 'outcome'],
} as const;

export type Kind = keyof typeof KINDS;

/** One thing that happened, with its time and its position among those of its kind. */
export interface HappenedRecord {
  readonly kind: Kind;
  readonly at: string;
  readonly index: number;
  readonly value: object;
}

export interface Happened {
  readonly requests: readonly RequestRecord[];
  readonly inbox: readonly Delivery[];
  readonly calls: readonly CallSummary[];
  readonly callbacks: readonly SentCallback[];
  /** The start of the clock. What the sample account did before does not count. */
  readonly start: string;
}

/** What happened since the start of the clock, in order. */
export function recordsOf({ requests, inbox, calls, callbacks, start }: Happened): HappenedRecord[] {
  const of = <T extends object>(kind: Kind, items: readonly T[], at: (item: T) => string): HappenedRecord[] =>
    items.map((value, index) => ({ kind, at: at(value), index, value }));
  return [
    ...of('request', requests, ({ at }) => at),
    ...of('message', inbox, ({ at }) => at),
    ...of('call', calls, ({ started }) => started),
    ...of('callback', callbacks, ({ at }) => at),
  ]
    .filter(({ at }) => at >= start)
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}
