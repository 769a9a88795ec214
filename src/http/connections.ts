import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { checkTrust } from './check-trust.js';
import { isLoopback } from './loopback.js';

/** The way to an origin, for one request. */
export interface Line {
  readonly dispatcher: Dispatcher;
  /** The request is over; `wasStopped`: before its answer was. */
  done(wasStopped: boolean): void;
}

export interface Connections {
  to(origin: string): Line;
  close(): Promise<void>;
}

interface Used {
  readonly pool: Pool;
  requests: number;
  isBroken: boolean;
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
  const pools = new Map<string, Used>();

  function straight(origin: string): Line {
    const used = pools.get(origin) ?? {
      pool: new Pool(origin, { ...options, connect: { ...trusted, ...(lookup && { lookup }) } }),
      requests: 0,
      isBroken: false,
    };
    pools.set(origin, used);
    used.requests++;
    const done = (wasStopped: boolean) => {
      used.requests--;
      used.isBroken ||= wasStopped;
      if (!used.isBroken || used.requests > 0 || pools.get(origin) !== used) return;
      // A pool opens new connections in place of those that a stopped request took along, though nobody asks any more.
      pools.delete(origin);
      void used.pool.destroy();
    };
    return { dispatcher: used.pool, done };
  }

  return {
    to: (origin) =>
      proxied && !isLoopback(new URL(origin).hostname) ? { dispatcher: proxied, done() {} } : straight(origin),
    async close() {
      await Promise.all([proxied?.close(), ...[...pools.values()].map(({ pool }) => pool.close())]);
    },
  };
}
