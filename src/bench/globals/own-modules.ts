import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../util/index.js';

/** Returns whether a specifier names this package: `patchbay`, `patchbay/notebook`. */
export const isOwnModule = (specifier: string): boolean => /^patchbay(\/|$)/.test(specifier);

/** Imports an entry point of this package from its own build, even if the folder of the code does not install it. */
export const ownModule = (specifier: string): Promise<object> =>
  import(pathToFileURL(createRequire(join(packageRoot(), 'package.json')).resolve(specifier)).href);
