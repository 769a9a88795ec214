import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real server on a free port of loopback. */
export async function serve(
  listener: RequestListener,
  onConnect?: (target: string) => void,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(listener);
  server.on('connect', (message, socket) => {
    onConnect?.(message.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface Received {
  readonly method: string;
  /** As it came over the wire, not decoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Starts a server that stores the received requests and answers each with `answer`. */
export async function receiver(
  answer: (received: Received) => {
    status?: number;
    headers?: Record<string, string>;
    body?: string | Buffer;
  } = () => ({}),
) {
  const received: Received[] = [];
  const server = await serve(async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk);
    const one = {
      method: message.method ?? '',
      target: message.url ?? '',
      headers: message.headers,
      body: Buffer.concat(chunks).toString(),
    };
    received.push(one);
    const { status = 200, headers = {}, body = '{}' } = answer(one);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  });
  return { ...server, received };
}
