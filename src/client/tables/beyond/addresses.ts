import { op } from '../../row.js';
import { Address, checking, place } from '../addresses.js';

export const addresses = {
  update: op('PUT /api/relay/rest/addresses/{id}', 'Replace a postal address.', { needs: place, takes: checking, gives: Address }),
};
