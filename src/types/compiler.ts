import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type typescript from 'typescript';
import { packageRoot } from '../util/index.js';

export type TypeScript = typeof typescript;

export interface Compiler {
  readonly ts: TypeScript;
  /** The package and its version: `typescript 5.9.3`. */
  readonly name: string;
  /** The folder of the compiler's library declarations. */
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
  const require = createRequire(join(root, 'package.json'));
  const refused: string[] = [];
  for (const { name, find } of CANDIDATES) {
    const path = resolved(() => find(require));
    if (path === undefined) continue;
    const ts = require(path) as TypeScript;
    if (typeof ts.createLanguageService === 'function' && Number.parseInt(ts.version, 10) >= OLDEST_MAJOR)
      return { ts, name: `${name} ${ts.version}`, libFolder: dirname(path) };
    refused.push(`${name} ${ts.version} has no language service for this version of Patchbay`);
  }
  return { reason: refused[0] ?? 'TypeScript is not installed next to Patchbay', install: 'npm install typescript@5' };
}

const CANDIDATES: readonly { name: string; find: (require: NodeJS.Require) => string }[] = [
  { name: 'typescript', find: (require) => require.resolve('typescript') },
  {
    name: '@tslab/typescript-for-tslab',
    find: (require) => createRequire(require.resolve('tslab/package.json')).resolve('@tslab/typescript-for-tslab'),
  },
];

function resolved(find: () => string): string | undefined {
  try {
    return find();
  } catch {
    return undefined; // not installed
  }
}
