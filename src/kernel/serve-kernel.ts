import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot, stateFolder } from '../util/index.js';
import { newConnection } from './new-connection.js';

interface ServeOptions {
  /** Written by the client that will connect. Without one, a new one is made, and removed in the end. */
  readonly connectionFile?: string;
  /** Flags of `kernel-main`, such as `--live`. */
  readonly flags: readonly string[];
  /** Where clients find the kernel, when nobody knows it yet. */
  readonly onFile: (file: string) => void;
}

/** Runs a kernel for clients of others until it is shut down, or until Ctrl-C. Answers its exit code. */
export async function serveKernel({ connectionFile, flags, onFile }: ServeOptions): Promise<number> {
  const own = connectionFile === undefined ? await writeConnection() : undefined;
  if (own !== undefined) onFile(own);
  const main = join(packageRoot(), 'dist', 'kernel-main.js');
  const args = [main, connectionFile ?? (own as string), ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
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

/** Its key lets whoever reads it run code as this user. */
async function writeConnection(): Promise<string> {
  const folder = join(stateFolder(), 'kernels');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `kernel-${process.pid}.json`);
  rmSync(file, { force: true }); // of an earlier process of that number: the mode is for new files only
  writeFileSync(file, JSON.stringify(await newConnection(), null, 2), { mode: 0o600 });
  return file;
}
