import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const PYTHON = '/usr/bin/python3';

/** Runs Debian's Jupyter with its own folders, in which our kernel and the stock tslab kernel are installed. */
export interface Jupyter {
  readonly folder: string;
  /** For programs that shall find them. */
  readonly env: NodeJS.ProcessEnv;
  /** Runs Debian's python; answers what went wrong, or nothing. */
  python(args: readonly string[]): string;
  /** Starts a program of Jupyter that goes on. */
  start(args: readonly string[], cwd: string): ChildProcess;
  /** Where servers write down their addresses. */
  readonly runtime: string;
  remove(): void;
}

export function createJupyter(): Jupyter {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-jupyter-'));
  const env = {
    ...process.env,
    JUPYTER_DATA_DIR: join(folder, 'data'),
    JUPYTER_CONFIG_DIR: join(folder, 'config'),
    JUPYTER_RUNTIME_DIR: join(folder, 'runtime'),
    JUPYTER_PATH: join(folder, 'prefix', 'share', 'jupyter'),
    IPYTHONDIR: join(folder, 'ipython'),
    PATCHBAY_STATE_DIR: join(folder, 'state'),
  };

  function run(command: string, args: readonly string[]): string {
    // To a file: a kernel that outlives its client would hold a pipe open for ever.
    const file = join(folder, 'output.txt');
    const output = openSync(file, 'w');
    const { status, error } = spawnSync(command, args, { env, stdio: ['ignore', output, output] });
    closeSync(output);
    return status === 0 ? '' : `${command} ${args.join(' ')}: ${error ?? status}\n${readFileSync(file, 'utf8')}`;
  }

  const cli = resolve('dist', 'cli.js');
  if (!existsSync(cli)) throw new Error('dist/cli.js is missing: npm run build');
  const problem = run(process.execPath, [cli, 'kernel', 'install', '--prefix', join(folder, 'prefix')]);
  if (problem) throw new Error(problem);
  installStockTslab(join(folder, 'data', 'kernels', 'tslab'));

  return {
    folder,
    env,
    python: (args) => run(PYTHON, args),
    start(args, cwd) {
      const log = openSync(join(folder, 'server.txt'), 'a');
      const child = spawn(PYTHON, args, { env, cwd, stdio: ['ignore', log, log] });
      closeSync(log);
      return child;
    },
    runtime: join(folder, 'runtime'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function installStockTslab(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const argv = [
    process.execPath,
    resolve('node_modules/tslab/bin/tslab'),
    'kernel',
    '--config-path',
    '{connection_file}',
  ];
  writeFileSync(join(folder, 'kernel.json'), JSON.stringify({ argv, display_name: 'tslab', language: 'typescript' }));
}
