import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { attempt, isRunning, packageRoot, stateFolder, writePrivate } from '../../util/index.js';
import { newConnection } from '../wire/connection.js';
import { heapFlags } from '../wire/memory-limit.js';
import { ACCOUNT_FD, ACCOUNT_FLAG, sendAccount } from './account-pipe.js';
import { accountIn, childEnvironment } from './child-environment.js';

interface ServeOptions {
  /** A connection file written by the client. By default, a new file is created, and removed when the kernel ends. */
  readonly connectionFile?: string;
  readonly live: boolean;
  readonly flags: readonly string[];
  /** The memory limit of the kernel in megabytes. */
  readonly memory?: number | undefined;
  /** Variables that the kernel receives in addition to the default ones. */
  readonly names: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Called with the path of a new connection file, so that the caller can show it. */
  readonly onFile: (file: string) => void;
}

/** Runs a kernel for other clients until it is shut down or Ctrl-C is pressed. Returns its exit code. */
export async function serveKernel(options: ServeOptions): Promise<number> {
  const { connectionFile, live, flags, names, env = process.env, onFile } = options;
  const environment = childEnvironment(env, { names, live });
  const account = live ? accountIn(env) : undefined;
  const own = connectionFile === undefined ? await writeConnection() : undefined;
  if (own !== undefined) onFile(own);
  const main = join(packageRoot(), 'dist', 'kernel-main.js');
  const file = connectionFile ?? (own as string); // exactly one of them is set
  const args = [
    ...heapFlags(options.memory),
    main,
    file,
    `--parent=${process.pid}`,
    ...(live ? ['--live'] : []),
    ...flags,
    ...(account ? [ACCOUNT_FLAG] : []),
  ];
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', ...(account ? (['pipe'] as const) : [])];
  const child = spawn(process.execPath, args, { env: environment, stdio });
  if (account) sendAccount(child.stdio[ACCOUNT_FD] as Writable, account); // `stdio` makes it a pipe
  const end = () => child.kill('SIGTERM');
  process.on('SIGINT', end).on('SIGTERM', end);
  try {
    const [code, signal] = await once(child, 'exit');
    return code ?? (signal === 'SIGTERM' ? 0 : 1);
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
    if (own !== undefined) rmSync(own, { force: true });
  }
}

/** Writes a private connection file, because its key allows any reader to run code as this user. */
async function writeConnection(): Promise<string> {
  const folder = join(stateFolder(), 'kernels');
  removeStale(folder);
  const file = join(folder, `kernel-${process.pid}.json`);
  writePrivate(file, JSON.stringify(await newConnection(), null, 2), { variable: 'PATCHBAY_STATE_DIR' });
  return file;
}

/** Removes the connection files of kernels that were killed. */
function removeStale(folder: string): void {
  for (const name of attempt(() => readdirSync(folder)) ?? []) {
    const [, pid] = /^kernel-(\d+)\.json$/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}
