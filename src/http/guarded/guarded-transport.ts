import { isIP } from 'node:net';
import { standInFor } from '../egress.js';
import { type LiveOptions, liveTransport } from '../live.js';
import { type Transport, TransportFault, type WireRequest } from '../transport.js';
import { publicOnly, refusal } from './guarded-lookup.js';
import { isPublicAddress } from './public-address.js';

export interface GuardedOptions extends Omit<LiveOptions, 'rule'> {
  /** Lets everything through to private addresses. Else `PLATFORM_ALLOW_PRIVATE_URLS` says so. */
  readonly allowPrivate?: boolean;
}

const MOST_BYTES = 8 * 2 ** 20;

/**
 * The transport of everything whose address somebody else may have chosen: a model, a page, an answer. It reaches the
 * public internet and nothing else, unless a request says that the user configured its address (`allowPrivate`).
 */
export function guardedTransport({
  allowPrivate = privateUrlsAllowed(process.env),
  ...options
}: GuardedOptions = {}): Transport {
  const limits = { maxBytes: MOST_BYTES, ...options };
  const open = liveTransport(limits);
  const guarded = liveTransport({ ...limits, rule: publicOnly });
  return {
    async send(request: WireRequest) {
      const url = checkedUrl(request.url);
      const standIn = standInFor(url.origin);
      if (standIn) return standIn.send(request);
      if (allowPrivate || request.allowPrivate) return open.send({ ...request, url: url.href });
      const host = url.hostname.replace(/^\[|\]$/g, '');
      // A socket checks names only: it connects to an address without a look-up.
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

/** As the URL standard reads it: `0x7f.1`, `0177.0.0.1` and `2130706433` have become what they mean. */
function checkedUrl(text: string): URL {
  const refuse = (why: string) => new TransportFault('not_allowed', `this address is refused: ${why}`);
  if (!URL.canParse(text)) throw refuse('it is not a URL');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refuse(`${url.protocol} is neither http: nor https:`);
  if (url.username || url.password) throw refuse('it holds a user name or a password');
  // With the dot `localhost.` and `127.0.0.1.` would be other names for the same.
  url.hostname = url.hostname.replace(/\.+$/, '');
  if (url.hostname === '') throw refuse('it names no host');
  return url;
}
