import type { Connection } from './messages.js';

/** Returns the address of a kernel socket. With `ipc`, the port number is part of the file name. */
export function addressOf({ transport, ip }: Pick<Connection, 'transport' | 'ip'>, port: number): string {
  return transport === 'ipc' ? `ipc://${ip}-${port}` : `tcp://${ip}:${port}`;
}
