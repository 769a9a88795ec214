import http from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import { DIRECT } from '../egress.js';
import { type Gate, inPlaceOf } from './gate.js';
import { LocalConnection } from './local-connection.js';
import { LocalServer } from './local-server.js';
import { type ConnectOptions, connectArguments } from './sockets.js';

type Connect = (...args: unknown[]) => unknown;
type Options = ConnectOptions & { readonly [DIRECT]?: true; readonly socket?: unknown; readonly servername?: string };

/**
 * Connects requests to some hosts with a transport in this process instead of the network. It replaces the functions
 * that open connections, so it covers `fetch`, every copy of undici, `node:http` and `node:https`.
 */
export function interceptAnswered(gate: Gate): void {
  const server = new LocalServer();

  /** Returns a connection to the transport of this origin, or undefined if no transport answers. */
  function connectionTo(scheme: 'http' | 'https', args: readonly unknown[]): LocalConnection | undefined {
    const [options, listener] = optionsOf(args);
    // A socket in the options is a tunnel through a proxy.
    if (options.path || options[DIRECT] || options.socket) return undefined;
    const origin = originOf(scheme, options);
    const transport = origin === undefined ? undefined : gate.answerFor(origin);
    if (origin === undefined || !transport) return undefined;
    const connection = new LocalConnection(scheme);
    if (listener) connection.once(scheme === 'https' ? 'secureConnect' : 'connect', listener);
    server.accept(connection, { origin, transport });
    return connection;
  }

  const instead = (scheme: 'http' | 'https', connect: Connect): Connect =>
    inPlaceOf(connect, function (this: unknown, ...args: unknown[]) {
      return connectionTo(scheme, args) ?? Reflect.apply(connect, this, args);
    }) as Connect;

  const plain = instead('http', net.connect as Connect);
  Object.assign(net, { connect: plain, createConnection: plain });
  Object.assign(tls, { connect: instead('https', tls.connect as Connect) });
  // The agent keeps its own reference to `net.createConnection`. The agent of `https` calls `tls.connect`.
  const agent = http.Agent.prototype as unknown as { createConnection: Connect };
  agent.createConnection = instead('http', agent.createConnection);
}

/** `tls.connect` also accepts `(port, host, options, listener)`. */
function optionsOf(args: readonly unknown[]): [Options, (() => void) | undefined] {
  const [options, listener] = connectArguments(args);
  const more = args.find((arg, i): arg is Options => i > 0 && typeof arg === 'object' && arg !== null);
  return [{ ...options, ...more }, listener];
}

function originOf(scheme: 'http' | 'https', { host, port }: Options): string | undefined {
  if (!host) return undefined;
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const address = `${scheme}://${name}:${port ?? (scheme === 'https' ? 443 : 80)}`;
  return URL.canParse(address) ? new URL(address).origin : undefined;
}
