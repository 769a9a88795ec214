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

const MAX_DELIVERIES = 1000;

export function deliver(state: State, delivery: Omit<Delivery, 'id' | 'at'>): Delivery {
  const inbox = inboxOf(state);
  if (inbox.size >= MAX_DELIVERIES)
    for (const { id } of inbox) {
      inbox.delete(id);
      break;
    }
  return inbox.add({ id: state.ids.uuid(), at: state.clock.now().toISOString(), ...delivery });
}
