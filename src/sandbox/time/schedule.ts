import type { Collection } from '../state/collection.js';
import { kind, type State } from '../state/state.js';
import { undoable } from '../state/undo.js';

/** Something that happens by itself when the clock has passed its time. */
export interface Due {
  readonly id: string;
  readonly at: string;
  /** What is done then: a name in the table of duties. */
  readonly what: string;
  /** The id of the thing it is done to. */
  readonly of: string;
  /** A part of that thing. */
  readonly part?: string;
}

/** What is done when something is due. Whoever does it looks first whether it still has to be done. */
export type Duties = Readonly<Record<string, (state: State, due: Due) => void>>;

const allDues = kind<Due>('schedule');

/** The same by time, the next one last. Derived: a snapshot has only the collection. */
const inOrder = new WeakMap<Collection<Due>, Due[]>();

export function later(state: State, due: Omit<Due, 'id'>): void {
  const order = orderOf(allDues(state));
  const added = allDues(state).add({ id: state.ids.uuid(), ...due });
  // Before its equals, so that they are taken in the order in which they came.
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

/** Takes out the next thing that is due by then. */
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
