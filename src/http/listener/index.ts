import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { isLocalName, mayBeLoopback } from '../connect/loopback.js';
import { loopbackOnly, systemResolve } from '../connect/resolve.js';
import { isStrongSecret, STRENGTH_RULE } from '../secrets/strength.js';
import { AllowedHosts } from './allowed-hosts.js';
import { ConnectionSlots, type SlotLimits } from './connection-slots.js';
import { type Connection, Deadlines, type Missed, type Timeouts } from './deadlines.js';
import { type Exchange, hasBody, isBroken, pathOf, type Rules, requestTarget, type Served, serve } from './exchange.js';
import { parseFailure, plainRefusal, type Refusal, refusalBytes } from './responses.js';

export type { Served, ServedResponse } from './exchange.js';

export interface ListenOptions extends Partial<Timeouts>, Partial<SlotLimits> {
  /** The address to listen on. Default: loopback. */
  readonly host?: string;
  /** The port. 0 selects a free one. */
  readonly port?: number;
  /** A certificate and its key, both PEM. With them, the server uses https. */
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly maxBytes?: number;
  /** Host names to accept in addition to loopback names, for a proxy that forwards requests to this server. */
  readonly hosts?: readonly string[];
  /** Secrets that the user chose, by name. Weak ones are rejected if other machines can reach the server. */
  readonly secrets?: Readonly<Record<string, string | undefined>>;
  /** Creates the response to a request that never reaches `served`. */
  readonly refusal?: Refusal;
}

export interface Listener {
  readonly port: number;
  readonly url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const MAX_HEADER_BYTES = 16 * 1024;

/** Starts the HTTP server for every port that Patchbay opens. All limits apply here. */
export async function listen(served: Served, options: ListenOptions = {}): Promise<Listener> {
  const { host = HOST, port = 0, tls, maxBytes = 10 * 2 ** 20, hosts = [], refusal = plainRefusal } = options;
  assertStrongSecrets(options, [host, ...hosts]);
  const timeouts = timeoutsOf(options);
  const { maxConnections = 512, maxConnectionsPerClient = 256 } = options;
  const settings = {
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: timeouts.idleTimeoutMs,
    // `Deadlines` replaces these two timeouts and covers more cases.
    requestTimeout: 0,
    headersTimeout: 0,
    // Disabled because the response of Node.js has no body.
    requireHostHeader: false,
  };
  const server = tls
    ? createTlsServer({ ...settings, ...tls, handshakeTimeout: timeouts.headersTimeoutMs })
    : createServer(settings);
  const scheme = tls ? 'https' : 'http';
  const allowed = new AllowedHosts(hosts, { anyAddress: !mayBeLoopback(host) });
  const deadlines = new Deadlines(timeouts, (connection, missed) => end(connection, missed, refusal));
  const slots = new ConnectionSlots({ maxConnections, maxConnectionsPerClient });
  const sockets = accept(server, { slots, deadlines, refusal, isTls: tls !== undefined });
  answer(server, served, { deadlines, rules: { scheme, maxBytes, hosts: allowed, refusal } });
  // A local name listens on loopback, whatever else it resolves to.
  const [local] = isLocalName(host) ? loopbackOnly(host, await systemResolve(host)) : [];
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      deadlines.close();
      reject(listenError(error, host, port));
    });
    server.listen(port, local?.address ?? host, resolve);
  });
  // The address of a server that listens on a port is always an `AddressInfo`.
  const bound = (server.address() as AddressInfo).port;
  const name = isIP(host) === 6 ? `[${host}]` : host;
  const close = () =>
    new Promise<void>((resolve) => {
      deadlines.close();
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { port: bound, url: `${scheme}://${name}:${bound}`, close };
}

function timeoutsOf({
  requestTimeoutMs = 30_000,
  headersTimeoutMs = Math.min(requestTimeoutMs, 10_000),
  idleTimeoutMs = 5_000,
  sendTimeoutMs = 30_000,
}: ListenOptions): Timeouts {
  return { requestTimeoutMs, headersTimeoutMs, idleTimeoutMs, sendTimeoutMs };
}

function assertStrongSecrets({ secrets = {} }: ListenOptions, names: readonly string[]): void {
  const outside = names.find((name) => !mayBeLoopback(name));
  if (outside === undefined) return;
  for (const [name, secret] of Object.entries(secrets)) {
    if (secret === undefined || isStrongSecret(secret)) continue;
    throw new TypeError(
      `${name} is too weak for a server that other machines reach (${outside}): ${STRENGTH_RULE}. Make one: openssl rand -base64 24`,
    );
  }
}

interface Acceptance {
  readonly slots: ConnectionSlots;
  readonly deadlines: Deadlines;
  readonly refusal: Refusal;
  readonly isTls: boolean;
}

const FULL = 'too many connections are open; close some, or try again in a second';
const MAX_REFUSED = 64;

/** Takes a slot for each connection, and responds with 503 if no slot is free. Returns the open sockets. */
function accept(server: Server, { slots, deadlines, refusal, isTls }: Acceptance): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  const refused = new Set<string>();
  const peer = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
  const begin = (socket: Socket) => {
    const connection = deadlines.watch(socket);
    if (!refused.has(peer(socket))) return;
    const response = refusal(503, FULL, '/');
    const bytes = refusalBytes({ ...response, headers: { ...response.headers, 'retry-after': '1' } });
    connection.closeWith({ bytes, lingers: refused.size <= MAX_REFUSED });
  };
  server.on('connection', (socket: Socket) => {
    const name = peer(socket);
    const release = slots.take(socket.remoteAddress);
    sockets.add(socket);
    if (!release) refused.add(name);
    socket.once('close', () => {
      sockets.delete(socket);
      refused.delete(name);
      release?.();
    });
    if (!isTls) begin(socket);
    // A TLS connection needs a handshake before it can read a response.
    else if (refused.size > MAX_REFUSED) socket.destroy();
  });
  if (isTls) server.on('secureConnection', begin);
  return sockets;
}

function answer(server: Server, served: Served, { deadlines, rules }: { deadlines: Deadlines; rules: Rules }): void {
  const turns = new Turns();
  const request = (expects?: Exchange['expects']) => async (message: IncomingMessage, response: ServerResponse) => {
    const connection = deadlines.of(message.socket);
    if (!connection || connection.isClosing) return void message.resume();
    connection.requestBegins();
    response.once('close', () => connection.requestEnds());
    // Noted at once: a broken body can follow in the same packet.
    const arrival = hasBody(message) ? connection.bodyBegins(pathOf(requestTarget(message)?.path ?? '/')) : undefined;
    const exchange = { message, response, connection, arrival, ...(expects && { expects }) };
    try {
      await serve(served, exchange, { rules, turn: () => turns.next() });
    } catch {
      // The sandbox throws to break off a connection. A client that disconnects also throws.
      if (!isBroken(exchange)) response.destroy();
    }
  };
  const refuse = (socket: Socket, status: number, reason: string) => {
    const connection = deadlines.of(socket);
    if (!connection || !socket.writable) return void socket.destroy();
    const bytes = refusalBytes(rules.refusal(status, reason, connection.arrivingPath ?? '/'));
    connection.closeWith({ bytes, lingers: true });
  };
  server.on('request', request());
  server.on('checkContinue', request('continue'));
  server.on('checkExpectation', request('other'));
  // For `connect`, Node.js passes the socket of the connection itself.
  server.on('connect', (_, socket) => refuse(socket as Socket, 405, 'this server is not a proxy'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (deadlines.of(socket)?.isClosing) return;
    if (error.code === 'ECONNRESET') socket.destroy();
    else refuse(socket, ...parseFailure(error));
  });
}

function end(connection: Connection, missed: Missed, refusal: Refusal): void {
  const { socket, arrivingPath = '/' } = connection;
  if (missed === 'closing' || missed === 'send') return void socket.destroy();
  const bytes = refusalBytes(refusal(408, 'the request did not arrive in time', arrivingPath));
  connection.closeWith({ bytes, lingers: false });
}

function listenError(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  const reason = {
    EADDRINUSE: `port ${port} is used by another program. Choose another port, or 0 for a free one`,
    EACCES: `port ${port} needs administrator rights. Choose a port from 1024, or 0 for a free one`,
    EADDRNOTAVAIL: `${host} is not an address of this machine`,
    ENOTFOUND: `${host} is not an address of this machine`,
  }[cause.code ?? ''];
  return reason === undefined ? cause : Object.assign(new Error(reason, { cause }), { code: cause.code });
}

/** Groups requests that arrive together: reading, answering and writing in turn takes 50 % more time. */
class Turns {
  #next: Promise<void> | undefined;

  /** Resolves when all requests that have arrived so far have been read. */
  next(): Promise<void> {
    this.#next ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#next = undefined;
        resolve();
      });
    });
    return this.#next;
  }
}
