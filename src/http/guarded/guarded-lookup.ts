import type { LookupFunction } from 'node:net';
import { type AddressRule, checkedLookup, type Resolve } from '../connect/resolve.js';
import { TransportFault } from '../transport.js';
import { isPublicAddress } from './public-address.js';

/** The rule of the guarded transport: one address that is not public rejects the whole name. */
export const publicOnly: AddressRule = (host, addresses) => {
  const inside = addresses.find(({ address }) => !isPublicAddress(address));
  if (inside || addresses.length === 0) throw refusal(host, inside?.address);
  return addresses;
};

export const guardedLookup = (resolve: Resolve): LookupFunction => checkedLookup(resolve, publicOnly);

export function refusal(host: string, address: string | undefined): TransportFault {
  const what = address === undefined ? 'has no address' : `is at ${address}, which is not on the public internet`;
  return new TransportFault('not_allowed', `${host} ${address === host ? 'is not on the public internet' : what}`);
}
