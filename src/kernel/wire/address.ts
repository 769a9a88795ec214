import type { Connection } from './messages.js';

/** Where one of a kernel's sockets is: on `ipc` the port number is part of a file name. */
export function addressOf({ transport, ip }: Pick<Connection, 'transport' | 'ip'>, port: number): string {
  return transport === 'ipc' ? `ipc://${ip}-${port}` : `tcp://${ip}:${port}`;
}
