import type { Handlers } from '../../respond/handler.js';
import type { State } from '../../state/state.js';
import { addBrand, brandEvents, brands } from './brands.js';
import { addCampaign, campaignEvents, campaignHandlers } from './campaigns.js';
import { addOrder, orderEvents, orderHandlers } from './orders.js';

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
