import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Counts what reaches a port of this machine: TCP connections, which get an answer, and UDP messages. */
export async function counter(host = '127.0.0.1') {
  let reached = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    reached++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}'));
  });
  await once(server.listen(0, host), 'listening');
  const { port } = server.address() as AddressInfo;
  const datagrams = createSocket('udp4').on('message', () => reached++);
  datagrams.bind(port, host);
  await once(datagrams, 'listening');
  return {
    port,
    /** How many since the last time. */
    take: () => {
      const now = reached;
      reached = 0;
      return now;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      datagrams.close();
    },
  };
}
