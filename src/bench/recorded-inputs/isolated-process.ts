import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileProblem, Mistake, packageRoot } from '../../util/index.js';

interface IsolatedOptions {
  /** Whether Node's permission model refuses files, child processes and addons. */
  readonly isRestricted: boolean;
}

const MEMORY_MB = 512;

/**
 * Starts a file of this package in a process without credentials. It reads its task on stdin, and reports on file
 * descriptor 3.
 */
export async function spawnIsolated(file: string, { isRestricted }: IsolatedOptions): Promise<ChildProcess> {
  const flags = [`--max-old-space-size=${MEMORY_MB}`, ...(isRestricted ? restrictions() : [])];
  const child = spawn(process.execPath, [...flags, join(packageRoot(), 'dist', file)], {
    cwd: packageRoot(),
    env: harmless(process.env),
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  if (child.pid === undefined) {
    const [error]: unknown[] = await once(child, 'error');
    throw new Mistake(`a process cannot start: ${fileProblem(error)}`);
  }
  // The process may end before it has read everything.
  child.stdin?.on('error', () => {});
  return child;
}

/** The process may read this package and the packages that it uses. It may not write, start processes or load addons. */
function restrictions(): string[] {
  const root = realpathSync(packageRoot());
  const folders = [root];
  for (let folder = root; folder !== dirname(folder); folder = dirname(folder))
    if (folder.endsWith(`${sep}node_modules`)) folders.push(folder);
  return [
    process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
    '--disable-warning=ExperimentalWarning',
    ...folders.map((folder) => `--allow-fs-read=${join(folder, sep)}`),
  ];
}

const HARMLESS = /^(?:LANG|LANGUAGE|LC_\w+|TZ|NO_COLOR|SystemRoot)$/i;

/** Variables about language and time. The process gets no others, so it has no credentials. */
const harmless = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => HARMLESS.test(name)));
