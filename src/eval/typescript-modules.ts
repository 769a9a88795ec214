import { existsSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

let registered = false;

/**
 * Node 20 cannot load a `.ts` file that an input imports, and newer ones cannot load every such file (enums); the first
 * such import teaches it to, for the whole process.
 */
export function acceptTypeScript(specifier: string, directory: string): void {
  if (registered || !/^(\.{1,2}|)\/.*\.m?[jt]s$/.test(specifier)) return;
  const path = resolve(directory, specifier);
  // TypeScript's own convention is to write `./x.js` for what is `x.ts` on disk.
  if (/js$/.test(path) && (existsSync(path) || !existsSync(path.replace(/js$/, 'ts')))) return;
  registered = true;
  const esbuild = pathToFileURL(createRequire(import.meta.url).resolve('esbuild')).href;
  register(`data:text/javascript,${encodeURIComponent(HOOKS)}`, { data: { esbuild } });
}

/** Runs in Node's loader thread. Text, because it must be there both in the sources and in the bundle. */
const HOOKS = `
import { readFile } from 'node:fs/promises';
let transform;
export async function initialize({ esbuild }) {
  ({ transform } = await import(esbuild));
}
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (!/^(\\.{1,2}|)\\/.*js$/.test(specifier)) throw error;
    return next(specifier.replace(/js$/, 'ts'), context);
  }
}
export async function load(url, context, next) {
  if (!/^file:.*\\.m?ts$/.test(url)) return next(url, context);
  const source = await readFile(new URL(url), 'utf8');
  const { code } = await transform(source, { loader: 'ts', format: 'esm', target: 'node20', sourcefile: url, logLevel: 'silent' });
  return { format: 'module', source: code, shortCircuit: true };
}
`;
