import { kind, type State } from '../state/state.js';

/** A message or a call that the platform sent to somebody's phone: here is the code that was in it. */
export interface Delivery {
  readonly id: string;
  readonly at: string;
  readonly to: string;
  readonly channel: 'sms' | 'mms' | 'call';
  readonly text: string;
  /** What it asks to be typed back, where there is such a thing. */
  readonly code?: string;
}

export const allDeliveries = kind<Delivery>('inbox');

const KEPT = 1000;

export function deliver(state: State, delivery: Omit<Delivery, 'id' | 'at'>): Delivery {
  const inbox = allDeliveries(state);
  if (inbox.size >= KEPT)
    for (const { id } of inbox) {
      inbox.delete(id);
      break;
    }
  return inbox.add({ id: state.ids.uuid(), at: state.clock.now().toISOString(), ...delivery });
}
