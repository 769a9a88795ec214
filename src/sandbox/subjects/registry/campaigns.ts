import { page } from '../../respond/pages.js';
import { invalid, notFound } from '../../respond/response.js';
import type { Ask, Subject } from '../../respond/subject.js';
import type { State } from '../../state/state.js';
import { after } from '../../time/moments.js';
import { type Duties, later } from '../../time/schedule.js';
import { allBrands, assigned, type Brand, type Campaign, campaigns, orders, tell } from './records.js';

const REVIEW_MS = 60_000;

/** Scheduled events of campaigns. */
export const campaignDuties: Duties = {
  'campaign is reviewed': (state, { of: id, at }) => {
    const campaign = campaigns.get(state, id);
    if (!campaign) return;
    const { brand_id, status_callback_url } = campaign;
    campaigns.replace(state, { ...campaign, state: 'active', updated_at: at });
    tell(state, status_callback_url, 'campaign_activated', at, { state: 'active', brand_id, campaign_id: id });
  },
};

type Fields = Readonly<Record<string, unknown>>;

export function addCampaign(state: State, brand: Brand, fields: Fields): Campaign {
  const at = state.clock.now().toISOString();
  const { dynamic_messages, ...rest } = fields;
  const campaign = campaigns.add(state, brand.id, {
    ...rest,
    // The response uses another name for this field.
    ...(dynamic_messages !== undefined && { dynamic_templates: dynamic_messages }),
    id: state.ids.uuid(),
    brand_id: brand.id,
    name: String(fields.name),
    state: 'pending',
    created_at: at,
    updated_at: at,
  } as Campaign);
  later(state, { at: after(at, REVIEW_MS), what: 'campaign is reviewed', of: campaign.id });
  return campaign;
}

export const campaignsOfBrands: Subject = {
  'registry.brands.list_campaigns': (ask) =>
    page(ask, campaigns.of(ask.state, brandOf(ask).id), (campaign) => campaign),
  'registry.brands.create_campaign': (ask) => {
    const brand = brandOf(ask);
    if (ask.fields.brand_id !== undefined && ask.fields.brand_id !== brand.id)
      throw refuse('brand_id', 'brand_id must be the brand of the path');
    if (brand.state !== 'active')
      throw refuse('brand_id', `the brand is ${brand.state}: only an active one can have campaigns`);
    checkContent(ask.fields);
    return addCampaign(ask.state, brand, ask.fields);
  },
  'registry.campaigns.get': (ask) => campaignOf(ask),
  'registry.campaigns.update': (ask) => {
    const { name } = ask.fields;
    const campaign = campaignOf(ask);
    const updated_at = ask.state.clock.now().toISOString();
    return campaigns.replace(ask.state, { ...campaign, ...(name !== undefined && { name: String(name) }), updated_at });
  },
  'registry.campaigns.list_numbers': (ask) => page(ask, assigned.of(ask.state, campaignOf(ask).id), (number) => number),
  'registry.campaigns.list_orders': (ask) => page(ask, orders.of(ask.state, campaignOf(ask).id), (order) => order),
};

export const refuse = (attribute: string, message: string) => invalid({ message, attribute });

export function campaignOf({ state, words }: Ask): Campaign {
  const campaign = campaigns.get(state, words.campaign_id ?? '');
  if (!campaign) throw notFound();
  return campaign;
}

function brandOf({ state, words }: Ask): Brand {
  const brand = allBrands(state).get(words.brand_id ?? '');
  if (!brand) throw notFound();
  return brand;
}

/** Use cases that combine others, with the minimum and maximum number. */
const MIXED = new Map<string, readonly [least: number, most: number]>([
  ['MIXED', [2, 5]],
  ['LOW_VOLUME_MIXED', [1, 5]],
]);
const KEYWORDS = ['opt_in_keywords', 'opt_out_keywords', 'help_keywords'];

function checkContent(fields: Fields): void {
  if (fields.csp_campaign_reference !== undefined) return;
  const useCase = String(fields.sms_use_case);
  const parts = (fields.sub_use_cases as readonly string[] | undefined)?.length ?? 0;
  const [least, most] = MIXED.get(useCase) ?? [0, 0];
  if (parts < least || parts > most)
    throw refuse(
      'sub_use_cases',
      `sub_use_cases must be ${most === 0 ? 'left out' : `${least}–${most}`} for ${useCase}`,
    );
  const need = (name: string, when: string) => {
    if (!fields[name]) throw refuse(name, `${name} is required ${when}`);
  };
  if (useCase === 'POLITICAL_SECTION_527') need('campaign_verify_token', `for ${useCase}`);
  if (fields.number_pooling_required === true) need('number_pooling_per_campaign', 'with number_pooling_required');
  if (fields.terms_and_conditions !== true)
    throw refuse('terms_and_conditions', 'terms_and_conditions must be accepted');
  for (const name of KEYWORDS)
    if (/\s/.test(String(fields[name] ?? '')))
      throw refuse(name, `${name} must be separated by commas, without spaces`);
}
