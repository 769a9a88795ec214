import { bool, list, none, obj, oneOf, page, shape, str } from '../field.js';
import { op } from '../row.js';

const R = '/api/relay/rest/registry/beta';
const filter_name = str('Matches part of the name.');
const filter_state = str('Matches the whole state.');

const name = str(undefined, { min: 3, max: 64 });
const status_callback_url = str('Receives each change of state.');
const stamps = { created_at: str(), updated_at: str() };

const company = {
  company_name: str(undefined, { min: 3, max: 64 }), contact_email: str(undefined, { min: 3, max: 64 }), contact_phone: str(undefined, { min: 3, max: 64 }),
  ein_issuing_country: str(), legal_entity_type: oneOf(['PRIVATE_PROFIT', 'PUBLIC_PROFIT', 'NON_PROFIT', 'GOVERNMENT']),
  ein: str('The tax number of the company.'), company_address: str(), company_website: str(),
};
const company_vertical = oneOf(['AGRICULTURE', 'COMMUNICATION', 'CONSTRUCTION', 'EDUCATION', 'ENERGY', 'ENTERTAINMENT', 'FINANCIAL', 'GAMBLING', 'GOVERNMENT', 'HEALTHCARE', 'HOSPITALITY',
  'HUMAN_RESOURCES', 'INSURANCE', 'LEGAL', 'MANUFACTURING', 'NGO', 'POLITICAL', 'POSTAL', 'PROFESSIONAL', 'REAL_ESTATE', 'RETAIL', 'TECHNOLOGY', 'TRANSPORTATION']);
const csp_brand_reference = str('The brand in the registry.');

const Brand = shape('Brand',
  { id: str() },
  { state: str(), name: str(), ...company, legal_entity_type: str(), company_vertical: str(), csp_brand_reference, csp_self_registered: bool(), status_callback_url, ...stamps },
);

const sample = str('A sample message.', { min: 20 });
const keywords = str('Separated by commas, without spaces.');
/** The required fields of a campaign. */
const content = {
  sms_use_case: str(), description: str(undefined, { min: 40 }), sample1: sample, sample2: sample, message_flow: str('How people consent to messages.', { min: 40 }),
  opt_out_message: str(undefined, { min: 20 }), help_message: str(undefined, { min: 20 }),
  number_pooling_required: bool(), direct_lending: bool(), embedded_link: bool(), embedded_phone: bool(), age_gated_content: bool(), lead_generation: bool(),
};
/** The optional fields of a campaign. */
const details = {
  sub_use_cases: list(str(), '2–5 for `MIXED`, 1–5 for `LOW_VOLUME_MIXED`. Other use cases have no sub-use cases.'), campaign_verify_token: str('Required for `POLITICAL_SECTION_527`.'),
  sample3: sample, sample4: sample, sample5: sample, opt_in_message: str(undefined, { min: 20 }), opt_in_keywords: keywords, opt_out_keywords: keywords, help_keywords: keywords,
  number_pooling_per_campaign: str('Required with `number_pooling_required`.'),
};
const csp_campaign_reference = str('The campaign in the registry.');

const Campaign = shape('Campaign',
  { id: str() },
  { name: str(), state: str(), ...content, ...details, dynamic_templates: str('Called `dynamic_messages` in requests.'), csp_campaign_reference, status_callback_url, ...stamps },
);
const AssignedNumber = shape('AssignedNumber',
  { id: str('The id for `numbers.delete`.') },
  { state: str(), campaign_id: str(), phone_number: obj({}, { id: str(), name: str(), number: str('In E.164.'), status_callback_url: str() }), ...stamps },
);
const AssignmentOrder = shape('AssignmentOrder', { id: str() }, { state: str(), processed_at: str(), status_callback_url, ...stamps });

const brands = {
  list:   op(`GET ${R}/brands`, 'List registered brands.', { takes: { filter_name, filter_state }, gives: page(Brand) }),
  create: op(`POST ${R}/brands`, 'Register a brand, or import a brand that you registered.', {
    needs: { name },
    takes: { status_callback_url },
    variants: [obj(company, { company_vertical }), obj({ csp_self_registered: oneOf([true]), csp_brand_reference })],
    ok: 201, spends: true, gives: Brand,
  }),
  get:    op(`GET ${R}/brands/{brand_id}`, 'Fetch one brand.', { gives: Brand }),
  list_campaigns:  op(`GET ${R}/brands/{brand_id}/campaigns`, 'List the campaigns of a brand.', { takes: { filter_name, filter_state }, gives: page(Campaign) }),
  create_campaign: op(`POST ${R}/brands/{brand_id}/campaigns`, 'Register a campaign, or import a campaign that you registered.', {
    needs: { name },
    takes: { brand_id: str('The same id as in the path. The sources disagree whether it is required here.'), status_callback_url },
    variants: [obj({ ...content, terms_and_conditions: bool() }, { ...details, dynamic_messages: str() }), obj({ csp_campaign_reference })],
    ok: 201, spends: true, gives: Campaign,
  }),
};

const campaigns = {
  get:    op(`GET ${R}/campaigns/{campaign_id}`, 'Fetch one campaign.', { gives: Campaign }),
  update: op(`PUT ${R}/campaigns/{campaign_id}`, 'Rename a campaign.', { takes: { name: str() }, gives: Campaign }),
  list_numbers: op(`GET ${R}/campaigns/{campaign_id}/numbers`, 'List the numbers of a campaign.', { takes: { filter_state }, gives: page(AssignedNumber) }),
  list_orders:  op(`GET ${R}/campaigns/{campaign_id}/orders`, 'List the orders that assign numbers to a campaign.', { takes: { filter_state }, gives: page(AssignmentOrder) }),
  create_order: op(`POST ${R}/campaigns/{campaign_id}/orders`, 'Order the assignment of numbers to a campaign.', {
    takes: { phone_numbers: list(str(), 'In E.164.'), status_callback_url }, spends: true, gives: AssignmentOrder,
  }),
};

export const registry = {
  brands,
  campaigns,
  orders:  { get: op(`GET ${R}/orders/{order_id}`, 'Fetch one order.', { gives: AssignmentOrder }) },
  numbers: { delete: op(`DELETE ${R}/numbers/{number_id}`, 'Remove a number from its campaign.', { spends: true, gives: none }) },
};
