import { createRequire } from 'node:module';
import type { Content } from '../wire/messages.js';

type Display = (content: Content, update: boolean) => void;

/**
 * Resolves `tslab` to the copy whose `display` writes to this kernel, independent of the folder of the notebook. The
 * bench resolves `patchbay/…`. Other modules are resolved from the notebook.
 */
export function cellModules(display: Display): (specifier: string) => Promise<unknown> | undefined {
  return (specifier) => {
    return specifier === 'tslab' ? Promise.resolve(tslab(display)) : undefined;
  };
}

function tslab(display: Display): unknown {
  const require = createRequire(import.meta.url);
  require('tslab/dist/jupyter.js').lastWriteDisplayData = display;
  return require('tslab');
}
