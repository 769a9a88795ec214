import { join } from 'node:path';
import { packageRoot } from '../../util/index.js';

/** The preloaded names that `patchbay/notebook` exports. The main entry point exports the others. */
const FROM_NOTEBOOK = new Set(['platform', 'registry', 'agent', 'sandbox', 'display', 'use']);

export interface PreloadFile {
  readonly path: string;
  readonly text: string;
  /** Compiler options that allow cells to import this package, independent of the folder of the notebook. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Returns a virtual declaration file that gives the preloaded names their types. It is never written to disk. */
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
      types: ['node'], // the types of other packages are read when a cell imports them
      paths: { patchbay: [`${types}/index.d.ts`], 'patchbay/*': [`${types}/*/index.d.ts`] },
    },
  };
}
