import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import { createFile, fileProblem, packageRoot, tooManyOpenFiles } from '../../util/index.js';
import { newConnection } from '../wire/connection.js';
import { ACCOUNT_FD, ACCOUNT_FLAG, sendAccount } from './account-pipe.js';
import { connect, type KernelClient } from './client.js';

interface StartOptions {
  readonly cwd: string;
  /** Flags of `kernel-main`, such as `--live`. */
  readonly flags?: readonly string[];
  /** The complete environment of the kernel. See `childEnvironment`. */
  readonly env?: NodeJS.ProcessEnv;
  readonly account?: Readonly<Record<string, string>> | undefined;
}

export interface RunningKernel extends KernelClient {
  readonly process: ChildProcess;
  /** `isPatient`: waits a moment for timers of cells. */
  shutdown(options?: { readonly isPatient?: boolean }): Promise<void>;
}

const MAX_STDERR = 4_000;
/** Longer than the kernel's own limit, which applies unless a cell has broken the kernel. */
const SHUTDOWN_MS = 6_000;

export class KernelDied extends Error {
  override readonly name = 'KernelDied';
}

/** Starts a Patchbay kernel in a child process and waits until it responds. */
export async function startKernel({
  cwd,
  flags = [],
  env = process.env,
  account,
}: StartOptions): Promise<RunningKernel> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-'));
  const connection = await newConnection(folder);
  const file = join(folder, 'kernel.json');
  createFile(file, JSON.stringify(connection));
  // Before the process starts, so that nothing waits between its start and the handlers of its events.
  const client = await connect(connection);

  const main = join(packageRoot(), 'dist', 'kernel-main.js');
  // Like Jupyter, pass an stdin pipe that is never written to.
  const stdio: StdioOptions = ['pipe', 'ignore', 'pipe', ...(account ? (['pipe'] as const) : [])];
  const args = [main, file, `--parent=${process.pid}`, ...flags, ...(account ? [ACCOUNT_FLAG] : [])];
  const child = spawn(process.execPath, args, { cwd, env, stdio });
  if (account) sendAccount(child.stdio[ACCOUNT_FD] as Writable, account); // `stdio` makes it a pipe
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr = (stderr + chunk).slice(-MAX_STDERR);
  });

  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      client.fail(new Error(`the kernel could not be started: ${fileProblem(error)}`, { cause: error }));
      resolve();
    });
    child.once('exit', (code, signal) => {
      const details = tooManyOpenFiles(stderr) ?? stderr.trim();
      client.fail(new KernelDied(`the kernel died (${signal ?? `exit code ${code}`})${details && `: ${details}`}`));
      rmSync(folder, { recursive: true, force: true });
      resolve();
    });
  });
  try {
    await waitUntilReady(client);
  } catch (error) {
    client.close();
    throw error;
  }

  return {
    ...client,
    process: child,
    async shutdown({ isPatient = false } = {}) {
      const late = setTimeout(() => child.kill('SIGKILL'), SHUTDOWN_MS);
      await client.control('shutdown_request', { restart: false, patient: isPatient }).catch(() => {}); // may exit before it replies
      await ended;
      clearTimeout(late);
      client.close();
    },
  };
}

/** Repeats a request until the kernel is ready, because a new subscription takes time to reach it. */
async function waitUntilReady(client: KernelClient): Promise<void> {
  for (let isReady = false; !isReady; ) {
    const response = client.request('kernel_info_request', {}).then(() => {
      isReady = true;
    });
    response.catch(() => {}); // if the kernel ends, the latest request reports it
    await Promise.race([response, after(50)]);
  }
}
