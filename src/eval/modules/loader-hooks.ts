/**
 * Runs in Node's loader thread. It is text, so that it works both from the sources and from the bundle.
 *
 * `files` has the files of the user that inputs import, directly or through other files, and their text when they were
 * loaded. An import of an input looks for changes. A changed file gets a new version, and so does every file that
 * imports it. The other files keep their state and the identity of their classes.
 */
export const LOADER_HOOKS = String.raw`
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
let stop, build, transform, endings, refused, importer, maps;
const files = new Map();
let versions = 0;
export async function initialize(data) {
  ({ endings, refused, importer, maps } = data);
  ({ stop, build, transform } = await import(data.esbuild));
}
export async function resolve(specifier, context, next) {
  const parent = withoutVersion(context.parentURL ?? '');
  const isInput = parent.replace('%5B', '[').replace('%5D', ']').endsWith(importer);
  const isRelative = /^(\.{0,2}\/|\.{1,2}$|file:)/.test(specifier) && !/[?#]/.test(specifier);
  const mapped = isRelative ? undefined : await mappedPath(specifier, parent, isInput);
  const isPath = isRelative || mapped !== undefined;
  try {
    const found = await (isPath ? resolvePath : next)(mapped ?? specifier, context, next);
    if (!isPath || !(isInput || files.has(parent)) || !isOwn(found.url)) return found;
    if (isInput) updateVersions(found.url);
    else files.get(parent).imports.add(found.url);
    if (!files.has(found.url)) files.set(found.url, { text: read(found.url), version: 0, imports: new Set() });
    const { version } = files.get(found.url);
    return version === 0 ? found : { ...found, url: found.url + '?v=' + version };
  } catch (error) {
    // Node.js keeps the failed file, and the missing one may be created later.
    if (files.has(parent)) files.get(parent).text = undefined;
    throw error;
  }
}
/** Follows 'paths' and 'baseUrl' of the tsconfig.json around a file of the user. */
async function mappedPath(specifier, parent, isInput) {
  if (!(isInput || files.has(parent)) || !/^[@#~\w]/.test(specifier) || isBuiltin(specifier)) return undefined;
  const resolveDir = dirname(fileURLToPath(parent));
  if (!hasMapping(resolveDir)) return undefined;
  let path;
  const plugin = {
    name: 'tsconfig',
    setup(at) {
      at.onStart(async () => {
        const found = await at.resolve(specifier, { kind: 'import-statement', resolveDir });
        if (found.errors.length === 0 && !found.external) ({ path } = found);
      });
    },
  };
  const stdin = { contents: '', resolveDir };
  await restarting(() => build({ stdin, bundle: true, write: false, platform: 'node', logLevel: 'silent', plugins: [plugin] }));
  return path === undefined || path.includes('/node_modules/') ? undefined : pathToFileURL(path).href;
}
function hasMapping(start) {
  for (let folder = start; ; folder = dirname(folder)) {
    try {
      return /"(?:paths|baseUrl|extends)"/.test(readFileSync(join(folder, 'tsconfig.json'), 'utf8'));
    } catch {
      if (folder === dirname(folder)) return false;
    }
  }
}
/** As 'withEsbuild', for the process of this thread. */
async function restarting(work) {
  for (let start = 1; ; start++) {
    try {
      return await work();
    } catch (error) {
      if (start === 4 || !/\bThe service (?:was stopped|is no longer running)/.test(error.message)) throw error;
      await stop();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
const withoutVersion = (url) => url.replace(/\?v=\d+$/, '');
const isOwn = (url) => url.startsWith('file:') && !url.includes('/node_modules/') && !/[?#]/.test(url);
function read(url) {
  try {
    return readFileSync(fileURLToPath(url), 'utf8');
  } catch {
    return undefined; // a folder, or a deleted file: the import fails
  }
}
function updateVersions(url) {
  const reached = new Set([url]);
  for (const one of reached) for (const imported of files.get(one)?.imports ?? []) reached.add(imported);
  const changed = new Map();
  for (const one of reached) {
    const text = read(one);
    if (files.has(one) && (text === undefined || files.get(one).text !== text)) changed.set(one, text);
  }
  for (let size = -1; size !== changed.size; ) {
    size = changed.size;
    for (const one of reached)
      if (!changed.has(one) && [...(files.get(one)?.imports ?? [])].some((imported) => changed.has(imported)))
        changed.set(one, files.get(one).text);
  }
  for (const [one, text] of changed) files.set(one, { text, version: ++versions, imports: new Set() });
}
async function resolvePath(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (!['ERR_MODULE_NOT_FOUND', 'ERR_UNSUPPORTED_DIR_IMPORT'].includes(error.code)) throw error;
    const swapped = /js$/.test(specifier) ? [specifier.replace(/js$/, 'ts')] : [];
    const bare = specifier.replace(/\/$/, '');
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
  const ending = /^file:[^?#]*\.(m?ts|[jt]sx)([?#]|$)/.exec(url)?.[1];
  if (!ending) return next(url, context);
  const filename = fileURLToPath(url);
  const source = await readFile(filename, 'utf8');
  const loader = ending === 'mts' ? 'ts' : ending;
  try {
    const options = { loader, format: 'esm', target: 'node20', sourcefile: url, logLevel: 'silent' };
    const { code, map } = await restarting(() => transform(source, { ...options, sourcemap: 'external', sourcesContent: false }));
    maps.postMessage({ file: withoutVersion(url), map });
    return { format: 'module', source: code, shortCircuit: true };
  } catch (error) {
    if (!error.errors) throw error;
    throw new SyntaxError(refused + JSON.stringify({ filename, source, errors: error.errors }));
  }
}
`;
