import type { Collection } from '../state/collection.js';
import { kind, type State } from '../state/state.js';
import { undoable } from '../state/undo.js';

/** An event that is scheduled for a simulated time. */
export interface Due {
  readonly id: string;
  readonly at: string;
  /** The name of the event in the table of duties. */
  readonly what: string;
  /** The id of the item that it affects. */
  readonly of: string;
  /** A part of that item. */
  readonly part?: string;
}

/** The handlers of scheduled events. A handler first checks whether the event still applies. */
export type Duties = Readonly<Record<string, (state: State, due: Due) => void>>;

const allDues = kind<Due>('schedule');

/** The events sorted by time, the next one last. Derived: a snapshot contains only the collection. */
const inOrder = new WeakMap<Collection<Due>, Due[]>();

export function later(state: State, due: Omit<Due, 'id'>): void {
  const order = orderOf(allDues(state));
  const added = allDues(state).add({ id: state.ids.uuid(), ...due });
  // Insert before events of the same time, so that these run in the order in which they were added.
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((order[middle] as Due).at > added.at) low = middle + 1;
    else high = middle;
  }
  order.splice(low, 0, added);
  undoable(() => order.splice(order.indexOf(added), 1));
}

/** Removes and returns the next event that is due at `by`. */
export function takeDue(state: State, by: string): Due | undefined {
  const order = orderOf(allDues(state));
  const next = order.at(-1);
  if (next === undefined || next.at > by) return undefined;
  order.pop();
  allDues(state).delete(next.id);
  return next;
}

function orderOf(dues: Collection<Due>): Due[] {
  let order = inOrder.get(dues);
  if (order === undefined) {
    order = [...dues].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)).reverse();
    inOrder.set(dues, order);
  }
  return order;
}
