import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RestClient } from '../../client/index.js';
import { packageRoot } from '../../util/index.js';

/** Where `patchbay/notebook` finds the bench of the code that imports it. A kernel stores its own host there first. */
const NOTEBOOK_HOST = Symbol.for('patchbay.notebook.host');

interface Importing {
  readonly mode: { readonly kind: string };
  readonly globals: { readonly RestClient: typeof RestClient };
}

/** Returns whether a specifier names this package: `patchbay`, `patchbay/notebook`. */
export const isOwnModule = (specifier: string): boolean => /^patchbay(\/|$)/.test(specifier);

/** Imports an entry point of this package from its own build, even if the folder of the code does not install it. */
export const ownModule = (specifier: string): Promise<object> =>
  import(pathToFileURL(createRequire(join(packageRoot(), 'package.json')).resolve(specifier)).href);

/** Imports a module of this package for the code of a bench. Its clients follow the mode, like `platform`. */
export async function ownModuleFor(bench: Importing, specifier: string): Promise<object> {
  const shared = globalThis as { [NOTEBOOK_HOST]?: object };
  shared[NOTEBOOK_HOST] ??= { bench, mayGoLive: bench.mode.kind === 'live' };
  const module = await ownModule(specifier);
  return 'RestClient' in module ? { ...module, RestClient: bench.globals.RestClient } : module;
}
