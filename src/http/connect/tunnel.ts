import { isIP, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import connector from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { faultBecause } from '../answer-handler.js';
import { TransportFault } from '../transport.js';
import { unbracketed } from './loopback.js';
import type { AddressRule, Resolve } from './resolve.js';

interface TunnelOptions {
  readonly tls: { readonly ca?: string[]; readonly rejectUnauthorized?: boolean };
  readonly resolve: Resolve;
  /** With a rule, names are resolved here and the proxy gets a checked address. Without one it gets the name. */
  readonly rule?: AddressRule | undefined;
}

export interface Tunnel {
  /** Opens a connection to an origin, for undici. TLS and the Host header keep the origin's name. */
  readonly connect: buildConnector.connector;
  close(): Promise<void>;
}

const CONNECT_MS = 10_000;
/** The limit for a name with many addresses. */
const MAX_ATTEMPTS = 3;

/** Connects to http and https origins through an HTTP proxy with CONNECT. */
export function tunnelThrough(proxy: string, { tls, resolve, rule }: TunnelOptions): Tunnel {
  const url = new URL(proxy);
  const headers = credentialsOf(url);
  const pool = new Pool(url.origin, { connect: tls, pipelining: 1, allowH2: false });
  const startTls = connector({ ...tls, allowH2: false });

  async function open(hostname: string, port: string): Promise<Socket> {
    const hosts = await connectHosts(unbracketed(hostname), resolve, rule);
    for (const [index, host] of hosts.entries()) {
      const target = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
      const signal = AbortSignal.timeout(CONNECT_MS);
      const request = { path: target, headers: { ...headers, host: target }, signal };
      const { statusCode, socket } = await connect.call(pool, request);
      // undici types the socket of a CONNECT as a Duplex.
      if (statusCode >= 200 && statusCode < 300) return socket as Socket;
      socket.on('error', () => {}).destroy(); // nothing is sent on it
      const isLast = index === hosts.length - 1 || statusCode === 407;
      if (isLast) throw new Error(`the proxy answered CONNECT ${target} with status ${statusCode}`);
    }
    throw new Error(`${hostname} has no address`);
  }

  return {
    connect(options, callback) {
      const { hostname, protocol } = options;
      const port = options.port || (protocol === 'https:' ? '443' : '80');
      open(hostname, port).then(
        (socket) =>
          protocol === 'https:' ? startTls({ ...options, httpSocket: socket }, callback) : callback(null, socket),
        (error) => callback(error instanceof TransportFault ? error : faultBecause('refused', error), null),
      );
    },
    close: () => pool.destroy(),
  };
}

/** The CONNECT targets for a host, in order. IPv4 is first, because the proxy may not support IPv6. */
async function connectHosts(host: string, resolve: Resolve, rule: AddressRule | undefined): Promise<string[]> {
  if (!rule) return [host];
  if (isIP(host) !== 0) return rule(host, [{ address: host, family: isIP(host) }]).map(({ address }) => address);
  const addresses = await resolve(host).catch((cause) => {
    const why = `${host} cannot be resolved on this machine (${cause.code ?? cause.message}), so its address cannot be checked`;
    const what = 'the proxy is not used for it; PLATFORM_ALLOW_PRIVATE_URLS=1 skips the check for addresses you trust';
    throw new TransportFault('not_allowed', `${why}: ${what}`, { cause });
  });
  return rule(host, addresses)
    .toSorted((one, other) => one.family - other.family)
    .map(({ address }) => address)
    .slice(0, MAX_ATTEMPTS);
}

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (!username && !password) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
