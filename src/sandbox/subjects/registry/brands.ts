import type { Fields, Handlers } from '../../respond/handler.js';
import { addItem, crud } from '../../state/resources.js';
import type { State } from '../../state/state.js';
import { after } from '../../time/clock.js';
import type { EventHandlers } from '../../time/schedule.js';
import { refuse } from '../refusals.js';
import { allBrands, type Brand, sendEvent } from './records.js';

const REVIEW_MS = 60_000;

export const brandEvents: EventHandlers<'brand is reviewed'> = {
  'brand is reviewed': (state, { of: id, at }) => {
    const brand = allBrands(state).get(id);
    if (!brand) return;
    // Only the format of the tax number can be checked: in the US, it has nine digits.
    const isKnown = brand.csp_self_registered === true || /^\d{2}-?\d{7}$/.test(brand.ein ?? '');
    const isForeign = brand.ein_issuing_country !== undefined && brand.ein_issuing_country !== 'US';
    const now = isKnown || isForeign ? 'active' : 'unverified';
    allBrands(state).replace({ ...brand, state: now, updated_at: at });
    const event = now === 'active' ? 'brand_activated' : 'brand_unverified';
    sendEvent(state, brand.status_callback_url, event, at, { state: now, brand_id: id });
  },
};

export function addBrand(state: State, fields: Fields): Brand {
  const brand = addItem<Brand>(state, allBrands, { csp_self_registered: false, ...fields, state: 'pending' });
  state.schedule.add({ at: after(brand.created_at, REVIEW_MS), what: 'brand is reviewed', of: brand.id });
  return brand;
}

export const brands: Handlers = crud('registry.brands', allBrands, {
  add: ({ state, input }) => {
    for (const { name } of allBrands(state))
      if (name === input.name) throw refuse('name', 'name: another brand already has this name', 'brand_not_unique');
    return addBrand(state, input);
  },
});
