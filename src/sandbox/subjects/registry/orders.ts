import type { Handlers } from '../../respond/handler.js';
import { found } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { after } from '../../time/clock.js';
import type { EventHandlers } from '../../time/schedule.js';
import { checkUrl } from '../calls/checks.js';
import { ownNumber } from '../own-number.js';
import { campaignOf, refuse } from './campaigns.js';
import type { AssignedNumber, Campaign, Order } from './records.js';
import { assigned, campaignOfNumber, campaigns, orders, sendEvent } from './records.js';

const ORDER_MS = 10_000;
const ASSIGNMENT_MS = 10_000;

export const orderEvents: EventHandlers<'number is assigned' | 'order of numbers is processed'> = {
  'order of numbers is processed': (state, { of: id, at }) => {
    const order = orders.get(state, id);
    if (!order) return;
    orders.replace(state, { ...order, state: 'processed', processed_at: at, updated_at: at });
    sendOrderEvent(state, order, 'number_assignment_order_processed', at, { state: 'processed' });
    for (const number of order.numbers) assign(state, order, number, at);
  },
  'number is assigned': (state, { of: id, at }) => {
    const one = assigned.get(state, id);
    const order = one && orders.get(state, one.order_id);
    if (!order) return;
    sendNumberEvent(state, order, assigned.replace(state, { ...one, state: 'active', updated_at: at }), at);
  },
};

/** Assigns a number to a campaign. A number can be in only one campaign. */
function assign(state: State, order: Order, number: string, at: string): void {
  const own = ownNumber(state, number);
  const isFree = own !== undefined && campaignOfNumber(state).get(number) === undefined;
  const { campaign_id } = order;
  const name = own?.settings.name;
  const one: AssignedNumber = assigned.add(state, campaign_id, {
    id: state.ids.uuid(),
    campaign_id,
    order_id: order.id,
    state: isFree ? 'pending' : 'failed',
    phone_number: { id: own?.id ?? order.id, number, ...(typeof name === 'string' && { name }) },
    created_at: at,
    updated_at: at,
  });
  if (isFree) {
    campaignOfNumber(state).add({ id: number, campaign: campaign_id });
    state.schedule.add({ at: after(at, ASSIGNMENT_MS), what: 'number is assigned', of: one.id });
  }
  sendNumberEvent(state, order, one, at);
}

const EVENTS = {
  pending: 'number_assignment_pending',
  active: 'number_assignment_activated',
  failed: 'number_assignment_failed',
};

function sendNumberEvent(state: State, order: Order, { id, phone_number, ...one }: AssignedNumber, at: string): void {
  const about = { number_assignment_id: id, phone_number_id: phone_number.id, phone_number: phone_number.number };
  sendOrderEvent(state, order, EVENTS[one.state], at, { state: one.state, ...about });
}

function sendOrderEvent(state: State, order: Order, event: string, at: string, facts: object): void {
  const { id: number_assignment_order_id, campaign_id, status_callback_url } = order;
  const brand_id = campaigns.get(state, campaign_id)?.brand_id ?? '';
  sendEvent(state, status_callback_url, event, at, { ...facts, brand_id, campaign_id, number_assignment_order_id });
}

export function addOrder(state: State, campaign: Campaign, numbers: readonly string[], url?: string): Order {
  const at = state.clock.now().toISOString();
  const order = orders.add(state, campaign.id, {
    id: state.ids.uuid(),
    campaign_id: campaign.id,
    state: 'pending',
    numbers,
    ...(url !== undefined && { status_callback_url: url }),
    created_at: at,
    updated_at: at,
  });
  state.schedule.add({ at: after(at, ORDER_MS), what: 'order of numbers is processed', of: order.id });
  return order;
}

export const orderHandlers: Handlers = {
  'registry.campaigns.create_order': (request) => {
    const { state, input } = request;
    const campaign = campaignOf(request);
    if (campaign.state !== 'active')
      throw refuse('campaign_id', `the campaign is ${campaign.state}: only an active campaign can have numbers`);
    checkUrl(input.status_callback_url, 'status_callback_url');
    const numbers = [...new Set(input.phone_numbers)];
    if (numbers.length === 0) throw refuse('phone_numbers', 'phone_numbers must have at least one number');
    const foreign = numbers.find((number) => !ownNumber(state, number));
    if (foreign !== undefined)
      throw refuse(
        'phone_numbers',
        `phone_numbers must belong to the project, and ${JSON.stringify(foreign)} does not`,
      );
    return addOrder(state, campaign, numbers, input.status_callback_url);
  },
  'registry.orders.get': ({ state, params }) => found(orders.get(state, params.order_id)),
  'registry.numbers.delete': ({ state, params }) => {
    const one = found(assigned.get(state, params.number_id));
    assigned.delete(state, one.id);
    if (one.state !== 'failed') campaignOfNumber(state).delete(one.phone_number.number);
  },
};
