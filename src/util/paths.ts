import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import envPaths from 'env-paths';

let root: string | undefined;

/** The folder of this package, from the sources and from the bundles alike: fixtures and notebooks are under it. */
export function packageRoot(): string {
  root ??= above(dirname(fileURLToPath(import.meta.url)));
  return root;
}

/** What comes with the package at this path, as a shell in a folder names it. */
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

/** Where this user's history and recordings are kept; `PATCHBAY_STATE_DIR` moves it. */
export function stateFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.PATCHBAY_STATE_DIR || envPaths('patchbay', { suffix: '' }).log;
}

/** Where this user's settings and profiles are kept; `PATCHBAY_CONFIG_DIR` moves it. */
export function configFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.PATCHBAY_CONFIG_DIR || envPaths('patchbay', { suffix: '' }).config;
}
