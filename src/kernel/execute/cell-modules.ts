import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../util/index.js';
import type { Content } from '../wire/messages.js';

type Display = (content: Content, update: boolean) => void;

/**
 * Resolves the modules that cells import from this program, independent of the folder of the notebook. `patchbay/…` is
 * the copy that runs this kernel. `tslab` is the copy whose `display` writes to this kernel. Other modules are resolved
 * from the notebook.
 */
export function cellModules(display: Display): (specifier: string) => Promise<unknown> | undefined {
  return (specifier) => {
    if (specifier === 'patchbay' || specifier.startsWith('patchbay/')) return ownModule(specifier);
    return specifier === 'tslab' ? Promise.resolve(tslab(display)) : undefined;
  };
}

/** Imports one of the package's entry points from the build. */
export function ownModule(specifier: string): Promise<object> {
  const name = specifier === 'patchbay' ? 'index' : specifier.slice('patchbay/'.length);
  return import(pathToFileURL(join(packageRoot(), 'dist', `${name}.js`)).href);
}

function tslab(display: Display): unknown {
  const require = createRequire(import.meta.url);
  require('tslab/dist/jupyter.js').lastWriteDisplayData = display;
  return require('tslab');
}
