import type { Fields, Handlers, RequestOf, RequestWith } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import { found, invalid } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { after } from '../../time/clock.js';
import type { EventHandlers } from '../../time/schedule.js';
import { checkUrl } from '../calls/checks.js';
import { allBrands, assigned, type Brand, type Campaign, campaigns, orders, sendEvent } from './records.js';

const REVIEW_MS = 60_000;

export const campaignEvents: EventHandlers<'campaign is reviewed'> = {
  'campaign is reviewed': (state, { of: id, at }) => {
    const campaign = campaigns.get(state, id);
    if (!campaign) return;
    const { brand_id, status_callback_url } = campaign;
    campaigns.replace(state, { ...campaign, state: 'active', updated_at: at });
    sendEvent(state, status_callback_url, 'campaign_activated', at, { state: 'active', brand_id, campaign_id: id });
  },
};

export function addCampaign(state: State, brand: Brand, fields: Fields & { readonly name: string }): Campaign {
  const at = state.clock.now().toISOString();
  const { dynamic_messages, name, ...rest }: Fields & { readonly name: string } = fields;
  const campaign = campaigns.add(state, brand.id, {
    ...rest,
    // The response uses another name for this field.
    ...(dynamic_messages !== undefined && { dynamic_templates: dynamic_messages }),
    id: state.ids.uuid(),
    brand_id: brand.id,
    name,
    state: 'pending',
    created_at: at,
    updated_at: at,
  });
  state.schedule.add({ at: after(at, REVIEW_MS), what: 'campaign is reviewed', of: campaign.id });
  return campaign;
}

export const campaignHandlers: Handlers = {
  'registry.brands.list_campaigns': (request) =>
    page(request, campaigns.of(request.state, brandOf(request).id), (campaign) => campaign),
  'registry.brands.create_campaign': (request) => {
    const { state, input } = request;
    const brand = brandOf(request);
    if ('brand_id' in input && input.brand_id !== undefined && input.brand_id !== brand.id)
      throw refuse('brand_id', 'brand_id must be the id of the brand in the path');
    if (brand.state !== 'active')
      throw refuse('brand_id', `the brand is ${brand.state}: only an active brand can have campaigns`);
    checkContent(input);
    checkUrl(input.status_callback_url, 'status_callback_url');
    return addCampaign(state, brand, input);
  },
  'registry.campaigns.get': (request) => campaignOf(request),
  'registry.campaigns.update': (request) => {
    const { state, input } = request;
    const campaign = campaignOf(request);
    const { name = campaign.name } = input;
    return campaigns.replace(state, { ...campaign, name, updated_at: state.clock.now().toISOString() });
  },
  'registry.campaigns.list_numbers': (request) =>
    page(request, assigned.of(request.state, campaignOf(request).id), (number) => number),
  'registry.campaigns.list_orders': (request) =>
    page(request, orders.of(request.state, campaignOf(request).id), (order) => order),
};

export const refuse = (attribute: string, message: string) => invalid({ message, attribute });

export const campaignOf = ({ state, params }: RequestWith<'campaign_id'>): Campaign =>
  found(campaigns.get(state, params.campaign_id));
const brandOf = ({ state, params }: RequestWith<'brand_id'>): Brand => found(allBrands(state).get(params.brand_id));

/** Use cases that combine others, with the minimum and maximum number. */
const MIXED = new Map<string, readonly [least: number, max: number]>([
  ['MIXED', [2, 5]],
  ['LOW_VOLUME_MIXED', [1, 5]],
]);
const KEYWORDS = ['opt_in_keywords', 'opt_out_keywords', 'help_keywords'] as const;

type Content = RequestOf<'registry.brands.create_campaign'>['input'];

function checkContent(input: Content): void {
  if ('csp_campaign_reference' in input) return;
  const { sms_use_case, sub_use_cases = [] } = input;
  const [least, max] = MIXED.get(sms_use_case) ?? [0, 0];
  if (sub_use_cases.length < least || sub_use_cases.length > max)
    throw refuse(
      'sub_use_cases',
      `sub_use_cases must ${max === 0 ? 'be omitted' : `have ${least}–${max} entries`} for ${sms_use_case}`,
    );
  const required = (name: keyof typeof input, when: string) => {
    if (!input[name]) throw refuse(name, `${name} is required ${when}`);
  };
  if (sms_use_case === 'POLITICAL_SECTION_527') required('campaign_verify_token', `for ${sms_use_case}`);
  if (input.number_pooling_required) required('number_pooling_per_campaign', 'with number_pooling_required');
  if (!input.terms_and_conditions) throw refuse('terms_and_conditions', 'terms_and_conditions must be accepted');
  for (const name of KEYWORDS)
    if (/\s/.test(input[name] ?? '')) throw refuse(name, `${name} must be separated by commas, without spaces`);
}
