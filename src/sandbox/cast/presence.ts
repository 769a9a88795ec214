import type { State } from '../state/state.js';
import { allCalls, type Call } from '../subjects/calls/call.js';
import { allConferences } from '../subjects/calls/conference.js';
import { allQueues } from '../subjects/calls/queue.js';

export type PresenceKind = 'queue' | 'conference' | 'talk';

/** A time that a call spends in a queue, in a conference, or with another person. */
export interface Presence {
  readonly kind: PresenceKind;
  /** The name of the queue or the conference, or the call of the other person. */
  readonly with: string;
  readonly from: string;
  /** Absent while it lasts. */
  readonly until?: string;
}

/** Watches where the calls of a cast are. The state changes only at events, so a look after each of them sees everything. */
export class PresenceLog {
  readonly #ended = new Map<string, Presence[]>();
  /** What lasts, by call and by what it is. */
  readonly #open = new Map<string, Map<string, Presence>>();

  /** Watches the calls after a position. */
  constructor(readonly after: number) {}

  /** Looks at all its calls. */
  look(state: State): void {
    const at = state.clock.now().toISOString();
    for (const call of callsAfter(state, this.after)) {
      const current = new Map(placesOf(state, call).map(([kind, name]) => [`${kind} ${name}`, { kind, name }]));
      const open = this.#open.get(call.id) ?? new Map<string, Presence>();
      for (const [key, presence] of open) {
        if (current.has(key)) continue;
        open.delete(key);
        this.#ended.set(call.id, [...(this.#ended.get(call.id) ?? []), { ...presence, until: at }]);
      }
      for (const [key, { kind, name }] of current) if (!open.has(key)) open.set(key, { kind, with: name, from: at });
      if (open.size > 0) this.#open.set(call.id, open);
      else this.#open.delete(call.id);
    }
  }

  /** Where a call was, in order. */
  of(id: string): Presence[] {
    return [...(this.#ended.get(id) ?? []), ...(this.#open.get(id)?.values() ?? [])].sort((one, other) =>
      one.from < other.from ? -1 : one.from > other.from ? 1 : 0,
    );
  }
}

/** The calls after a position, the oldest first. */
export const callsAfter = (state: State, position: number): Call[] =>
  [...allCalls(state).since(position + 1)].map(([, call]) => call);

/** The position of the latest call; -1 without any. */
export const latestCall = (state: State): number => allCalls(state).newest().next().value?.[0] ?? -1;

function placesOf(state: State, call: Call): [PresenceKind, string][] {
  const { id, queue_id, conference_id, bridged_with, status } = call;
  const queue = queue_id === null ? undefined : allQueues(state).get(queue_id);
  const conference = conference_id === null ? undefined : allConferences(state).get(conference_id);
  const other = bridged_with === null ? undefined : allCalls(state).get(bridged_with);
  const isConnected = status === 'answered' && other?.status === 'answered' && other.bridged_with === id;
  // Before a conference begins, its participants hear music, and not each other.
  const inside = conference?.status === 'in-progress' ? conference.participants : [];
  return [
    ...(queue ? [['queue', queue.name] as [PresenceKind, string]] : []),
    ...(conference ? [['conference', conference.name] as [PresenceKind, string]] : []),
    ...(isConnected ? [['talk', other.id] as [PresenceKind, string]] : []),
    ...inside.flatMap(({ call_id }): [PresenceKind, string][] => (call_id === id ? [] : [['talk', call_id]])),
  ];
}
