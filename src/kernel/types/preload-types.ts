import { join } from 'node:path';
import { packageRoot } from '../../util/index.js';

/** What `patchbay/notebook` exports; the other preloaded names come from the package itself. */
const FROM_NOTEBOOK = new Set(['platform', 'registry', 'agent', 'sandbox', 'display', 'use']);

export interface PreloadFile {
  readonly path: string;
  readonly text: string;
  /** Compiler options that let cells import this package wherever the notebook is. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** A declaration file that exists only in the compiler's eyes: it gives the preloaded names their types. */
export function preloadFile(names: readonly string[], cwd: string): PreloadFile {
  const types = join(packageRoot(), 'dist', 'types').replaceAll('\\', '/');
  const index = JSON.stringify(`${types}/index`);
  const notebook = JSON.stringify(`${types}/notebook/index`);
  const declarations = names.map(
    (name) => `declare const ${name}: typeof import(${FROM_NOTEBOOK.has(name) ? notebook : index}).${name};\n`,
  );
  return {
    path: join(cwd, '__patchbay__.d.ts').replaceAll('\\', '/'),
    text: `${declarations.join('')}declare function input(prompt?: string, options?: { password?: boolean }): Promise<string>;\n`,
    options: {
      lib: ['lib.es2023.d.ts'],
      types: ['node'], // other packages' types are read when a cell imports them
      paths: { patchbay: [`${types}/index.d.ts`], 'patchbay/*': [`${types}/*/index.d.ts`] },
    },
  };
}
