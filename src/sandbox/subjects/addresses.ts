import type { Ask, Subject } from '../respond/subject.js';
import { crud, type Rules, type Thing } from '../state/resources.js';
import { kind } from '../state/state.js';

/** Postal addresses. */
export const allAddresses = kind<Thing>('addresses');

const place = ({ fields, state }: Ask) => ({
  address_type: null,
  address_number: null,
  ...fields,
  emergency_enabled: fields.emergency_enabled ?? false,
  validated: fields.emergency_enabled === true,
  validated_at: fields.emergency_enabled === true ? state.clock.now().toISOString() : null,
});

// An update replaces all fields.
const rules: Rules<Thing> = {
  made: place,
  changed: place,
  view: (address) => ({ ...address, zip_code: address.postal_code }),
};

export const addresses: Subject = {
  ...crud('addresses', allAddresses, rules),
  ...crud('beyond.addresses', allAddresses, rules),
};
