import { createHash } from 'node:crypto';
import { isBuiltin } from 'node:module';
import { dirname, extname, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ImportKind, Loader, OnLoadResult, OnResolveArgs, Plugin } from 'esbuild';
import { assertRegularFile, fileProblem, readRegularFile, withEsbuild } from '../util/index.js';
import { packageFolder } from './package-pin.js';
import { ResolverFiles } from './resolver-files.js';

export interface Closure {
  readonly files: FileSnapshot;
  /** Everything that runs is in the bundle or pinned. Other code is refused. */
  readonly sealed: boolean;
  /** Folders of packages that stay outside a sealed bundle. The set grows while the bundle is built. */
  readonly pinned: Set<string>;
  /** Resolves specifiers of the running program: `patchbay/skills` → source text, or the path of a built file. */
  readonly provided: (specifier: string) => Provided | undefined;
  /** Files that `require` may load while the bundle runs, in addition to built-in modules. */
  readonly required: Set<string>;
  /** File → built-in modules with which it can start programs. */
  readonly starters: Map<string, Set<string>>;
  readonly entry: string;
}

export type Provided = { readonly source: string } | { readonly file: string };

const LOADERS: Readonly<Record<string, Loader>> = {
  '.js': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
  '.jsx': 'jsx',
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.tsx': 'tsx',
  '.json': 'json',
  '.txt': 'text',
};
const RESOLVING = Symbol('resolving');

/** Decides for each import whether it goes into the bundle, and gives esbuild the bytes that were hashed. */
export function closurePlugin(closure: Closure): Plugin {
  return {
    name: 'closure',
    setup(plugin) {
      const settings = new ResolverFiles();
      plugin.onResolve({ filter: /.*/ }, async (args) => {
        const problem = problemOf(() => settings.checkFolder(dirname(resolve(args.resolveDir, args.path))));
        if (problem !== undefined) return { errors: [{ text: problem }] };
        if (args.kind === 'entry-point' || args.pluginData === RESOLVING) return undefined;
        const provided = closure.provided(args.path);
        if (provided && 'source' in provided) return { path: args.path, namespace: 'provided' };
        if (provided) return outside(provided.file, args.kind, closure);
        if (isBuiltin(args.path)) return builtIn(args, closure);
        if (/^data:/.test(args.path)) return undefined;
        if (/^[a-z][a-z0-9+.-]+:/i.test(args.path) && !args.path.startsWith('file:'))
          return closure.sealed ? { errors: [{ text: notCovered(`the address ${args.path}`) }] } : undefined;
        const isUrl = args.path.startsWith('file:');
        const path = isUrl ? fileURLToPath(args.path) : args.path;
        const { kind, resolveDir, importer, namespace } = args;
        const found = await plugin.resolve(path, { kind, resolveDir, importer, namespace, pluginData: RESOLVING });
        // esbuild reports the error itself, and ignores it inside `try { require() }`.
        if (found.errors.length > 0 || found.external) return undefined;
        const staysOutside = closure.sealed ? closure.pinned.has(packageFolder(found.path) ?? '') : isPackageName(path);
        if (staysOutside) return outside(found.path, kind, closure);
        // For a path, esbuild resolves again and then also knows whether the file is CommonJS.
        return isUrl ? { path: found.path } : undefined;
      });
      plugin.onLoad({ filter: /.*/, namespace: 'provided' }, ({ path }) => {
        const provided = closure.provided(path);
        return { contents: provided && 'source' in provided ? provided.source : '', loader: 'js' };
      });
      plugin.onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => {
        const problem = problemOf(() => (path.endsWith('.node') ? undefined : assertRegularFile(path)));
        return problem === undefined ? load(path, closure) : { errors: [{ text: problem }] };
      });
    },
  };
}

/** esbuild would show an error that a plugin throws with a place inside esbuild. */
function problemOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return fileProblem(error);
  }
}

const isPackageName = (specifier: string): boolean => !/^(\.|[\\/]|[a-z]:)/i.test(specifier);

/** Marks a file as external, so that Node loads it from disk. `require` takes paths, `import` takes URLs. */
function outside(file: string, kind: ImportKind, { required }: Closure) {
  if (kind !== 'require-call' && kind !== 'require-resolve') return { path: pathToFileURL(file).href, external: true };
  required.add(file);
  return { path: file, external: true };
}

/** Built-in modules that run programs, threads or text as code. Static analysis cannot tell which code they run. */
const STARTERS = ['child_process', 'cluster', 'worker_threads', 'vm'];

function builtIn({ path, importer }: OnResolveArgs, { starters, sealed, pinned }: Closure) {
  if (sealed && /^(node:)?module$/.test(path)) {
    const folder = packageFolder(importer);
    if (folder === undefined) return { errors: [{ text: notCovered('the module API of Node') }] };
    pinned.add(folder);
  }
  const starter = STARTERS.find((name) => path.replace(/^node:/, '') === name);
  if (starter !== undefined && packageFolder(importer) === undefined)
    starters.set(importer, (starters.get(importer) ?? new Set()).add(starter));
  return { path, external: true };
}

async function load(path: string, { files, sealed, pinned, entry }: Closure): Promise<OnLoadResult | undefined> {
  const loader = LOADERS[extname(path)];
  const folder = packageFolder(path);
  if (loader === undefined) {
    if (sealed && folder !== undefined) return pinInstead(folder, pinned);
    return sealed && path.endsWith('.node') ? { errors: [{ text: notCovered('native code') }] } : undefined;
  }
  const bytes = files.read(path);
  if (loader === 'json' || loader === 'text') return { contents: bytes, loader };
  const text = bytes.toString('utf8');
  const { findUncovered } = await import('./uncovered-code.js');
  // esbuild reports syntax errors.
  const findings = await findUncovered(text, loader).catch(() => []);
  if (sealed && folder !== undefined && findings.length > 0) return pinInstead(folder, pinned);
  const refused = sealed && folder === undefined ? findings.find(({ kind }) => kind === 'loads') : undefined;
  if (refused) {
    const { line, column, what } = refused;
    const file = relative(dirname(entry), path);
    return { errors: [{ text: notCovered(what), location: { file, line, column: column - 1, lineText: '' } }] };
  }
  const knowsItsPath = findings.some(({ kind }) => kind === 'own path');
  return {
    contents: knowsItsPath ? await withOwnPath(text, path, loader) : text,
    loader: knowsItsPath ? 'js' : loader,
  };
}

const notCovered = (what: string): string =>
  `trust does not cover ${what}, because the code that it loads can change later. Import files and packages by literal names`;

/** Pins a package that a bundle cannot contain. The bundle is built again without it. */
function pinInstead(folder: string, pinned: Set<string>): OnLoadResult {
  pinned.add(folder);
  return { contents: '', loader: 'js' };
}

/** Writes the path of the file for `import.meta.url`, `__dirname` and others: a bundle has only one URL. */
async function withOwnPath(text: string, path: string, loader: Loader): Promise<string> {
  const [file, folder, url] = [path, dirname(path), pathToFileURL(path).href].map((one) => JSON.stringify(one)) as [
    string,
    string,
    string,
  ];
  const define = {
    'import.meta.url': url,
    'import.meta.dirname': folder,
    'import.meta.filename': file,
    __filename: file,
    __dirname: folder,
  };
  const options = { loader, define, target: 'es2022', platform: 'node', logLevel: 'silent' } as const;
  return (await withEsbuild(({ transform }) => transform(text, options))).code;
}

/** Caches files as they were at the first read, so that the bytes that are hashed are the bytes that are used. */
export class FileSnapshot {
  readonly #bytes = new Map<string, Buffer>();

  read(path: string): Buffer {
    const known = this.#bytes.get(path);
    if (known) return known;
    const bytes = readRegularFile(path);
    this.#bytes.set(path, bytes);
    return bytes;
  }

  hashOf(...paths: readonly string[]): string {
    const hash = createHash('sha256');
    for (const path of [...paths].sort()) {
      if (paths.length > 1) hash.update(`${path}\0`);
      hash.update(this.read(path));
    }
    return hash.digest('hex');
  }
}
