import type { Collection } from '../state/collection.js';
import type { Ids } from '../state/ids.js';
// Type-only cycle: the state contains the schedule, and event handlers receive the state.
import type { State } from '../state/state.js';
import type { Transaction } from '../state/transaction.js';

export type EventName =
  | 'action ends'
  | 'brand is reviewed'
  | 'call answers'
  | 'call document continues'
  | 'call fails'
  | 'call hangs up'
  | 'call is busy'
  | 'call reaches its limit'
  | 'call rings'
  | 'call times out'
  | 'caller hangs up'
  | 'campaign is reviewed'
  | 'document processing ends'
  | 'document processing starts'
  | 'fax connects'
  | 'fax is delivered'
  | 'fax is dialled'
  | 'hold ends'
  | 'machine detection ends'
  | 'message is delivered'
  | 'message is sent'
  | 'number is assigned'
  | 'order of numbers is processed'
  | 'template is reviewed';

export interface ScheduledEvent {
  readonly id: string;
  readonly at: string;
  readonly what: EventName;
  /** The id of the item that it affects. */
  readonly of: string;
  readonly part?: string;
  /** What happened, as plain data. */
  readonly data?: unknown;
}

/** Handles an event. A handler first checks whether the event still applies. */
type EventHandler = (state: State, event: ScheduledEvent) => void;
/** The event handlers of one file. `Name` lists the events that it handles. */
export type EventHandlers<Name extends EventName = EventName> = Readonly<Record<Name, EventHandler>>;

/** The scheduled events of a state. They are stored in a collection, so that a snapshot contains them. */
export class Schedule {
  readonly #events: () => Collection<ScheduledEvent>;
  readonly #ids: Ids;
  readonly #transaction: Transaction;
  /** The events sorted by time, the next one last. Derived from the collection at the first use. */
  #order: ScheduledEvent[] | undefined;

  constructor(events: () => Collection<ScheduledEvent>, ids: Ids, transaction: Transaction) {
    this.#events = events;
    this.#ids = ids;
    this.#transaction = transaction;
  }

  add(event: Omit<ScheduledEvent, 'id'>): void {
    const order = this.#sorted();
    const added = this.#events().add({ id: this.#ids.uuid(), ...event });
    // Insert before events of the same time, so that these run in the order in which they were added.
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((order[middle] as ScheduledEvent).at > added.at) low = middle + 1;
      else high = middle;
    }
    order.splice(low, 0, added);
    this.#transaction.onUndo(() => order.splice(order.indexOf(added), 1));
  }

  /** The time of the next event, if there is one. */
  nextAt(): string | undefined {
    return this.#sorted().at(-1)?.at;
  }

  /** Removes and returns the next event that is due at `by`. */
  takeNext(by: string): ScheduledEvent | undefined {
    const order = this.#sorted();
    const next = order.at(-1);
    if (next === undefined || next.at > by) return undefined;
    order.pop();
    this.#events().delete(next.id);
    return next;
  }

  #sorted(): ScheduledEvent[] {
    this.#order ??= [...this.#events()]
      .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
      .reverse();
    return this.#order;
  }
}
