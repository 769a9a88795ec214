import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import { packageRoot } from '../../util/index.js';
import { newConnection } from '../wire/new-connection.js';
import { ACCOUNT_FD, ACCOUNT_FLAG, sendAccount } from './account-pipe.js';
import { connect, type KernelClient } from './client.js';

interface StartOptions {
  /** Where cells run: relative paths start here. */
  readonly cwd: string;
  /** Flags of `kernel-main`, such as `--live`. */
  readonly flags?: readonly string[];
  /** The whole environment of the kernel: see `childEnvironment`. */
  readonly env?: NodeJS.ProcessEnv;
  /** The account for `use('live')`, sent through a pipe. */
  readonly account?: Readonly<Record<string, string>> | undefined;
}

export interface RunningKernel extends KernelClient {
  readonly process: ChildProcess;
  /** Asks the kernel to end and waits until it has. */
  shutdown(): Promise<void>;
}

const KEPT_STDERR = 4_000;
/** It ends itself before that, unless a cell has broken it. */
const SHUTDOWN_MS = 6_000;

/** The kernel's process is gone. */
export class KernelDied extends Error {
  override readonly name = 'KernelDied';
}

/** Starts our kernel as a process of its own and waits until it answers. */
export async function startKernel({
  cwd,
  flags = [],
  env = process.env,
  account,
}: StartOptions): Promise<RunningKernel> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-'));
  const connection = await newConnection(folder);
  const file = join(folder, 'kernel.json');
  writeFileSync(file, JSON.stringify(connection), { mode: 0o600 });

  const main = join(packageRoot(), 'dist', 'kernel-main.js');
  // With a pipe that says nothing, as Jupyter does it.
  const stdio: StdioOptions = ['pipe', 'ignore', 'pipe', ...(account ? (['pipe'] as const) : [])];
  const args = [main, file, ...flags, ...(account ? [ACCOUNT_FLAG] : [])];
  const child = spawn(process.execPath, args, { cwd, env, stdio });
  if (account) sendAccount(child.stdio[ACCOUNT_FD] as Writable, account); // it was asked to be a pipe
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
      const said = complaints.trim();
      client.fail(new KernelDied(`the kernel died (${signal ?? `exit code ${code}`})${said && `: ${said}`}`));
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
      const late = setTimeout(() => child.kill('SIGKILL'), SHUTDOWN_MS);
      await client.control('shutdown_request', { restart: false }).catch(() => {}); // it may be gone before its answer
      await ended;
      clearTimeout(late);
      client.close();
    },
  };
}

/** A subscription takes a moment to reach the kernel: asks now and then until any answer has come on both sockets. */
async function untilAnswering(client: KernelClient): Promise<void> {
  for (let answered = false; !answered; ) {
    const asked = client.request('kernel_info_request', {}).then(() => {
      answered = true;
    });
    asked.catch(() => {}); // an earlier one that is still open when the kernel ends: the latest tells
    await Promise.race([asked, after(50)]);
  }
}
