import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { TransportFault } from '../transport.js';
import { isPublicAddress } from './public-address.js';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** What the system says, hosts file included. */
export const systemResolve: Resolve = (hostname) =>
  new Promise((done, fail) =>
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? fail(error) : done(addresses))),
  );

/**
 * The look-up of a connection that is being made: what it answers is what the socket connects to, so a name cannot
 * point elsewhere between a check and its use. One address that is not public refuses the name as a whole.
 */
export function guardedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        const inside = addresses.find(({ address }) => !isPublicAddress(address));
        if (inside || !first) return callback(refusal(hostname, inside?.address), '', 0);
        if (options.all)
          return callback(
            null,
            addresses.map(({ address, family }) => ({ address, family })),
          );
        return callback(null, first.address, first.family);
      },
      (error) => callback(error, '', 0),
    );
  };
}

export function refusal(host: string, address: string | undefined): TransportFault {
  const what = address === undefined ? 'has no address' : `is at ${address}, which is not on the public internet`;
  return new TransportFault('not_allowed', `${host} ${address === host ? 'is not on the public internet' : what}`);
}
