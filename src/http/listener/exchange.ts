import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { WireRequest, WireResponse } from '../transport.js';
import type { AllowedHosts } from './allowed-hosts.js';
import type { Arrival, Connection } from './deadlines.js';
import { type Refusal, refusalBytes } from './responses.js';

export interface ServedResponse extends Omit<WireResponse, 'body'> {
  readonly body: Uint8Array | AsyncIterable<Uint8Array>;
}

/** Handles requests. The `signal` of a request is aborted if the client disconnects before the response is complete. */
export interface Served {
  send(request: WireRequest): Promise<ServedResponse>;
}

export interface Rules {
  readonly scheme: 'http' | 'https';
  readonly maxBytes: number;
  readonly hosts: AllowedHosts;
  readonly refusal: Refusal;
}

export interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: Connection;
  /** Undefined for a request without a body. */
  readonly arrival: Arrival | undefined;
  readonly expects?: 'continue' | 'other';
}

/** `turn`: resolves when the requests that have arrived so far have been read. */
export async function serve(
  served: Served,
  exchange: Exchange,
  { rules, turn }: { readonly rules: Rules; turn(): Promise<void> },
): Promise<void> {
  const { message, response, connection, arrival, expects } = exchange;
  const { scheme, maxBytes } = rules;
  const target = requestTarget(message);
  const path = target?.path ?? '/';
  const refused = refusalOf(exchange, target?.host, rules);
  // A body in an unknown encoding would also be broken.
  if (!refused || !arrival) await turn();
  if (refused) return refuse(exchange, rules.refusal(...refused, pathOf(path)));
  // After a body that is not HTTP, the connection has its last bytes already.
  if (isBroken(exchange)) return;
  if (message.complete) connection.bodyEnds(arrival);
  if (expects === 'continue') response.writeContinue();
  const body = await bodyOf(message, maxBytes);
  if (body === undefined) return refuse(exchange, rules.refusal(413, tooLarge(maxBytes), pathOf(path)));
  connection.bodyEnds(arrival);
  const request: WireRequest = {
    method: message.method ?? 'GET',
    url: `${scheme}://${target?.host}${path}`,
    headers: plainHeaders(message),
    ...(body.length > 0 && { body }),
    // A getter, because most handlers need no signal and should not pay for one.
    get signal() {
      return goneSignal(response);
    },
  };
  const answer = await served.send(request);
  if (answer.body instanceof Uint8Array) write(response, { ...answer, body: answer.body });
  else await stream(exchange, answer);
}

const tooLarge = (maxBytes: number) => `the body has more than ${maxBytes} bytes`;

export const pathOf = (path: string): string => path.split('?', 1)[0] as string;

type Reason = readonly [status: number, reason: string];

function refusalOf({ message, expects }: Exchange, host: string | undefined, rules: Rules): Reason | undefined {
  const { hosts, maxBytes } = rules;
  const { origin, 'transfer-encoding': encoding = 'chunked' } = message.headers;
  if (message.headers.host === undefined && message.httpVersion === '1.1')
    return [400, 'the request has no Host header'];
  if (hostCount(message) > 1) return [400, 'the request has more than one Host header'];
  const isAllowed = host === undefined ? undefined : hosts.allowsHost(host);
  if (isAllowed === undefined) return [400, 'the address of the request or its Host header is not valid'];
  if (!isAllowed) return [421, `this server does not accept the host name ${host}`];
  if (origin !== undefined && !hosts.allowsOrigin(origin))
    return [403, 'requests from web pages of other origins are refused'];
  if (encoding.toLowerCase() !== 'chunked') return [501, 'this server supports only the transfer encoding chunked'];
  if (expects === 'other') return [417, 'this server supports only one expectation: 100-continue'];
  if (expects && Number(message.headers['content-length'] ?? 0) > maxBytes) return [413, tooLarge(maxBytes)];
  return undefined;
}

/** Node.js uses the first one. A proxy in front of the server may use the last. */
function hostCount({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]?.toLowerCase() === 'host') count++;
  return count;
}

/** Whether the body is not HTTP, so that the connection closes. */
export const isBroken = ({ message, connection }: Pick<Exchange, 'message' | 'connection'>): boolean =>
  !message.complete && connection.isClosing;

/** Closes the connection. The rest of the body is discarded while the client reads the response. */
function refuse({ message, response, connection }: Exchange, refusal: WireResponse): void {
  if (message.complete) {
    const { status, headers, body } = refusal;
    response.writeHead(status, { ...headers, 'content-length': body.length, connection: 'close' });
    response.end(body);
    return;
  }
  connection.closeWith({ bytes: refusalBytes(refusal), lingers: true });
  message.resume();
}

function write(response: ServerResponse, { status, headers, body }: WireResponse): void {
  const length = Number(headers['content-length'] ?? body.length);
  response.writeHead(status, { ...headers, 'content-length': length });
  // If Content-Length is larger than the body, the connection closes after the body.
  if (length > body.length) response.write(body, () => response.destroy());
  // As a string, the body is written together with the headers. As bytes, it would be a second write.
  else response.end(asText(body), 'latin1');
}

const asText = (content: Uint8Array) =>
  Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');

/** Writes chunks as they arrive, no faster than the client reads them. */
async function stream({ response, connection }: Exchange, { status, headers, body }: ServedResponse): Promise<void> {
  response.writeHead(status, headers);
  response.flushHeaders();
  response.on('drain', () => connection.caughtUp());
  await pipeline(body as AsyncIterable<Uint8Array>, response);
}

function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const close = () => {
    if (!response.writableFinished) gone.abort(new Error('the client disconnected'));
  };
  response.once('close', close);
  if (response.closed) close();
  return gone.signal;
}

/** Node.js returns `set-cookie` as an array. Requests do not need it. */
const plainHeaders = ({ headers }: IncomingMessage): Record<string, string> => {
  if (headers['set-cookie'] !== undefined) delete headers['set-cookie'];
  // Without `set-cookie`, every header is a string.
  return headers as Record<string, string>;
};

const NOTHING = Buffer.alloc(0);

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Reads the whole body. Returns undefined as soon as it exceeds `maxBytes`. Rejects if the client disconnects. */
function bodyOf(message: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  if (!hasBody(message)) return Promise.resolve(NOTHING);
  if (Number(message.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    if (message.destroyed) return reject(new Error('the client disconnected'));
    const chunks: Buffer[] = [];
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) return void chunks.push(chunk);
      chunks.length = 0;
      resolve(undefined);
    });
    message.once('end', () => resolve(Buffer.concat(chunks)));
    message.once('error', reject);
  });
}

interface RequestTarget {
  readonly host: string;
  readonly path: string;
}

const ABSOLUTE = /^https?:\/\/([^/?#]+)([^#]*)/i;

/** Parses the forms of RFC 9112 §3.2. The host of an absolute URL replaces the Host header. */
export function requestTarget({ method, url = '/', headers }: IncomingMessage): RequestTarget | undefined {
  return url.startsWith('/') ? { host: headers.host ?? '', path: url } : otherForm(method, url, headers.host);
}

function otherForm(method: string | undefined, url: string, host = ''): RequestTarget | undefined {
  if (url === '*') return method === 'OPTIONS' ? { host, path: '/' } : undefined;
  const [, authority, rest = ''] = ABSOLUTE.exec(url) ?? [];
  if (authority === undefined) return undefined;
  return { host: authority, path: rest.startsWith('/') ? rest : `/${rest}` };
}
