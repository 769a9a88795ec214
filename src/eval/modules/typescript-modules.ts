import { existsSync, readFileSync } from 'node:fs';
import Module, { createRequire, register } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromEsbuild } from '../errors/source-error.js';

/** The endings to try for a specifier without the right ending, in the order that bundlers use. */
const ENDINGS = ['.ts', '.tsx', '.mts', '.js', '.mjs', '/index.ts', '/index.tsx', '/index.js'];
/** Precedes the JSON of esbuild's errors in a message, because an error that crosses threads keeps only its message. */
const REFUSED = 'patchbay could not read TypeScript: ';

/** Node.js keeps loader hooks until the process ends. */
let registered = false;

/**
 * Registers loader hooks for TypeScript files in the whole process, at the first import that needs them. Node 20 cannot
 * load a `.ts` file, and newer versions cannot load every such file (enums). The files may import each other without an
 * ending.
 */
export function acceptTypeScript(specifier: string, directory: string): void {
  if (registered || !/^(\.{0,2}\/|\.{1,2}$)/.test(specifier)) return;
  const path = resolve(directory, specifier);
  if (!/\.(m?ts|tsx)$/.test(path) && /\.\w+$/.test(path) && existsSync(path)) return;
  // By convention, TypeScript code imports `x.ts` as `./x.js`.
  const candidates = [path, path.replace(/js$/, 'ts'), ...ENDINGS.map((ending) => path + ending)];
  if (!candidates.some(existsSync)) return;
  registered = true;
  const esbuild = pathToFileURL(createRequire(import.meta.url).resolve('esbuild')).href;
  register(`data:text/javascript,${encodeURIComponent(HOOKS)}`, {
    data: { esbuild, endings: ENDINGS, refused: REFUSED },
  });
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
  let code: string;
  try {
    code = transformSync(source, { loader, format: 'cjs', target: 'node20', logLevel: 'silent' }).code;
  } catch (error) {
    throw fromEsbuild(error, { filename, source });
  }
  module._compile(code, filename);
};

/** Returns `require` for an input. Its errors do not list the input as a file. */
export function requireFrom(importer: string): NodeJS.Require {
  const require = createRequire(importer);
  const load = (specifier: string): unknown => {
    try {
      return require(specifier);
    } catch (error) {
      throw requireError(error, specifier, load);
    }
  };
  return Object.assign(load, require);
}

const PACKAGE_NAME = /^(?:@[^/]+\/)?[^./@][^/]*/;

function requireError(error: unknown, specifier: string, load: (specifier: string) => unknown): unknown {
  // A file that misses a module of its own keeps its message.
  if (!(error instanceof Error) || !error.message.startsWith(`Cannot find module '${specifier}'\n`)) return error;
  const [name] = PACKAGE_NAME.exec(specifier) ?? [];
  const value = name === undefined ? `Cannot find module '${specifier}'` : notInstalled(name);
  Object.defineProperty(error, 'message', { value });
  // Newer versions of Node.js have so many frames of their own here that the input is not among the first ten.
  Error.captureStackTrace(error, load);
  return error;
}

const notInstalled = (name: string): string => `${name} is not installed here: npm install ${name}`;

/** Names the importing input in an error, and reports a syntax error in a file as such. */
export function importError(error: unknown, importer: string): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message.startsWith(REFUSED)) {
    const { filename, source, errors } = JSON.parse(error.message.slice(REFUSED.length));
    return fromEsbuild({ errors }, { filename, source });
  }
  const [, missing] = /^Cannot find package '([^']+)' imported from .*\[patchbay\]\.cjs$/m.exec(error.message) ?? [];
  if (missing !== undefined) {
    return Object.defineProperty(error, 'message', { value: notInstalled(missing) });
  }
  const message = error.message.replace(/ imported from .*\[patchbay\]\.cjs$/m, ` imported from ${importer}`);
  if (message !== error.message) Object.defineProperty(error, 'message', { value: message });
  return error;
}

/** Runs in Node's loader thread. It is text, so that it works both from the sources and from the bundle. */
const HOOKS = `
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
let transform, endings, refused;
export async function initialize(data) {
  ({ endings, refused } = data);
  ({ transform } = await import(data.esbuild));
}
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (!/^(\\.{0,2}\\/|\\.{1,2}$|file:)/.test(specifier)) throw error;
    if (!['ERR_MODULE_NOT_FOUND', 'ERR_UNSUPPORTED_DIR_IMPORT'].includes(error.code)) throw error;
    const swapped = /js$/.test(specifier) ? [specifier.replace(/js$/, 'ts')] : [];
    const bare = specifier.replace(/\\/$/, '');
    for (const candidate of [...swapped, ...endings.map((ending) => bare + ending)]) {
      try {
        return await next(candidate, context);
      } catch {
        // The next one; the first error names what was written.
      }
    }
    throw error;
  }
}
export async function load(url, context, next) {
  if (!/^file:[^?#]*\\.(m?ts|tsx)([?#]|$)/.test(url)) return next(url, context);
  const filename = fileURLToPath(url);
  const source = await readFile(filename, 'utf8');
  const loader = filename.endsWith('x') ? 'tsx' : 'ts';
  try {
    const { code } = await transform(source, { loader, format: 'esm', target: 'node20', sourcefile: url, logLevel: 'silent' });
    return { format: 'module', source: code, shortCircuit: true };
  } catch (error) {
    if (!error.errors) throw error;
    throw new SyntaxError(refused + JSON.stringify({ filename, source, errors: error.errors }));
  }
}
`;
