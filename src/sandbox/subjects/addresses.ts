import { kind } from '../state.js';
import type { Subject } from '../subject.js';
import { crud, type Thing } from '../things.js';

/** Postal addresses. */
const allAddresses = kind<Thing>('addresses');

export const addresses: Subject = crud('addresses', allAddresses, {
  made: ({ fields, state }) => ({
    address_type: null,
    address_number: null,
    ...fields,
    emergency_enabled: fields.emergency_enabled ?? false,
    validated: fields.emergency_enabled === true,
    validated_at: fields.emergency_enabled === true ? state.clock.now().toISOString() : null,
  }),
  view: (address) => ({ ...address, zip_code: address.postal_code }),
});
