import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import envPaths from 'env-paths';

let root: string | undefined;

/** The folder of this package. Works from the sources and from the bundles. Fixtures and notebooks are in it. */
export function packageRoot(): string {
  root ??= above(dirname(fileURLToPath(import.meta.url)));
  return root;
}

/** The path of a file in this package, relative to `from` if the file is inside that folder. */
export function shippedPath(path: string, from = process.cwd()): string {
  const whole = join(packageRoot(), path);
  const near = relative(from, whole);
  return near.startsWith('..') || isAbsolute(near) ? whole : near;
}

function above(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('Patchbay is not inside a package: its package.json is missing');
  return above(parent);
}

/** The folder of this user's history and recordings. `PATCHBAY_STATE_DIR` changes it. */
export function stateFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.PATCHBAY_STATE_DIR || envPaths('patchbay', { suffix: '' }).log;
}

/** The folder of this user's settings and profiles. `PATCHBAY_CONFIG_DIR` changes it. */
export function configFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.PATCHBAY_CONFIG_DIR || envPaths('patchbay', { suffix: '' }).config;
}

let known: string | undefined;

export function packageVersion(): string {
  known ??= String(JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version);
  return known;
}

const UPDATED = 'Patchbay was updated while this session was running. Restart it.';

/**
 * Returns the message to show if a file of the built package could not be loaded. Most files load when they are first
 * needed, and an update removes the old ones.
 */
export function updateMessage(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') return undefined;
  const [, missing = ''] = /^Cannot find module '([^']+)' imported from/.exec(error.message) ?? [];
  return missing.startsWith(join(packageRoot(), 'dist') + sep) ? UPDATED : undefined;
}

/** The built command, which is one script: its modules cannot be imported by path. The build defines it. */
interface RunningProgram {
  /** The entry points of the package, such as `patchbay/client`, with the names that they export. */
  readonly modules: Readonly<Record<string, { readonly names: readonly string[] }>>;
  load(specifier: string): object;
}

const PROGRAM = Symbol.for('patchbay.program');

/** The built command, or undefined in a program that imports this package, and in a thread. */
export const runningProgram = (): RunningProgram | undefined => (globalThis as { [PROGRAM]?: RunningProgram })[PROGRAM];

/** The source text of an ES module that exports `names` of an entry point of the running program: another copy would have other classes. */
export const sourceOfRunning = (specifier: string, names: readonly string[]): string =>
  `const own = globalThis[Symbol.for('patchbay.program')].load(${JSON.stringify(specifier)});
export const { ${names.filter((name) => name !== 'default').join(', ')} } = own;
${names.includes('default') ? 'export default own.default;' : ''}`;
