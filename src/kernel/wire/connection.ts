import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

/** The contents of the connection file that a Jupyter client passes to a kernel. */
export interface Connection {
  readonly transport: 'tcp' | 'ipc';
  readonly ip: string;
  readonly shell_port: number;
  readonly iopub_port: number;
  readonly stdin_port: number;
  readonly control_port: number;
  readonly hb_port: number;
  readonly key: string;
  readonly signature_scheme: string;
}

/** Creates a connection with socket files in a folder, or with free TCP ports on Windows or without a folder. */
export async function newConnection(folder?: string): Promise<Connection> {
  const inFolder = folder !== undefined && process.platform !== 'win32';
  const [shell = 1, iopub = 2, stdin = 3, control = 4, heartbeat = 5] = inFolder ? [] : await freePorts(5);
  return {
    transport: inFolder ? 'ipc' : 'tcp',
    ip: inFolder ? join(folder, 's') : '127.0.0.1',
    shell_port: shell,
    iopub_port: iopub,
    stdin_port: stdin,
    control_port: control,
    hb_port: heartbeat,
    key: randomUUID(),
    signature_scheme: 'hmac-sha256',
  };
}

/** Returns the address of a kernel socket. With `ipc`, the port number is part of the file name. */
export function addressOf({ transport, ip }: Pick<Connection, 'transport' | 'ip'>, port: number): string {
  return transport === 'ipc' ? `ipc://${ip}-${port}` : `tcp://${ip}:${port}`;
}

/** Finds free ports. All servers stay open until the last one listens, so that the ports differ. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  return Promise.all(
    servers.map(async (server) => {
      const { port } = server.address() as AddressInfo;
      await new Promise((resolve) => server.close(resolve));
      return port;
    }),
  );
}
