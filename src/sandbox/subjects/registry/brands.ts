import { invalid } from '../../respond/response.js';
import type { Subject } from '../../respond/subject.js';
import { addThing, crud } from '../../state/resources.js';
import type { State } from '../../state/state.js';
import { after } from '../../time/moments.js';
import { type Duties, later } from '../../time/schedule.js';
import { allBrands, type Brand, tell } from './records.js';

const REVIEW_MS = 60_000;

/** Scheduled events of brands. */
export const brandDuties: Duties = {
  'brand is reviewed': (state, { of: id, at }) => {
    const brand = allBrands(state).get(id);
    if (!brand) return;
    // Only the format of the tax number can be checked: in the US, it has nine digits.
    const isKnown = brand.csp_self_registered === true || /^\d{2}-?\d{7}$/.test(String(brand.ein));
    const isForeign = brand.ein_issuing_country !== undefined && brand.ein_issuing_country !== 'US';
    const now = isKnown || isForeign ? 'active' : 'unverified';
    allBrands(state).replace({ ...brand, state: now, updated_at: at });
    const event = now === 'active' ? 'brand_activated' : 'brand_unverified';
    tell(state, brand.status_callback_url, event, at, { state: now, brand_id: id });
  },
};

export function addBrand(state: State, fields: Readonly<Record<string, unknown>>): Brand {
  const brand = addThing<Brand>(state, allBrands, { csp_self_registered: false, ...fields, state: 'pending' });
  later(state, { at: after(brand.created_at, REVIEW_MS), what: 'brand is reviewed', of: brand.id });
  return brand;
}

export const brands: Subject = {
  ...crud<Brand>('registry.brands', allBrands),
  'registry.brands.create': ({ state, fields }) => {
    for (const { name } of allBrands(state)) if (name === fields.name) throw notUnique();
    return addBrand(state, fields);
  },
};

const notUnique = () =>
  invalid({ message: 'name: there is a brand of this name already', attribute: 'name', code: 'brand_not_unique' });
