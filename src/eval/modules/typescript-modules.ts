import { existsSync, readFileSync } from 'node:fs';
import Module, { createRequire, isBuiltin, register } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { FILE_MAPS } from '../errors/file-maps.js';
import { fromEsbuild, TO_USE_JSX } from '../errors/source-error.js';
import { LOADER_HOOKS } from './loader-hooks.js';
import { missingModule } from './missing-module.js';

/** The endings to try for a specifier without the right ending, in the order that bundlers use. */
const ENDINGS = ['.ts', '.tsx', '.mts', '.js', '.mjs', '/index.ts', '/index.tsx', '/index.js'];
/** The name of the file whose `import()` is that of the inputs. */
export const IMPORTER = '[patchbay].cjs';
/** Precedes the JSON of esbuild's errors in a message, because an error that crosses threads keeps only its message. */
const REFUSED = 'patchbay could not read TypeScript: ';

/** Node.js keeps loader hooks until the process ends. */
let registered = false;

/**
 * Registers loader hooks for the files of the user in the whole process, at the first import of one. Node 20 cannot load
 * a `.ts` file, and newer versions cannot load every such file (enums). The files may import each other without an
 * ending. Node.js never loads a file twice, so the hooks also give an edited file a new URL.
 */
export function acceptFiles(specifier: string, directory: string): void {
  if (registered || !(isFileIn(specifier, directory) || mayBeMapped(specifier, directory))) return;
  registered = true;
  const esbuild = pathToFileURL(createRequire(import.meta.url).resolve('esbuild')).href;
  const { port1, port2: maps } = new MessageChannel();
  FILE_MAPS.receiveFrom(port1);
  register(`data:text/javascript,${encodeURIComponent(LOADER_HOOKS)}`, {
    data: { esbuild, endings: ENDINGS, refused: REFUSED, importer: IMPORTER, maps },
    transferList: [maps],
  });
}

function isFileIn(specifier: string, directory: string): boolean {
  if (!/^(\.{0,2}\/|\.{1,2}$)/.test(specifier)) return false;
  const path = resolve(directory, specifier);
  // By convention, TypeScript code imports `x.ts` as `./x.js`.
  return [path, path.replace(/js$/, 'ts'), ...ENDINGS.map((ending) => path + ending)].some(existsSync);
}

/** Returns whether a tsconfig.json in the folder or above it may map a name to a file. The hooks read it. */
function mayBeMapped(specifier: string, directory: string): boolean {
  if (isBuiltin(specifier)) return false;
  for (let folder = directory; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'tsconfig.json'))) return true;
    if (folder === dirname(folder)) return false;
  }
}

/** Adds support for `require('./x.ts')` if Node has none. */
export function requireTypeScript(): void {
  const extensions = (Module as unknown as { _extensions: Record<string, Load> })._extensions;
  for (const ending of ['.ts', '.tsx']) extensions[ending] ??= loadCommonJs;
}

type Load = (module: { _compile(code: string, filename: string): void }, filename: string) => void;

const loadCommonJs: Load = (module, filename) => {
  const { transformSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  const source = readFileSync(filename, 'utf8');
  const loader = filename.endsWith('x') ? 'tsx' : 'ts';
  let compiled: { readonly code: string; readonly map: string };
  try {
    compiled = transformSync(source, {
      loader,
      format: 'cjs',
      target: 'node20',
      logLevel: 'silent',
      sourcemap: 'external',
      sourcesContent: false,
    });
  } catch (error) {
    throw fromEsbuild(error, { filename, source });
  }
  FILE_MAPS.add({ file: filename, map: compiled.map });
  module._compile(compiled.code, filename);
};

/** Returns `require` for an input. Its errors do not list the input as a file. */
export function requireFrom(importer: string): NodeJS.Require {
  const require = createRequire(importer);
  const load = (specifier: string): unknown => {
    try {
      return require(specifier);
    } catch (error) {
      throw requireError(error, specifier, dirname(importer), load);
    }
  };
  return Object.assign(load, require);
}

/** Matches the errors for a package, and for a module of Node.js, that does not exist. */
const isMissing = ({ message }: Error, specifier: string): boolean =>
  message.startsWith(`Cannot find module '${specifier}'\n`) || message === `No such built-in module: ${specifier}`;

function requireError(
  error: unknown,
  specifier: string,
  directory: string,
  load: (specifier: string) => unknown,
): unknown {
  // A file that misses a module of its own keeps its message.
  if (!(error instanceof Error) || !isMissing(error, specifier)) return error;
  const value = missingModule(specifier, directory) ?? `Cannot find module '${specifier}'`;
  Object.defineProperty(error, 'message', { value });
  // Newer versions of Node.js have so many frames of their own here that the input is not among the first ten.
  Error.captureStackTrace(error, load);
  return error;
}

/** Names the importing input in an error, and reports a syntax error in a file as such. */
export function importError(
  error: unknown,
  { specifier, importer, directory }: Readonly<Record<'specifier' | 'importer' | 'directory', string>>,
): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message.startsWith(REFUSED)) {
    const { filename, source, errors } = JSON.parse(error.message.slice(REFUSED.length));
    return fromEsbuild({ errors }, { filename, source });
  }
  const isOfInput = /^Cannot find package '[^']+' imported from .*\[patchbay\]\.cjs$/m.test(error.message);
  const missing = isOfInput || isMissing(error, specifier) ? missingModule(specifier, directory) : undefined;
  if (missing !== undefined) return Object.defineProperty(error, 'message', { value: missing });
  const message = error.message
    .replace(
      /^Cannot find package '([^'\n]+)' imported from (.*\.[jt]sx?)$/m,
      '$1, which $2 imports, is not installed: npm install $1',
    )
    .replace(/ imported from .*\[patchbay\]\.cjs$/m, ` imported from ${importer}`)
    .replace(/\?v=\d+$/, '')
    .replace(/^React is not defined$/, `$&. ${TO_USE_JSX}`);
  if (message !== error.message) Object.defineProperty(error, 'message', { value: message });
  return error;
}
