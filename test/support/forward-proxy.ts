import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** A real HTTP proxy on loopback. `route` says to which port of loopback a target leads, as the proxy resolves it. */
export async function forwardProxy(route: (host: string) => number | undefined) {
  const targets: string[] = [];
  const headers: Record<string, string | string[] | undefined>[] = [];
  const server = createServer((request, response) => {
    targets.push(`${request.method} ${request.url}`);
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    const target = request.url ?? '';
    targets.push(target);
    headers.push(request.headers);
    const port = route(target.replace(/:\d+$/, ''));
    socket.on('error', () => {});
    if (port === undefined) return socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    return upstream.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The target of each CONNECT, or the request line of a plain request. */
    targets,
    headers,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
