import type { Collection } from '../state/collection.js';
import { collection, type State } from '../state/state.js';

/** A message or a call that the platform sent to a phone, so that a script can read the code in it. */
export interface Delivery {
  readonly id: string;
  readonly at: string;
  readonly to: string;
  readonly channel: 'sms' | 'mms' | 'call';
  readonly text: string;
  /** The code that the recipient must enter, if any. */
  readonly code?: string;
}

export const inboxOf = collection<Delivery>('inbox');

/** The time is now, unless the delivery was due earlier. */
export const deliver = (state: State, delivery: Omit<Delivery, 'id' | 'at'> & { readonly at?: string }): Delivery =>
  addRecent(state, inboxOf, delivery);

type Recent = { readonly id: string; readonly at: string };
const MAX_RECENT = 1000;

/**
 * Adds an item, and removes the oldest one if there are too many, unless it is still needed. Its time is now unless it
 * has one.
 */
export function addRecent<T extends Recent>(
  state: State,
  itemsOf: (state: State) => Collection<T>,
  { at = state.clock.now().toISOString(), ...rest }: Omit<T, 'id' | 'at'> & { at?: string | undefined },
  isRemovable: (item: T) => boolean = () => true,
): T {
  const items = itemsOf(state);
  for (const oldest of items) {
    if (items.size < MAX_RECENT || !isRemovable(oldest)) break;
    items.delete(oldest.id);
  }
  // Together with the id and the time, these are all fields of the item.
  return items.add({ ...rest, id: state.ids.uuid(), at } as unknown as T);
}
