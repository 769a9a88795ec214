import { allBrands, assigned, campaigns, orders } from '../subjects/registry/records.js';
import { nameOf, owned, plain, stateOf } from './family.js';
import { type Family, textOf } from './given.js';

const REGISTRY = '/api/relay/rest/registry/beta';

function campaignFamily(): Family {
  return owned(campaigns, 'brand_id', (given) => ({
    ...given.fields,
    ...given.stored,
    brand_id: textOf(given.fields, 'brand_id') ?? given.parent,
    state: stateOf(given.fields, 'active'),
    name: nameOf(given),
  }));
}

function orderFamily(): Family {
  return owned(orders, 'campaign_id', ({ parent, fields, stored }) => ({
    ...fields,
    ...stored,
    campaign_id: textOf(fields, 'campaign_id') ?? parent,
    state: stateOf(fields, 'processed'),
    numbers: [],
  }));
}

function assignmentFamily(): Family {
  return owned(assigned, 'campaign_id', ({ id, parent, fields, stored }) => ({
    ...fields,
    ...stored,
    campaign_id: textOf(fields, 'campaign_id') ?? parent,
    order_id: textOf(fields, 'order_id', 'number_assignment_order_id') ?? '',
    state: stateOf(fields, 'active'),
    phone_number: { id, number: '' },
  }));
}

/** How the brands, campaigns, orders and numbers of the campaign registry are created. */
export const registryFamilies: Readonly<Record<string, Family>> = {
  [`${REGISTRY}/brands`]: plain(allBrands, ({ fields }) => ({ state: stateOf(fields, 'active') })),
  [`${REGISTRY}/brands/{}/campaigns`]: campaignFamily(),
  [`${REGISTRY}/campaigns`]: campaignFamily(),
  [`${REGISTRY}/campaigns/{}/orders`]: orderFamily(),
  [`${REGISTRY}/orders`]: orderFamily(),
  [`${REGISTRY}/campaigns/{}/numbers`]: assignmentFamily(),
  [`${REGISTRY}/numbers`]: assignmentFamily(),
};
