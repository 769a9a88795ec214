import Module, { createRequire, isBuiltin, register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RestClient } from '../../client/index.js';
import { packageRoot, runningProgram, sourceOfRunning } from '../../util/index.js';

/** Where `patchbay/notebook` finds the bench of the code that imports it. A kernel stores its own host there first. */
const NOTEBOOK_HOST = Symbol.for('patchbay.notebook.host');
/** The entry points that export `RestClient`. In the code of a bench, it follows the mode. */
const WITH_CLIENT = ['patchbay', 'patchbay/client'];

interface Importing {
  readonly mode: { readonly kind: string };
  readonly globals: { readonly RestClient: typeof RestClient };
}

/** Where the loader finds the bench of the files that it loads: the latest one. */
const LOADING = Symbol.for('patchbay.modules');

interface Shared {
  [NOTEBOOK_HOST]?: { readonly bench: Importing; readonly mayGoLive?: boolean };
  [LOADING]?: { bench: Importing; providesImports: boolean };
}
const shared = globalThis as Shared;

const isOwnModule = (specifier: string): boolean => /^patchbay(\/|$)/.test(specifier);

const ownRequire = () => createRequire(join(packageRoot(), 'package.json'));

/** Imports an entry point of this package from its own build, even if the folder of the code does not install it. */
export async function ownModule(specifier: string): Promise<object> {
  return fromProgram(specifier) ?? (await import(pathToFileURL(ownRequire().resolve(specifier)).href));
}

const fromProgram = (specifier: string): object | undefined => {
  const program = runningProgram();
  return program && Object.hasOwn(program.modules, specifier) ? program.load(specifier) : undefined;
};

/**
 * Imports a module of this package for the code of a bench, or returns undefined for other modules. The clients of the
 * module follow the mode, like `platform`, also in files that the code imports.
 */
export function ownModuleFor(bench: Importing, specifier: string): Promise<object> | undefined {
  if (isOwnModule(specifier)) {
    hostNotebook(bench);
    return ownModule(specifier).then((module) => following(module, specifier, bench));
  }
  if (!isBuiltin(specifier)) provideToImports();
  return undefined;
}

function hostNotebook(bench: Importing): void {
  shared[NOTEBOOK_HOST] ??= { bench, mayGoLive: bench.mode.kind === 'live' };
}

const following = (module: object, specifier: string, { globals }: Importing): object =>
  WITH_CLIENT.includes(specifier) ? { ...module, RestClient: globals.RestClient } : module;

type Load = (specifier: string, ...rest: unknown[]) => unknown;

/** Makes `require` find this package, in the code of a bench and in every CommonJS file. */
export function provideToRequire(bench: Importing): void {
  if (shared[LOADING]) {
    shared[LOADING].bench = bench;
    return;
  }
  const loading = { bench, providesImports: false };
  shared[LOADING] = loading;
  const loader = Module as unknown as { _load: Load };
  const { _load: load } = loader;
  loader._load = function (specifier, ...rest) {
    if (!isOwnModule(specifier)) return load.call(this, specifier, ...rest);
    hostNotebook(loading.bench);
    const require = ownRequire();
    const module = fromProgram(specifier) ?? require(require.resolve(specifier));
    return following(module, specifier, loading.bench);
  };
}

/** Makes the imports of ES modules find this package. It starts a thread, so it waits for the first import of a file. */
function provideToImports(): void {
  const loading = shared[LOADING];
  if (!loading || loading.providesImports) return;
  loading.providesImports = true;
  hostNotebook(loading.bench);
  const parentURL = pathToFileURL(join(packageRoot(), 'package.json')).href;
  register(`data:text/javascript,${encodeURIComponent(HOOKS)}`, { data: { parentURL, sources: moduleSources() } });
}

/** The source texts of the entry points that the loader does not read from a file: their clients follow the mode. */
function moduleSources(): Readonly<Record<string, string>> {
  const client = "export const { RestClient } = globalThis[Symbol.for('patchbay.modules')].bench.globals;\n";
  const program = runningProgram();
  if (!program) {
    const url = (specifier: string) => pathToFileURL(ownRequire().resolve(specifier)).href;
    return Object.fromEntries(
      WITH_CLIENT.map((specifier) => [specifier, `export * from ${JSON.stringify(url(specifier))};\n${client}`]),
    );
  }
  return Object.fromEntries(
    Object.entries(program.modules).map(([specifier, { names }]) => {
      if (!WITH_CLIENT.includes(specifier)) return [specifier, sourceOfRunning(specifier, names)];
      const others = names.filter((name) => name !== 'RestClient');
      return [specifier, sourceOfRunning(specifier, others) + client];
    }),
  );
}

/** Runs in Node's loader thread. It is text, so that it works both from the sources and from the build. */
const HOOKS = `
const MARK = '?of=bench&as=';
let parentURL, sources;
export function initialize(data) {
  ({ parentURL, sources } = data);
}
export async function resolve(specifier, context, next) {
  if (!/^patchbay(\\/|$)/.test(specifier)) return next(specifier, context);
  const { url } = await next(specifier, { ...context, parentURL });
  return { url: Object.hasOwn(sources, specifier) ? url + MARK + specifier : url, format: 'module', shortCircuit: true };
}
export async function load(url, context, next) {
  const [, specifier] = url.split(MARK);
  if (specifier === undefined) return next(url, context);
  return { source: sources[specifier], format: 'module', shortCircuit: true };
}
`;
