import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type typescript from 'typescript';
import { attempt, packageRoot } from '../util/index.js';

export type TypeScript = typeof typescript;

export interface Compiler {
  readonly ts: TypeScript;
  /** The package and its version: `typescript 5.9.3`. */
  readonly name: string;
  readonly libFolder: string;
}

export interface NoCompiler {
  readonly reason: string;
  readonly install: string;
}

/** Older versions lack a part of the API that this room uses. */
const OLDEST_MAJOR = 5;

/**
 * Loads the TypeScript compiler: the package `typescript`, or the one that tslab brings along. It is looked up from the
 * installation of this package, never from the working directory, which may contain untrusted code.
 */
export function loadCompiler(root = packageRoot()): Compiler | NoCompiler {
  const refused: string[] = [];
  for (const [name, folder] of candidates(root)) {
    const path = folder && attempt(() => require.resolve(folder)); // the package may be incomplete
    if (!path) continue;
    const ts = require(path) as TypeScript;
    if (typeof ts.createLanguageService === 'function' && Number.parseInt(ts.version, 10) >= OLDEST_MAJOR)
      return { ts, name: `${name} ${ts.version}`, libFolder: dirname(path) };
    refused.push(`${name} ${ts.version} has no language service for this version of Patchbay`);
  }
  return { reason: refused[0] ?? 'TypeScript is not installed next to Patchbay', install: 'npm install typescript@5' };
}

const require = createRequire(import.meta.url);

function candidates(root: string): readonly (readonly [name: string, folder: string | undefined])[] {
  const tslab = installedPackage('tslab', root);
  const ofTslab = '@tslab/typescript-for-tslab';
  return [
    ['typescript', installedPackage('typescript', root)],
    [ofTslab, tslab && installedPackage(ofTslab, tslab)],
  ];
}

/** Like `require.resolve`, but without `NODE_PATH`, which may be relative to the working directory. */
export function installedPackage(name: string, from: string): string | undefined {
  const folder = join(from, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return realpathSync(folder);
  const parent = dirname(from);
  return parent === from ? undefined : installedPackage(name, parent);
}
