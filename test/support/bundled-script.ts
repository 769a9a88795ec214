import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const root = resolve(import.meta.dirname, '..', '..');
const folder = join(root, 'node_modules/.cache/patchbay-tests');

interface Options {
  /** Also the packages become part of the script. */
  readonly withPackages?: boolean;
}

/**
 * Returns a script for a child process in one file with our code in it, which starts in a fraction of the time of the
 * TypeScript file under a loader. It finds the threads of our code in dist/. The file is in a folder that the user of a
 * server without rights can read, unlike a temporary one.
 */
export function bundledScript(source: string, { withPackages = false }: Options = {}): string {
  const { outputFiles } = buildSync({
    ...{ entryPoints: [source], bundle: true, platform: 'node', format: 'esm', target: 'node20', write: false },
    packages: withPackages ? 'bundle' : 'external',
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(root, 'dist', 'script.js'))) },
    logLevel: 'error',
  });
  const contents = outputFiles[0]?.contents ?? new Uint8Array();
  const hash = createHash('sha256').update(contents).digest('hex');
  const file = join(folder, `${hash.slice(0, 16)}.mjs`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${process.pid}`; // another worker may do the same
  writeFileSync(draft, contents);
  renameSync(draft, file);
  return file;
}
