import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildFailure } from 'esbuild';
import { packageRoot, runningProgram, sourceOfRunning, withEsbuild } from '../util/index.js';
import { type Closure, closurePlugin, FileSnapshot, type Provided } from './closure-plugin.js';
import { type PinnedPackage, packageFolder, pinPackages } from './package-pin.js';

/** A file with its imports, which was read but not run. */
export interface ReadModule {
  /** The file, followed by every other file of the bundle that is not in a package. */
  readonly files: readonly string[];
  /** SHA-256 of everything that decides what runs: the bundle, and the packages outside it. */
  readonly hash: string;
  /** The parts of `hash`, to report later what changed: file or package folder → SHA-256. */
  readonly parts: Readonly<Record<string, string>>;
  /** Code that a sealed module may run although `hash` does not fully cover it. One sentence each. */
  readonly uncovered: readonly string[];
  /** Runs the bundle that was hashed. */
  run(): Promise<Readonly<Record<string, unknown>>>;
}

export interface ReadOptions {
  /** For trusted code: packages are bundled or pinned, and code that can load anything else is refused. */
  readonly sealed?: boolean;
  /** The source text of modules that the running program provides. */
  readonly provided?: Readonly<Record<string, string>>;
}

/** Reads a TypeScript or JavaScript file with its imports, each file once. Nothing is evaluated before `run`. */
export async function readModule(
  file: string,
  { sealed = false, provided = {} }: ReadOptions = {},
): Promise<ReadModule> {
  const closure: Closure = {
    files: new FileSnapshot(),
    sealed,
    pinned: new Set(),
    provided: (specifier) => ownModule(specifier, provided),
    required: new Set(),
    starters: new Map(),
    entry: file,
  };
  let bundled = await bundle(closure);
  for (let known = 0; known < closure.pinned.size; bundled = await bundle(closure)) known = closure.pinned.size;
  const code = sealed ? `${guardedRequire(closure)}${bundled.code}` : bundled.code;
  const packages = pinPackages(closure.pinned);
  const hash = createHash('sha256').update(code).update(JSON.stringify(packages)).digest('hex');
  const inputs = bundled.inputs.filter((path) => packageFolder(path) === undefined);
  return {
    files: [file, ...inputs.filter((path) => path !== file).sort()],
    hash,
    parts: partsOf(bundled.inputs, packages, closure.files),
    uncovered: uncoveredIn(closure, packages),
    run: async () => {
      assertPinned(packages);
      // Makes stack traces name the file instead of the data: URL.
      const text = `${code}\n//# sourceURL=${pathToFileURL(file).href}`;
      return import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
    },
  };
}

interface Bundle {
  readonly code: string;
  readonly inputs: readonly string[];
}

async function bundle(closure: Closure): Promise<Bundle> {
  const directory = dirname(closure.entry);
  const pinnedBefore = closure.pinned.size;
  try {
    const { outputFiles, metafile } = await withEsbuild(({ build }) =>
      build({
        entryPoints: [closure.entry],
        absWorkingDir: directory,
        bundle: true,
        write: false,
        metafile: true,
        format: 'esm',
        platform: 'node',
        target: 'node20',
        // Resolves packages as Node does, without the `module` condition of bundlers.
        conditions: ['node-addons'],
        logLevel: 'silent',
        plugins: [closurePlugin(closure)],
      }),
    );
    const inputs = Object.keys(metafile.inputs).filter((path) => !/^[\w-]+:/.test(path));
    return { code: outputFiles[0]?.text ?? '', inputs: inputs.map((path) => resolve(directory, path)) };
  } catch (error) {
    const failure = error as Partial<BuildFailure>;
    const at = failure.errors?.[0]?.location?.file;
    const folder = at === undefined ? undefined : packageFolder(resolve(directory, at));
    // Node loads a package that esbuild cannot bundle, like one that loads its own files.
    if (closure.sealed && folder !== undefined && !closure.pinned.has(folder)) closure.pinned.add(folder);
    if (closure.pinned.size > pinnedBefore) return { code: '', inputs: [] };
    throw readable(failure, closure.entry);
  }
}

/** Returns an error with the first problem and its position, relative to the folder of the entry file. */
function readable(failure: Partial<BuildFailure>, entry: string): unknown {
  const [first] = failure.errors ?? [];
  if (!first) return failure;
  const { location, text } = first;
  const at = location && resolve(dirname(entry), location.file);
  const before = Buffer.from(location?.lineText ?? '').subarray(0, location?.column);
  const column = location?.lineText ? before.toString().length : (location?.column ?? 0);
  const place = at && existsSync(at) ? `${relative(dirname(entry), at)}:${location?.line}:${column + 1}: ` : '';
  return new TypeError(`${place}${text.replace(/:$/, '')}`, { cause: failure });
}

/** Resolves `patchbay/…` to the running program, wherever the importing file is. */
function ownModule(specifier: string, provided: Readonly<Record<string, string>>): Provided | undefined {
  const source = Object.hasOwn(provided, specifier) ? provided[specifier] : undefined;
  if (source !== undefined) return { source };
  const [, name] = /^patchbay(?:\/([\w/-]+))?$/.exec(specifier) ?? [];
  if (specifier !== 'patchbay' && name === undefined) return undefined;
  const { names } = runningProgram()?.modules[specifier] ?? {};
  if (names) return { source: sourceOfRunning(specifier, names) };
  const file = join(packageRoot(), 'dist', `${name ?? 'index'}.js`);
  return existsSync(file) ? { file } : undefined;
}

/** Source text of a `require` that loads built-in modules and pinned files. Any other call throws. */
const guardedRequire = ({ required, entry }: Closure): string =>
  `import { createRequire as patchbayCreateRequire, isBuiltin as patchbayIsBuiltin } from 'node:module';
const require = ((all, pinned) => (id) => {
  if (pinned.includes(id) || (patchbayIsBuiltin(id) && !/^(node:)?module$/.test(id))) return all(id);
  throw Object.assign(new Error(\`Cannot find module '\${id}': trust covers only what the config file imports by name\`), { code: 'MODULE_NOT_FOUND' });
})(patchbayCreateRequire(${JSON.stringify(pathToFileURL(entry).href)}), ${JSON.stringify([...required].sort())});
`;

/** The bundled files of a package share one hash, because users do not know them individually. */
function partsOf(inputs: readonly string[], packages: readonly PinnedPackage[], files: FileSnapshot) {
  const groups = new Map<string, string[]>();
  for (const path of inputs.filter((one) => existsSync(one))) {
    const name = packageFolder(path) ?? path;
    groups.set(name, [...(groups.get(name) ?? []), path]);
  }
  const bundled = [...groups].map(([name, paths]) => [name, files.hashOf(...paths)] as const);
  return Object.fromEntries([...bundled, ...packages.map(({ folder, hash }) => [folder, hash] as const)].sort());
}

function uncoveredIn({ starters, entry }: Closure, packages: readonly PinnedPackage[]): string[] {
  const seen = (path: string) => relative(dirname(entry), path);
  const programs = [...starters].map(
    ([file, names]) =>
      `${seen(file)} uses ${[...names].sort().join(', ')}: trust does not cover the programs that it starts.`,
  );
  const fromDisk = packages.map(
    ({ folder }) =>
      `${seen(folder)} is loaded from disk. Patchbay compares its whole folder at each start, but not files that it loads from other places.`,
  );
  return [...programs.sort(), ...fromDisk];
}

function assertPinned(packages: readonly PinnedPackage[]): void {
  const pins = pinPackages(packages.map(({ folder }) => folder));
  const changed = pins.find(({ folder, hash }) => packages.every((one) => one.folder !== folder || one.hash !== hash));
  if (changed) throw new TypeError(`${changed.folder} changed while Patchbay was starting. Restart Patchbay`);
}
