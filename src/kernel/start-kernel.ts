import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { packageRoot } from '../util/index.js';
import { connect, type KernelClient } from './client.js';
import type { Connection } from './messages.js';

interface StartOptions {
  /** Where cells run: relative paths start here. */
  readonly cwd: string;
  /** Flags of `kernel-main`, such as `--live`. */
  readonly flags?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

export interface RunningKernel extends KernelClient {
  readonly process: ChildProcess;
  /** Asks the kernel to end and waits until it has. */
  shutdown(): Promise<void>;
}

const KEPT_STDERR = 4_000;

/** Starts our kernel as a process of its own and waits until it answers. */
export async function startKernel({ cwd, flags = [], env = process.env }: StartOptions): Promise<RunningKernel> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-'));
  const connection = await newConnection(folder);
  const file = join(folder, 'kernel.json');
  writeFileSync(file, JSON.stringify(connection), { mode: 0o600 });

  const main = join(packageRoot(), 'dist', 'kernel-main.js');
  const child = spawn(process.execPath, [main, file, ...flags], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr?.on('data', (chunk) => {
    complaints = (complaints + chunk).slice(-KEPT_STDERR);
  });

  const client = await connect(connection);
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      client.fail(new Error('the kernel could not be started', { cause: error }));
      resolve();
    });
    child.once('exit', (code, signal) => {
      client.fail(new Error(`the kernel ended (${signal ?? code}) ${complaints.trim()}`));
      rmSync(folder, { recursive: true, force: true });
      resolve();
    });
  });
  try {
    await untilAnswering(client);
  } catch (error) {
    client.close();
    throw error;
  }

  return {
    ...client,
    process: child,
    async shutdown() {
      await client.control('shutdown_request', { restart: false }).catch(() => {}); // it may be gone before its answer
      await ended;
      client.close();
    },
  };
}

/** A subscription takes a moment to reach the kernel: asks until an answer has come on both sockets. */
async function untilAnswering(client: KernelClient): Promise<void> {
  for (;;) {
    const answer = client.request('kernel_info_request', {}).then(() => true);
    if (await Promise.race([answer, setTimeout(50, false)])) return;
  }
}

/** Socket files in a folder of our own where there are any, else free ports. */
async function newConnection(folder: string): Promise<Connection> {
  const inFolder = process.platform !== 'win32';
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

/** All are held until the last is found, so that they differ. */
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
