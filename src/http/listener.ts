import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { isLocalName, mayBeLoopback } from './loopback.js';
import { loopbackOnly, systemResolve } from './resolve.js';
import type { WireRequest, WireResponse } from './transport.js';

/** An answer whose body may come piece by piece. */
export interface ServedResponse extends Omit<WireResponse, 'body'> {
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

/** What answers. The `signal` of a request is aborted when whoever sent it goes away before the answer is over. */
export interface Served {
  send(request: WireRequest): Promise<ServedResponse>;
}

export interface ListenOptions {
  /** Where; this machine alone when it is not said. */
  readonly host?: string;
  /** 0 takes a free one. */
  readonly port?: number;
  /** With a certificate and its key, both PEM, it speaks https. */
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly maxBytes?: number;
  /** Names besides those of loopback, for what forwards requests to here. */
  readonly hosts?: readonly string[];
  /** How a request is answered that never gets as far as the transport. */
  readonly refusal?: Refusal;
  /** How long a whole request may take to arrive. */
  readonly requestTimeoutMs?: number;
}

type Refusal = (status: number, says: string, path: string) => WireResponse;

export interface Listener {
  readonly port: number;
  readonly url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/**
 * The one server of ours: on loopback unless told otherwise, and only for programs that mean it. A page in a browser can
 * send requests to loopback too, so a foreign Host (DNS that was made to point here) or a foreign Origin is turned away.
 */
export async function listen(
  served: Served,
  {
    host = HOST,
    port = 0,
    tls,
    maxBytes = 10 * 2 ** 20,
    hosts = [],
    refusal = plain,
    requestTimeoutMs = 30_000,
  }: ListenOptions = {},
): Promise<Listener> {
  const limits = {
    maxHeaderSize: 16 * 1024,
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(requestTimeoutMs, 10_000),
    connectionsCheckingInterval: Math.min(requestTimeoutMs, 30_000),
    keepAliveTimeout: 5_000,
  };
  const server = tls ? createTlsServer({ ...limits, ...tls }) : createServer(limits);
  const scheme = tls ? 'https' : 'http';
  // Beyond this machine there are addresses nobody can list; no name can be made to be one.
  const rules = { maxBytes, hosts, scheme, addresses: !mayBeLoopback(host), refusal };
  server.maxConnections = 256;
  server.on('request', async (message, response) => {
    try {
      await turn();
      await serve(served, message, response, rules);
    } catch {
      response.destroy();
    }
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => giveUp(error, socket, refusal));
  // A local name listens on loopback, whatever else it resolves to.
  const [local] = isLocalName(host) ? loopbackOnly(host, await systemResolve(host)) : [];
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(inWords(error, host, port)));
    server.listen(port, local?.address ?? host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  const name = isIP(host) === 6 ? `[${host}]` : host;
  return { port: bound, url: `${scheme}://${name}:${bound}`, close: () => closed(server) };
}

/** Why a server cannot listen, with what to do. */
function inWords(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  const says = {
    EADDRINUSE: `port ${port} is taken by another program; choose another, or 0 for one that is free`,
    EACCES: `port ${port} is not for everybody to take; choose one from 1024 on, or 0 for one that is free`,
    EADDRNOTAVAIL: `${host} is no address of this machine`,
    ENOTFOUND: `${host} is no address of this machine`,
  }[cause.code ?? ''];
  return says === undefined ? cause : Object.assign(new Error(says, { cause }), { code: cause.code });
}

interface Rules {
  readonly maxBytes: number;
  readonly hosts: readonly string[];
  readonly scheme: string;
  /** Whether any IP address may stand where a host name does. */
  readonly addresses: boolean;
  readonly refusal: Refusal;
}

let nextTurn: Promise<void> | undefined;

/**
 * When all requests that have arrived by now have been read. They are answered one after another, then the answers are
 * written one after another: going back and forth between the three for each request takes half as long again.
 */
function turn(): Promise<void> {
  nextTurn ??= new Promise((resolve) => {
    setImmediate(() => {
      nextTurn = undefined;
      resolve();
    });
  });
  return nextTurn;
}

async function serve(served: Served, message: IncomingMessage, response: ServerResponse, rules: Rules): Promise<void> {
  const { maxBytes, scheme, refusal } = rules;
  const host = message.headers.host ?? '';
  const refuse = (status: number, says: string) => {
    const { headers, body } = refusal(status, says, pathOf(message));
    response.writeHead(status, { ...headers, connection: 'close' });
    response.end(body);
  };
  if (!isOurs(`http://${host}`, rules)) return refuse(421, `this server does not answer to the name ${host}`);
  if (message.headers.origin !== undefined && !isOurs(message.headers.origin, rules))
    return refuse(403, 'requests from web pages of other origins are refused');
  const body = hasBody(message) ? await bodyOf(message, maxBytes) : NOTHING;
  if (body === undefined) return refuse(413, `the body has more than ${maxBytes} bytes`);
  const request: WireRequest = {
    method: message.method ?? 'GET',
    url: `${scheme}://${host}${message.url ?? '/'}`,
    headers: plainHeaders(message),
    ...(body.length > 0 && { body }),
    // Most answers come at once: only who asks for it pays for a signal.
    get signal() {
      return goneSignal(response);
    },
  };
  const { status, headers: out, body: content } = await served.send(request);
  if (!(content instanceof Uint8Array)) return stream(response, { status, headers: out, body: content });
  const length = Number(out['content-length'] ?? content.length);
  response.writeHead(status, { ...out, 'content-length': length });
  // An answer that promises more than there is breaks off where it ends.
  if (length > content.length) response.write(content, () => response.destroy());
  // As one text with the headers it is one write; as bytes it would be two.
  else response.end(asText(content), 'latin1');
}

/** Writes pieces as they come, no faster than they are taken. */
async function stream(response: ServerResponse, { status, headers, body }: ServedResponse): Promise<void> {
  response.writeHead(status, headers);
  response.flushHeaders();
  await pipeline(body as AsyncIterable<Uint8Array>, response);
}

function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const close = () => {
    if (!response.writableFinished) gone.abort(new Error('whoever asked has gone'));
  };
  response.once('close', close);
  if (response.closed) close();
  return gone.signal;
}

const NOTHING = Buffer.alloc(0);
const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** The only header that comes as a list is one that no request has a use for. */
const plainHeaders = ({ headers }: IncomingMessage): Record<string, string> => {
  if (headers['set-cookie'] !== undefined) delete headers['set-cookie'];
  return headers as Record<string, string>;
};

const asText = (content: Uint8Array) =>
  Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');

/** The last one that was ours: a client says the same with each request. */
let known: { readonly origin: string; readonly rules: Rules } | undefined;

function isOurs(origin: string, rules: Rules): boolean {
  if (known?.origin === origin && known.rules === rules) return true;
  if (!URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  const isAddress = rules.addresses && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  if (!mayBeLoopback(hostname) && !rules.hosts.includes(hostname) && !isAddress) return false;
  known = { origin, rules };
  return true;
}

async function bodyOf(message: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  arriving.set(message.socket, message);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The request whose body still comes in. */
const arriving = new WeakMap<Socket, IncomingMessage>();

/** What cannot be read as a request, or does not come to its end in time. */
function giveUp({ code }: NodeJS.ErrnoException, socket: Socket, refusal: Refusal): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [status, says] = GIVEN_UP.get(code) ?? [400, 'this is no HTTP request'];
  const message = arriving.get(socket);
  const { headers, body } = refusal(status, says, message === undefined ? '/' : pathOf(message));
  const fields = { ...headers, 'content-length': `${body.length}`, connection: 'close' };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n`);
  socket.end(body);
}

const GIVEN_UP = new Map<string | undefined, readonly [status: number, says: string]>([
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'the request did not come to its end in time']],
  ['HPE_HEADER_OVERFLOW', [431, 'the headers are too long']],
]);

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] as string;

const plain: Refusal = (status, error) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ error })),
});

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
