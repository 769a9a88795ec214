import type { Fields, Handlers, RequestOf } from '../respond/handler.js';
import { crud, type Item } from '../respond/resources.js';
import { collection } from '../state/state.js';

export const allAddresses = collection<Item>('addresses');

type Save = RequestOf<'addresses.create' | 'beyond.addresses.update'>;

const fieldsOf = ({ input, state }: Save): Fields => {
  const { emergency_enabled = false } = input;
  return {
    address_type: null,
    address_number: null,
    ...input,
    emergency_enabled,
    validated: emergency_enabled,
    validated_at: emergency_enabled ? state.clock.now().toISOString() : null,
  };
};

const view = (address: Item) => ({ ...address, zip_code: address.postal_code });

export const addresses: Handlers = {
  ...crud('addresses', allAddresses, { create: fieldsOf, view }),
  // An update replaces all fields.
  ...crud('beyond.addresses', allAddresses, { update: fieldsOf, view }),
};
