import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Finds the folder of a package that a package in `from` would import. `require.resolve` would also look into the folders
 * of `NODE_PATH`, which may be relative to the working directory.
 */
export function installedPackage(name: string, from: string): string | undefined {
  const folder = join(from, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return realpathSync(folder);
  const parent = dirname(from);
  return parent === from ? undefined : installedPackage(name, parent);
}
