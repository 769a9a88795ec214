import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface DialOptions {
  /** The local address to connect from. */
  readonly from?: string;
  readonly allowHalfOpen?: boolean;
}

/** A TCP connection to a server on loopback, destroyed when the test ends. */
export function dial(port: number, { from, allowHalfOpen = false }: DialOptions = {}): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen, ...(from && { localAddress: from }) });
  // A server may reset a connection that it has given up.
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

export async function dialed(port: number, options?: DialOptions): Promise<Socket> {
  const socket = dial(port, options);
  await once(socket, 'connect');
  return socket;
}

/** Sends these bytes, and returns what the server sends until it ends the connection. */
export async function exchanged(port: number, bytes: string, options?: DialOptions): Promise<string> {
  const socket = await dialed(port, options);
  socket.write(bytes, 'latin1');
  return text(socket);
}

/** Sends the bytes one by one for as long as the connection is open. Returns what the server sent. */
export async function drip(socket: Socket, bytes: () => string, everyMs = 10): Promise<string> {
  const timer = setInterval(() => socket.writable && socket.write(bytes()), everyMs);
  const closed = once(socket, 'close');
  const answer = await text(socket).catch(() => '');
  await closed;
  clearInterval(timer);
  return answer;
}
