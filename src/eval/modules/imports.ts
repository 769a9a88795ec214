import Module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { attempt } from '../../util/index.js';
import type { ImportedNames } from '../compile/imported-names.js';
import type { Scope } from '../run/scope.js';
import { faultyFile } from './faulty-file.js';
import { acceptFiles, IMPORTER, importError, requireFrom } from './typescript-modules.js';

/** Overrides an import: returns a namespace object, or undefined for the default. */
export type ImportModule = (specifier: string) => unknown | undefined;

export type Import = (specifier: string, options?: { with?: Record<string, string> }) => Promise<object>;

/** Creates the `import()` of inputs, which resolves like a file in a directory. */
export class Importer {
  readonly #override: ImportModule | undefined;
  readonly #loaders = new Map<string, Import>();

  constructor(override?: ImportModule) {
    this.#override = override;
  }

  at(directory: string, importer: string): Import {
    const load = this.#loaders.get(directory) ?? loaderAt(directory);
    this.#loaders.set(directory, load);
    return async (specifier, options) => {
      const preferred = await this.#override?.(String(specifier));
      if (preferred !== undefined) return preferred as object;
      acceptFiles(String(specifier), directory);
      try {
        return await load(specifier, options);
      } catch (error) {
        throw (
          (await faultyFile(error, String(specifier), directory)) ??
          importError(error, { specifier: String(specifier), importer, directory })
        );
      }
    };
  }
}

/**
 * Compiles a one-line CommonJS module in the directory. Its `import()` is the real one: it finds packages from there,
 * including ESM-only ones. The option of `vm` for this prints an experimental warning, and `require.resolve` does not
 * find ESM-only packages.
 */
function loaderAt(directory: string): Import {
  const filename = join(directory, IMPORTER);
  const module = new Module(filename) as Module & { _compile(code: string, filename: string): void };
  module._compile('module.exports = (specifier, options) => import(specifier, options);', filename);
  return module.exports;
}

/** Returns the names that Node.js gives to a CommonJS file that it runs as the main module. */
export function commonJsNames(filename: string): Readonly<Record<string, unknown>> {
  const module = new Module(filename);
  module.filename = filename;
  const require = Object.assign(requireFrom(filename), { main: module });
  return { module, exports: module.exports, require, __filename: filename, __dirname: dirname(filename) };
}

/** Runs the static imports of an input and binds their names: live and read-only, as in a module. */
export async function bindImports(scope: Scope, imports: readonly ImportedNames[], load: Import, directory: string) {
  for (const { specifier, attributes, bindings } of imports) {
    const options = Object.keys(attributes).length > 0 ? { with: attributes } : undefined;
    const namespace = await load(specifier, options);
    for (const { local, imported } of bindings) scope.fix(local, lookUp(namespace, imported, specifier, directory));
  }
}

function lookUp(namespace: object, name: string, specifier: string, directory: string) {
  if (name === '*') return () => ({ value: namespace, enumerable: true });
  const owner = name in namespace ? namespace : commonJsExports(namespace, specifier, directory);
  if (owner && name in owner) {
    return () => {
      const own = Object.getOwnPropertyDescriptor(owner, name);
      return own && !own.get ? own : { get: () => Reflect.get(owner, name) };
    };
  }
  const hint = name === 'default' ? '' : ' (if it is a type, write `import type`)';
  throw new SyntaxError(`The requested module '${specifier}' does not provide an export named '${name}'${hint}`);
}

/** Returns `module.exports` of a CommonJS module. Node reads the export names from the source text and misses some. */
function commonJsExports(namespace: object, specifier: string, directory: string): object | undefined {
  const exported = (namespace as { default?: unknown }).default;
  if (exported === null || (typeof exported !== 'object' && typeof exported !== 'function')) return undefined;
  const require = createRequire(join(directory, IMPORTER));
  const path = attempt(() => require.resolve(specifier)); // it cannot resolve an ES module
  return path !== undefined && require.cache[path]?.exports === exported ? exported : undefined;
}
