import { checkSnapshot, type Snapshot } from '../control/snapshot.js';
import { VirtualClock } from '../time/clock.js';
import { Collection } from './collection.js';
import { Ids } from './ids.js';
import { undoable } from './undo.js';

/** The state of the simulated platform. Handlers read and change it; a snapshot is a copy of it. */
export interface State {
  readonly project: string;
  readonly token: string;
  readonly clock: VirtualClock;
  readonly ids: Ids;
  /** The stored items, by kind; see `kind`. */
  readonly collections: Map<string, Collection<{ readonly id: string }>>;
}

/** Returns an accessor for the collection of one kind. Each kind is declared once, next to its item type. */
export const kind =
  <T extends { readonly id: string }>(name: string) =>
  ({ collections }: State): Collection<T> => {
    let collection = collections.get(name);
    if (collection === undefined) {
      collections.set(name, (collection = new Collection()));
      undoable(() => collections.delete(name));
    }
    return collection as unknown as Collection<T>;
  };

export function emptyState(seed: number, now: Date | string, token?: string): State {
  const ids = new Ids(seed);
  const project = ids.uuid();
  // Always generated, so that the ids that follow do not depend on `token`.
  const fixed = `PT${ids.uuid().replaceAll('-', '')}`;
  return {
    project,
    token: token ?? fixed,
    clock: new VirtualClock(now),
    ids,
    collections: new Map(),
  };
}

export function snapshotOf(state: State): Snapshot {
  return structuredClone({
    version: 1,
    now: state.clock.now().toISOString(),
    ids: state.ids.state,
    collections: Object.fromEntries([...state.collections].map(([name, one]) => [name, one.toJSON()])),
  });
}

/** Restores a snapshot for the same account, with the same clock object. */
export function stateFrom({ project, token, clock }: State, snapshot: Snapshot): State {
  checkSnapshot(snapshot);
  const copy = structuredClone(snapshot);
  const collections = new Map(
    Object.entries(copy.collections).map(([name, one]) => [name, Collection.from(one as never)]),
  );
  clock.restore(copy.now);
  return { project, token, clock, ids: new Ids(copy.ids), collections };
}
