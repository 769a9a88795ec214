import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { isLoopback } from './loopback.js';
import type { Transport, WireRequest, WireResponse } from './transport.js';

export interface ListenOptions {
  /** 0 takes a free one. */
  readonly port?: number;
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
 * The one server of ours: loopback only, and only for programs that mean it. A page in a browser can send requests to
 * loopback too, so a foreign Host (DNS that was made to point here) or a foreign Origin is turned away.
 */
export async function listen(
  transport: Transport,
  { port = 0, maxBytes = 10 * 2 ** 20, hosts = [], refusal = plain, requestTimeoutMs = 30_000 }: ListenOptions = {},
): Promise<Listener> {
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(requestTimeoutMs, 10_000),
    connectionsCheckingInterval: Math.min(requestTimeoutMs, 30_000),
    keepAliveTimeout: 5_000,
  });
  server.maxConnections = 256;
  server.on(
    'request',
    (message, response) =>
      void serve(transport, message, response, { maxBytes, hosts, refusal }).catch(() => response.destroy()),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => giveUp(error, socket, refusal));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return { port: bound, url: `http://${HOST}:${bound}`, close: () => closed(server) };
}

async function serve(
  transport: Transport,
  message: IncomingMessage,
  response: ServerResponse,
  { maxBytes, hosts, refusal }: { maxBytes: number; hosts: readonly string[]; refusal: Refusal },
): Promise<void> {
  const host = message.headers.host ?? '';
  const refuse = (status: number, says: string) => {
    const { headers, body } = refusal(status, says, pathOf(message));
    response.writeHead(status, { ...headers, connection: 'close' });
    response.end(body);
  };
  if (!isOurs(`http://${host}`, hosts)) return refuse(421, 'this server answers to loopback names only');
  if (message.headers.origin !== undefined && !isOurs(message.headers.origin, hosts))
    return refuse(403, 'requests from web pages of other origins are refused');
  const body = hasBody(message) ? await bodyOf(message, maxBytes) : NOTHING;
  if (body === undefined) return refuse(413, `the body has more than ${maxBytes} bytes`);
  const request: WireRequest = {
    method: message.method ?? 'GET',
    url: `http://${host}${message.url ?? '/'}`,
    headers: plainHeaders(message),
    ...(body.length > 0 && { body }),
  };
  const { status, headers: out, body: content } = await transport.send(request);
  const length = Number(out['content-length'] ?? content.length);
  response.writeHead(status, { ...out, 'content-length': length });
  // An answer that promises more than there is breaks off where it ends.
  if (length > content.length) response.write(content, () => response.destroy());
  // As one text with the headers it is one write; as bytes it would be two.
  else response.end(asText(content), 'latin1');
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
let known: { readonly origin: string; readonly hosts: readonly string[] } | undefined;

function isOurs(origin: string, hosts: readonly string[]): boolean {
  if (known?.origin === origin && known.hosts === hosts) return true;
  if (!URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  if (!isLoopback(hostname) && !hosts.includes(hostname)) return false;
  known = { origin, hosts };
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
