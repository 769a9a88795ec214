import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ImportedNames } from '../compile/imported-names.js';
import type { Scope } from '../run/scope.js';
import { acceptTypeScript, importError } from './typescript-modules.js';

/** Overrides an import: returns a namespace object, or undefined for the default. */
export type ImportModule = (specifier: string) => unknown | undefined;

type Import = (specifier: string, options?: { with?: Record<string, string> }) => Promise<object>;

/** Returns an `import()` that resolves like a file in `directory`. Errors name `importer`. */
export function importerAt(directory: string, importer: string, first?: ImportModule): Import {
  const load = loaderAt(directory);
  return async (specifier, options) => {
    const preferred = await first?.(String(specifier));
    if (preferred !== undefined) return preferred as object;
    acceptTypeScript(String(specifier), directory);
    try {
      return await load(specifier, options);
    } catch (error) {
      throw importError(error, importer);
    }
  };
}

/**
 * Compiles a one-line CommonJS module in the directory. Its `import()` is the real one: it finds packages from there,
 * including ESM-only ones. The option of `vm` for this prints an experimental warning, and `require.resolve` does not
 * find ESM-only packages.
 */
function loaderAt(directory: string): Import {
  const known = loaders.get(directory);
  if (known) return known;
  const filename = join(directory, '[patchbay].cjs');
  const module = new Module(filename) as Module & { _compile(code: string, filename: string): void };
  module._compile('module.exports = (specifier, options) => import(specifier, options);', filename);
  loaders.set(directory, module.exports);
  return module.exports;
}

const loaders = new Map<string, Import>();

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
  try {
    const require = createRequire(join(directory, '[patchbay].cjs'));
    return require.cache[require.resolve(specifier)]?.exports === exported ? exported : undefined;
  } catch {
    return undefined; // `require` cannot resolve it: an ES module
  }
}
