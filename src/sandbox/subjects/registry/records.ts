import { addCallback } from '../../outbound/callbacks.js';
import type { Item } from '../../respond/resources.js';
import { owned } from '../../state/owned.js';
import { collection, type State } from '../../state/state.js';

/** The registry of text messaging in the US. The names and durations of the states are not documented. */
export interface Brand extends Item {
  readonly state: 'pending' | 'active' | 'unverified';
  readonly name?: string;
  readonly ein?: string;
  readonly status_callback_url?: string;
}
export interface Campaign extends Item {
  readonly brand_id: string;
  readonly state: 'pending' | 'active';
  readonly name: string;
  readonly status_callback_url?: string;
}
export interface Order extends Item {
  readonly campaign_id: string;
  readonly state: 'pending' | 'processed';
  readonly processed_at?: string;
  readonly numbers: readonly string[];
  readonly status_callback_url?: string;
}
export interface AssignedNumber extends Item {
  readonly campaign_id: string;
  readonly order_id: string;
  readonly state: 'pending' | 'active' | 'failed';
  readonly phone_number: { readonly id: string; readonly name?: string; readonly number: string };
}

export const allBrands = collection<Brand>('brands');
export const campaigns = owned<Campaign>('campaigns');
export const orders = owned<Order>('campaign orders');
export const assigned = owned<AssignedNumber>('campaign numbers');
/** The campaign of each number, keyed by number. */
export const campaignOfNumber = collection<{ id: string; campaign: string }>('campaign numbers taken');

const CATEGORIES = ['number_assignment_order', 'number_assignment', 'campaign', 'brand'];

export function sendEvent(state: State, url: string | undefined, event_type: string, event_at: string, facts: object) {
  const event_category = CATEGORIES.find((category) => event_type.startsWith(category));
  const payload = { project_id: state.project, event_at, event_category, event_type, ...facts };
  addCallback(state, { event: `registry.${event_type}`, at: event_at, url, encoding: 'json', payload });
}
