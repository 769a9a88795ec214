import { rootCertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';
import { DIRECT } from '../egress.js';
import { isLocalName } from './loopback.js';
import { checkTrust, proxySettings } from './proxy-settings.js';
import { type AddressRule, checkedLookup, loopbackOnly, type Resolve, systemResolve } from './resolve.js';
import { type Tunnel, tunnelThrough } from './tunnel.js';

export interface Line {
  readonly dispatcher: Dispatcher;
  /** Call it when the request is over. `wasStopped`: the request ended before its response did. */
  done(wasStopped: boolean): void;
}

export interface Connections {
  to(origin: string): Line;
  close(): Promise<void>;
}

interface Used {
  readonly pool: Dispatcher;
  requests: number;
  isBroken: boolean;
}

interface Options {
  readonly proxy?: string | undefined;
  readonly ca?: string | undefined;
  readonly resolve?: Resolve | undefined;
  readonly rule?: AddressRule | undefined;
  readonly verify?: boolean;
}

const MAX_CONNECTIONS = 64;

/** A pool of connections for each origin. Addresses are checked when a connection is made, also for a proxy. */
export function connect({ proxy, ca, resolve = systemResolve, rule, verify = true }: Options): Connections {
  const tls = {
    ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    ...(!verify && { rejectUnauthorized: false }),
  };
  const proxyFor = proxySettings(proxy, process.env);
  const pools = new Map<string, Used>();
  const tunnels = new Map<string, Tunnel>();

  function poolFor(origin: string) {
    const url = new URL(origin);
    const through = proxyFor(url);
    return new Pool(origin, {
      pipelining: 1,
      allowH2: false,
      connections: MAX_CONNECTIONS,
      connect: through === undefined ? direct(url.hostname) : tunnel(through).connect,
    });
  }

  function direct(hostname: string) {
    const checked = rule ?? (isLocalName(hostname) ? loopbackOnly : undefined);
    return { ...tls, [DIRECT]: true, ...(checked && { lookup: checkedLookup(resolve, checked) }) };
  }

  function tunnel(through: string): Tunnel {
    checkTrust({ proxy: through });
    const made = tunnels.get(through) ?? tunnelThrough(through, { tls, resolve, rule });
    tunnels.set(through, made);
    return made;
  }

  return {
    to(origin) {
      const used = pools.get(origin) ?? { pool: poolFor(origin), requests: 0, isBroken: false };
      pools.set(origin, used);
      used.requests++;
      const done = (wasStopped: boolean) => {
        used.requests--;
        used.isBroken ||= wasStopped;
        if (!used.isBroken || used.requests > 0 || pools.get(origin) !== used) return;
        // A pool replaces the connections that stopped requests closed, even if no request needs them.
        pools.delete(origin);
        void used.pool.destroy();
      };
      return { dispatcher: used.pool, done };
    },
    async close() {
      await Promise.all([...pools.values()].map(({ pool }) => pool.close()));
      await Promise.all([...tunnels.values()].map((tunnel) => tunnel.close()));
    },
  };
}
