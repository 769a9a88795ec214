import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { checkTrust } from './check-trust.js';
import { isLoopback } from './loopback.js';

export interface Connections {
  to(origin: string): Dispatcher;
  close(): Promise<void>;
}

interface Options {
  readonly proxy?: string | undefined;
  readonly ca?: string | undefined;
  readonly lookup?: LookupFunction | undefined;
  /** Whether who answers must prove to be who was asked. */
  readonly verify?: boolean;
}

const MOST = 64;

/** A pool of connections for each origin: straight, or through a proxy for what is not on this machine. */
export function connect({ proxy, ca, lookup, verify = true }: Options): Connections {
  const { HTTPS_PROXY, https_proxy } = process.env;
  const options = {
    pipelining: 1,
    allowH2: false,
    connections: MOST,
  };
  const trusted =
    ca === undefined && verify
      ? undefined
      : { ...(ca !== undefined && { ca: [...rootCertificates, ca] }), ...(!verify && { rejectUnauthorized: false }) };
  const explicit = proxy ? { httpProxy: proxy, httpsProxy: proxy, noProxy: '' } : {};
  const through = proxy || https_proxy || HTTPS_PROXY;
  checkTrust({ proxy: through });
  const tls = trusted ? { requestTls: trusted, proxyTls: trusted } : {};
  const proxied = through ? new EnvHttpProxyAgent({ ...options, ...explicit, ...tls }) : undefined;
  const pools = new Map<string, Pool>();

  function straight(origin: string): Pool {
    const pool =
      pools.get(origin) ?? new Pool(origin, { ...options, connect: { ...trusted, ...(lookup && { lookup }) } });
    pools.set(origin, pool);
    return pool;
  }

  return {
    to: (origin) => (proxied && !isLoopback(new URL(origin).hostname) ? proxied : straight(origin)),
    async close() {
      await Promise.all([proxied?.close(), ...[...pools.values()].map((pool) => pool.close())]);
    },
  };
}
