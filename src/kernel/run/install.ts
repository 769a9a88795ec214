import { existsSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileProblem, Mistake, makeFolder, packageRoot, replaceFile } from '../../util/index.js';
import { heapFlags } from '../wire/memory-limit.js';

/** Two kernels, so that Jupyter's menu shows which one can reach the real platform. */
const OFFLINE = { folder: 'patchbay', title: 'Patchbay (TypeScript)' };
const LIVE = { folder: 'patchbay-live', title: 'Patchbay (TypeScript, LIVE)' };

/** Where to install the kernelspec. The default is the user's own folder. */
interface InstallPlace {
  /** The user's Jupyter folder (the default). */
  readonly user?: boolean;
  /** The folder of the active Python environment: `VIRTUAL_ENV` or `CONDA_PREFIX`. */
  readonly sysPrefix?: boolean;
  /** `PREFIX/share/jupyter/kernels`. */
  readonly prefix?: string;
}

interface InstallOptions extends InstallPlace {
  /** Notebooks run by this kernel can connect to the real platform with `use('live')`. */
  readonly live?: boolean;
  /** Users can run commands of the shell with `.sh`. */
  readonly shell?: boolean;
  /** The memory limit of the kernel in megabytes. */
  readonly memory?: number | undefined;
}

/** Writes the kernelspec, so that Jupyter offers the kernel. Returns the folder and the name in Jupyter's menu. */
export function installKernel(
  options: InstallOptions = {},
  env: NodeJS.ProcessEnv = process.env,
): { readonly folder: string; readonly title: string } {
  const { folder: name, title } = options.live ? LIVE : OFFLINE;
  const folder = join(kernelsFolder(options, env), name);
  const spec = `${JSON.stringify(kernelSpec(options), null, 2)}\n`;
  try {
    makeFolder(folder, 0o755);
    for (const [name, text] of [
      ['kernel.json', spec],
      ['logo-svg.svg', LOGO],
    ] as const) {
      // Regardless of the umask: other users read a shared prefix.
      replaceFile(join(folder, name), text, { mode: 0o644 });
    }
  } catch (cause) {
    throw new Mistake(`cannot write to ${folder}: ${fileProblem(cause)}. Choose another folder with --prefix`, {
      cause,
    });
  }
  return { folder, title };
}

/** Removes the kernelspecs that `installKernel` wrote; with `live`, only the live one. Returns the removed folders. */
export function uninstallKernel(
  options: InstallOptions = {},
  env: NodeJS.ProcessEnv = process.env,
): { readonly kernels: string; readonly removed: readonly string[] } {
  const kernels = kernelsFolder(options, env);
  const folders = (options.live ? [LIVE] : [OFFLINE, LIVE]).map(({ folder }) => join(kernels, folder));
  const removed = folders.filter((folder) => existsSync(folder));
  for (const folder of removed) rmSync(folder, { recursive: true });
  return { kernels, removed };
}

function kernelSpec({ live = false, shell = false, memory }: InstallOptions) {
  return {
    argv: [
      process.execPath,
      ...heapFlags(memory),
      join(packageRoot(), 'dist', 'kernel-main.js'),
      '{connection_file}',
      ...(live ? ['--live'] : []),
      ...(shell ? ['--shell'] : []),
      ...(memory === undefined ? [] : [`--memory=${memory}`]),
    ],
    display_name: (live ? LIVE : OFFLINE).title,
    language: 'typescript',
    interrupt_mode: 'message',
    metadata: { debugger: false },
  };
}

function kernelsFolder(place: InstallPlace, env: NodeJS.ProcessEnv): string {
  return join(dataFolder(place, env), 'kernels');
}

function dataFolder({ prefix, sysPrefix }: InstallPlace, env: NodeJS.ProcessEnv): string {
  const environment = sysPrefix ? env.VIRTUAL_ENV || env.CONDA_PREFIX : undefined;
  if (sysPrefix && !environment) {
    throw new Mistake('no Python environment is active: VIRTUAL_ENV and CONDA_PREFIX are not set; use --prefix DIR');
  }
  const root = prefix ?? environment;
  if (root) return join(resolve(root), 'share', 'jupyter');
  return env.JUPYTER_DATA_DIR || userDataFolder(env);
}

/** Returns the user's Jupyter data folder, by the same rules as Jupyter on each operating system. */
function userDataFolder(env: NodeJS.ProcessEnv): string {
  const home = env.HOME || homedir();
  if (process.platform === 'darwin') return join(home, 'Library', 'Jupyter');
  if (process.platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'jupyter');
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'jupyter');
}

/** The kernel's icon: two sockets of a patch panel with a cable between them. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
  <rect x="2" y="2" width="60" height="60" rx="12" fill="#1f2937"/>
  <g fill="#1f2937" stroke="#e5e7eb" stroke-width="4">
    <circle cx="19" cy="20" r="8"/>
    <circle cx="45" cy="20" r="8"/>
  </g>
  <path d="M19 20 C 19 62, 45 62, 45 20" fill="none" stroke="#f59e0b" stroke-width="6" stroke-linecap="round"/>
</svg>
`;
