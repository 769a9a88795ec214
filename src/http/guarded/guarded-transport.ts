import { isIP, type LookupFunction } from 'node:net';
import { type AddressRule, checkedLookup, type Resolve } from '../connect/resolve.js';
import { standInFor } from '../egress.js';
import { type LiveOptions, liveTransport } from '../live.js';
import { type Transport, TransportFault } from '../transport.js';
import { isPublicAddress } from './public-address.js';

export interface GuardedOptions extends Omit<LiveOptions, 'rule'> {
  /** Allows all private addresses. Default: the value of `PLATFORM_ALLOW_PRIVATE_URLS`. */
  readonly allowPrivate?: boolean;
}

const MAX_BYTES = 8 * 2 ** 20;

/** The transport for URLs that a model, a page or a response may have chosen. Reaches only public addresses. */
export function guardedTransport({
  allowPrivate = privateUrlsAllowed(process.env),
  ...options
}: GuardedOptions = {}): Transport {
  const limits = { maxBytes: MAX_BYTES, ...options };
  const open = liveTransport(limits);
  const guarded = liveTransport({ ...limits, rule: publicOnly });
  return {
    async send(request, context) {
      const url = checkedUrl(request.url);
      const standIn = standInFor(url.origin);
      if (standIn) return standIn.send(request, context);
      if (allowPrivate || request.allowPrivate) return open.send({ ...request, url: url.href });
      const host = url.hostname.replace(/^\[|\]$/g, '');
      // A socket connects to an IP address without a lookup, so the rule is not applied to it.
      if (isIP(host) !== 0 && !isPublicAddress(host)) throw refusal(host, host);
      return guarded.send({ ...request, url: url.href });
    },
    async close() {
      await Promise.all([open.close?.(), guarded.close?.()]);
    },
  };
}

export const privateUrlsAllowed = ({ PLATFORM_ALLOW_PRIVATE_URLS: said = '' }: NodeJS.ProcessEnv): boolean =>
  /^(1|true|yes)$/i.test(said);

/** Parses as the URL standard does, which normalizes `0x7f.1`, `0177.0.0.1` and `2130706433`. */
function checkedUrl(text: string): URL {
  const refuse = (why: string) => new TransportFault('not_allowed', `this address is refused: ${why}`);
  if (!URL.canParse(text)) throw refuse('it is not a URL');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refuse(`${url.protocol} is not http: or https:`);
  if (url.username || url.password) throw refuse('it contains a user name or a password');
  // A trailing dot would make `localhost.` and `127.0.0.1.` different names for the same host.
  url.hostname = url.hostname.replace(/\.+$/, '');
  if (url.hostname === '') throw refuse('it names no host');
  return url;
}

/** The rule of the guarded transport: one address that is not public rejects the whole name. */
const publicOnly: AddressRule = (host, addresses) => {
  const inside = addresses.find(({ address }) => !isPublicAddress(address));
  if (inside || addresses.length === 0) throw refusal(host, inside?.address);
  return addresses;
};

export const guardedLookup = (resolve: Resolve): LookupFunction => checkedLookup(resolve, publicOnly);

function refusal(host: string, address: string | undefined): TransportFault {
  const what = address === undefined ? 'has no address' : `is at ${address}, which is not on the public internet`;
  return new TransportFault('not_allowed', `${host} ${address === host ? 'is not on the public internet' : what}`);
}
