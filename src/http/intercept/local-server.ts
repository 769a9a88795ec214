import { isUtf8 } from 'node:buffer';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Transport, WireRequest, WireResponse } from '../transport.js';
import type { LocalConnection } from './local-connection.js';

interface Destination {
  readonly origin: string;
  readonly transport: Transport;
}

/** Parses the HTTP of connections in this process and passes each request to a transport. It listens on no port. */
export class LocalServer {
  readonly #destinations = new WeakMap<object, Destination & { readonly connection: LocalConnection }>();
  #server: Server | undefined;

  accept(connection: LocalConnection, destination: Destination): void {
    this.#destinations.set(connection.peer, { ...destination, connection });
    // The caller decides how long a request may take.
    this.#server ??= createServer({ requestTimeout: 0, headersTimeout: 0 }, (message, response) => {
      void this.#answer(message, response);
    });
    this.#server.emit('connection', connection.peer);
  }

  /** A request that the transport cannot answer fails the connection, and the client receives the reason. */
  async #answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const destination = this.#destinations.get(message.socket);
    if (!destination) return void message.socket.destroy();
    try {
      const request = await requestOf(message, response, destination.origin);
      write(response, await destination.transport.send(request), message.method === 'HEAD');
    } catch (error) {
      destination.connection.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/** Headers about the connection and not about the request. */
const OF_CONNECTION =
  /^(?:host|connection|keep-alive|transfer-encoding|content-length|expect|te|trailer|upgrade|proxy-.*)$/;
const MAX_BODY = 64 * 2 ** 20;

async function requestOf(message: IncomingMessage, response: ServerResponse, origin: string): Promise<WireRequest> {
  const { method = 'GET', url = '/' } = message;
  const body = await bodyOf(message);
  const headers = Object.entries(message.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || OF_CONNECTION.test(name) ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new Error('the client disconnected'));
  });
  return {
    method,
    url: `${origin}${url.startsWith('/') ? url : new URL(url).pathname}`,
    headers: Object.fromEntries(headers),
    ...(body.length > 0 && { body: isUtf8(body) ? body.toString('utf8') : body }),
    signal: gone.signal,
  };
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BODY) throw new Error(`the body of a request has more than ${MAX_BODY} bytes`);
  }
  return Buffer.concat(chunks, size);
}

function write(response: ServerResponse, { status, headers, body }: WireResponse, isHead: boolean): void {
  const own = Object.entries(headers).filter(([name]) => !OF_CONNECTION.test(name));
  const hasBody = status !== 204 && status !== 304;
  response.writeHead(status, { ...Object.fromEntries(own), ...(hasBody && { 'content-length': body.length }) });
  response.end(isHead ? undefined : body);
}
