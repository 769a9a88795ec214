import { kind, type State } from './state.js';

/** Something that comes by itself when the clock gets there: a message arrives, a brand is accepted. */
interface Due {
  readonly id: string;
  readonly at: string;
  readonly what: string;
  /** The id of the thing that it happens to. */
  readonly whom: string;
}

const allDue = kind<Due>('due');

type Happening = (state: State, whom: string, at: string) => void;
const happenings = new Map<string, Happening>();

/** Declares what can happen to a thing later. What it gives back plans that, so many seconds after `from` (or now). */
export function later(what: string, happen: Happening) {
  happenings.set(what, happen);
  return (state: State, whom: string, seconds: number, from: string = state.clock.now().toISOString()): void => {
    const at = new Date(Date.parse(from) + seconds * 1000).toISOString();
    allDue(state).add({ id: state.ids.uuid(), at, what, whom });
  };
}

/** Lets everything happen that the clock has passed, and what follows from it. */
export function catchUp(state: State): void {
  const due = allDue(state);
  while (due.size > 0) {
    const now = state.clock.now().toISOString();
    const ripe = [...due].filter(({ at }) => at <= now).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
    if (ripe.length === 0) return;
    for (const { id } of ripe) due.delete(id);
    for (const { what, whom, at } of ripe) happenings.get(what)?.(state, whom, at);
  }
}
