import { Collection } from './collection.js';
import { kind, type State } from './state.js';
import { undoable } from './undo.js';

/**
 * A collection of items that belong to an owner, such as the chunks of a document. An item is found by its id alone,
 * and listing the items of one owner does not scan those of other owners.
 */
export function owned<T extends { readonly id: string }>(name: string) {
  const owners = kind<{ readonly id: string; readonly owner: string }>(`${name} owners`);
  const key = (owner: string) => `${name} of ${owner}`;
  const of = (state: State, owner: string): Collection<T> =>
    (state.collections.get(key(owner)) as Collection<T> | undefined) ?? new Collection<T>();
  const own = (state: State, id: string) => kind<T>(key(owners(state).get(id)?.owner ?? ''))(state);
  return {
    of,
    get: (state: State, id: string): T | undefined => {
      const owner = owners(state).get(id)?.owner;
      return owner === undefined ? undefined : of(state, owner).get(id);
    },
    add(state: State, owner: string, item: T): T {
      owners(state).add({ id: item.id, owner });
      return kind<T>(key(owner))(state).add(item);
    },
    replace: (state: State, item: T): T => own(state, item.id).replace(item),
    delete(state: State, id: string): void {
      own(state, id).delete(id);
      owners(state).delete(id);
    },
    /** Deletes all items of an owner. */
    deleteAll(state: State, owner: string): void {
      for (const { id } of of(state, owner)) owners(state).delete(id);
      const collection = state.collections.get(key(owner));
      if (!collection) return;
      state.collections.delete(key(owner));
      undoable(() => state.collections.set(key(owner), collection));
    },
  };
}
