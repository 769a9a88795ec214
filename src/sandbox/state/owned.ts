import { Collection } from './collection.js';
import { collection, type State } from './state.js';

/** The owner of an item, and the key by which it can be found among the items of all owners. */
interface Owner {
  readonly id: string;
  readonly owner: string;
  readonly key?: string;
}
const byKey = ({ key }: Owner) => key;

/** Items that belong to an owner. One is found by its id alone, and a list does not scan those of other owners. */
export function owned<T extends { readonly id: string }>(name: string, keyOf?: (item: T) => string) {
  const owners = collection<Owner>(`${name} owners`);
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
      owners(state).add({ id: item.id, owner, ...(keyOf && { key: keyOf(item) }) });
      return collection<T>(key(owner))(state).add(item);
    },
    /** Returns the ids of the items with this key. */
    withKey: (state: State, key: string): string[] =>
      owners(state)
        .withKey(byKey, key)
        .map(({ id }) => id),
    replace(state: State, item: T): T {
      const owner = owners(state).get(item.id);
      if (owner && keyOf) owners(state).replace({ ...owner, key: keyOf(item) });
      return own(state, item.id).replace(item);
    },
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
