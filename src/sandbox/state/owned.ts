import { Collection } from './collection.js';
import { collection, type State } from './state.js';

/** Items that belong to an owner. One is found by its id alone, and a list does not scan those of other owners. */
export function owned<T extends { readonly id: string }>(name: string) {
  const owners = collection<{ readonly id: string; readonly owner: string }>(`${name} owners`);
  const key = (owner: string) => `${name} of ${owner}`;
  const of = (state: State, owner: string): Collection<T> =>
    (state.collections.get(key(owner)) as Collection<T> | undefined) ?? new Collection<T>();
  const own = (state: State, id: string) => collection<T>(key(owners(state).get(id)?.owner ?? ''))(state);
  return {
    of,
    get: (state: State, id: string): T | undefined => {
      const owner = owners(state).get(id)?.owner;
      return owner === undefined ? undefined : of(state, owner).get(id);
    },
    add(state: State, owner: string, item: T): T {
      owners(state).add({ id: item.id, owner });
      return collection<T>(key(owner))(state).add(item);
    },
    replace: (state: State, item: T): T => own(state, item.id).replace(item),
    delete(state: State, id: string): void {
      own(state, id).delete(id);
      owners(state).delete(id);
    },
    deleteAll(state: State, owner: string): void {
      for (const { id } of of(state, owner)) owners(state).delete(id);
      const items = state.collections.get(key(owner));
      if (!items) return;
      state.collections.delete(key(owner));
      state.transaction.onUndo(() => state.collections.set(key(owner), items));
    },
  };
}
