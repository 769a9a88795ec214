import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { outsidePackages } from '../util/index.js';
import { fromEsbuild } from './source-error.js';

/** A file and what it imports by path, as one module that has not run. */
export interface ModuleFile {
  readonly code: string;
  /** Everything that is in it, the file itself first. */
  readonly files: readonly string[];
  /** Runs it. */
  run(): Promise<Readonly<Record<string, unknown>>>;
}

/** Reads a TypeScript or JavaScript file. Nothing in it is evaluated before `run`. */
export async function readModule(file: string): Promise<ModuleFile> {
  const { build } = await import('esbuild');
  const directory = dirname(file);
  const { outputFiles, metafile } = await build({
    entryPoints: [file],
    absWorkingDir: directory,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(file).href) },
    logLevel: 'silent',
    plugins: [outsidePackages()],
  }).catch((error) => {
    const at = resolve(directory, error.errors?.[0]?.location?.file ?? file);
    const filename = existsSync(at) ? at : file;
    throw fromEsbuild(error, { filename, source: readFileSync(filename, 'utf8') });
  });
  const code = outputFiles[0]?.text ?? '';
  const files = Object.keys(metafile.inputs).map((path) => resolve(directory, path));
  return {
    code,
    files: [file, ...files.filter((one) => one !== file).sort()],
    run: () => {
      // Errors name the file, not the address below.
      const text = `${code}\n//# sourceURL=${pathToFileURL(file).href}`;
      return import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
    },
  };
}
