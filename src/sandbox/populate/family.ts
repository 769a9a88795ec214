import type { Fields } from '../respond/handler.js';
import type { Item } from '../respond/resources.js';
import type { Collection } from '../state/collection.js';
import type { State } from '../state/state.js';
import { type Family, type Given, textOf } from './given.js';

/** A family whose items are stored as the API shows them. `required` returns the fields that the sandbox reads. */
export function plain<T extends Item>(
  items: (state: State) => Collection<T>,
  required: (given: Given) => Omit<T, keyof Item>,
  added?: (state: State, given: Given) => void,
): Family {
  return {
    has: (state, id) => items(state).get(id) !== undefined,
    add(state, given) {
      // `T` is an item whose own fields are those of `required`.
      items(state).add({ ...given.fields, ...required(given), ...given.stored } as unknown as T);
      added?.(state, given);
    },
  };
}

interface Owned<T> {
  get(state: State, id: string): T | undefined;
  add(state: State, owner: string, item: T): T;
}

/** A family whose items belong to another resource. */
export const owned = <T extends { readonly id: string }>(
  items: Owned<T>,
  ownerOf: string,
  itemOf: (given: Given) => T,
): Family => ({
  has: (state, id) => items.get(state, id) !== undefined,
  add: (state, given) => items.add(state, textOf(given.fields, ownerOf) ?? given.parent, itemOf(given)),
});

export const nothing = (): Fields => ({});
export const label = ({ id }: Given) => id.slice(0, 8);
export const nameOf = (given: Given) =>
  textOf(given.fields, 'name', 'display_name', 'friendly_name') ?? `resource-${label(given)}`;

/** The state of a registration: `pending` when the recording says so, else the usual one. */
export const stateOf = <T extends string>({ state }: Fields, usual: T): T | 'pending' =>
  state === 'pending' ? state : usual;
