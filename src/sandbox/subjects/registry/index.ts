import type { Fields, Handlers } from '../../respond/handler.js';
import { addItem, crud } from '../../respond/resources.js';
import type { State } from '../../state/state.js';
import { after } from '../../time/clock.js';
import type { EventHandlers } from '../../time/schedule.js';
import { checkUrl } from '../calls/checks.js';
import { refuse } from '../refusals.js';
import { addCampaign, campaignEvents, campaignHandlers } from './campaigns.js';
import { addOrder, orderEvents, orderHandlers } from './orders.js';
import { allBrands, type Brand, sendEvent } from './records.js';

const REVIEW_MS = 60_000;

const brandEvents: EventHandlers<'brand is reviewed'> = {
  'brand is reviewed': (state, { of: id, at }) => {
    const brand = allBrands(state).get(id);
    if (!brand) return;
    // Only the format of the tax number can be checked: in the US, it has nine digits.
    const isKnown = brand.csp_self_registered === true || /^\d{2}-?\d{7}$/.test(brand.ein ?? '');
    const isForeign = brand.ein_issuing_country !== undefined && brand.ein_issuing_country !== 'US';
    const status = isKnown || isForeign ? 'active' : 'unverified';
    allBrands(state).replace({ ...brand, state: status, updated_at: at });
    const event = status === 'active' ? 'brand_activated' : 'brand_unverified';
    sendEvent(state, brand.status_callback_url, event, at, { state: status, brand_id: id });
  },
};

function addBrand(state: State, fields: Fields): Brand {
  const brand = addItem<Brand>(state, allBrands, { csp_self_registered: false, ...fields, state: 'pending' });
  state.schedule.add({ at: after(brand.created_at, REVIEW_MS), what: 'brand is reviewed', of: brand.id });
  return brand;
}

const byName = ({ name }: Brand) => name;

const brands: Handlers = crud('registry.brands', allBrands, {
  add: ({ state, input }) => {
    checkUrl(input.status_callback_url, 'status_callback_url');
    if (allBrands(state).withKey(byName, input.name).length > 0)
      throw refuse('name', 'name: another brand already has this name', 'brand_not_unique');
    return addBrand(state, input);
  },
});

export const registry: Handlers = { ...brands, ...campaignHandlers, ...orderHandlers };
export const registryEvents = { ...brandEvents, ...campaignEvents, ...orderEvents };

export function seedRegistry(state: State, wait: (seconds: number) => void): void {
  const brand = addBrand(state, {
    name: 'Sandbox Company',
    company_name: 'Sandbox Company Inc.',
    contact_email: 'office@example.com',
    contact_phone: '+12065550100',
    ein_issuing_country: 'US',
    legal_entity_type: 'PRIVATE_PROFIT',
    ein: '12-3456789',
    company_address: '1 Main St, Seattle, WA 98101',
    company_website: 'https://example.com',
    company_vertical: 'RETAIL',
  });
  wait(60);
  const campaign = addCampaign(state, brand, {
    name: 'Order news',
    sms_use_case: 'CUSTOMER_CARE',
    description: 'News about orders, to customers who asked for them at the checkout.',
    sample1: 'Your order 1042 is on its way to you.',
    sample2: 'Your order 1042 has been delivered.',
    message_flow: 'Customers tick a box at the checkout to get news about their order.',
    opt_out_message: 'You will get no more messages from us.',
    help_message: 'Write to office@example.com, or reply STOP.',
    opt_out_keywords: 'STOP,END',
    number_pooling_required: false,
    direct_lending: false,
    embedded_link: false,
    embedded_phone: false,
    age_gated_content: false,
    lead_generation: false,
  });
  wait(60);
  addOrder(state, campaign, ['+12065550100', '+12065550101']);
  wait(60);
}
