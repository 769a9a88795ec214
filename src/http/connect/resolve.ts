import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { TransportFault } from '../transport.js';
import { isLoopbackAddress } from './loopback.js';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export const systemResolve: Resolve = (hostname) =>
  new Promise((done, fail) =>
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? fail(error) : done(addresses))),
  );

/** Selects the addresses of a host that a connection may use, at least one, or throws. */
export type AddressRule = (host: string, addresses: readonly ResolvedAddress[]) => readonly ResolvedAddress[];

/** The rule for `localhost` and its subdomains: ignores other addresses, and throws if there is no loopback address. */
export const loopbackOnly: AddressRule = (host, addresses) => {
  const local = addresses.filter(({ address }) => isLoopbackAddress(address));
  if (local.length > 0) return local;
  const found = addresses[0] ? `is at ${addresses[0].address}` : 'has no address';
  throw new TransportFault('not_allowed', `${host} ${found}, which is not a loopback address`);
};

/** The socket connects to an address that the rule has checked, so it cannot change before its use. */
export function checkedLookup(resolve: Resolve, rule: AddressRule): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname)
      .then((addresses) => rule(hostname, addresses))
      .then(
        (addresses) => answerLookup(addresses, options, callback),
        (error) => callback(error, '', 0),
      );
  };
}

/** Wraps a lookup function as a promise. A custom lookup function may ignore `all`. */
export const resolveWith =
  (lookup: LookupFunction, options: Parameters<LookupFunction>[1]): Resolve =>
  (hostname) =>
    new Promise((done, fail) =>
      lookup(hostname, { ...options, all: true }, (error, found, family) => {
        if (error) fail(error);
        else done(typeof found === 'string' ? [{ address: found, family: family ?? isIP(found) }] : found);
      }),
    );

function answerLookup(
  addresses: readonly ResolvedAddress[],
  { all }: Parameters<LookupFunction>[1],
  callback: Parameters<LookupFunction>[2],
): void {
  const [first] = addresses;
  if (all) callback(null, [...addresses]);
  else if (first) callback(null, first.address, first.family);
}
