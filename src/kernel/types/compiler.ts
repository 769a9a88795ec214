import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { attempt } from '../../util/index.js';
import type { WatchingSystem } from './polling-watcher.js';

export interface System extends WatchingSystem {
  readFile(path: string, encoding?: string): string | undefined;
  fileExists(path: string): boolean;
}

interface Compiler {
  createWatchCompilerHost(roots: string[], options: Record<string, unknown>, sys: System, ...rest: unknown[]): unknown;
  ModuleResolutionKind: { Bundler: number };
  getPreEmitDiagnosticsOfFiles(program: unknown, files: readonly unknown[]): readonly Diagnostic[];
  flattenDiagnosticMessageText(text: unknown, newLine: string): string;
}

interface Diagnostic {
  readonly file?: unknown;
  readonly messageText: unknown;
}

const PACKAGE = '@tslab/typescript-for-tslab';

export const TO_INSTALL_TYPES =
  'If it is not installed, run npm install --global tslab@1.0.22 @types/node, or without --global in the project that has Patchbay. Then restart the kernel.';

/** Returns tslab's own `require`, which finds the compiler that tslab uses. It throws if tslab is not installed. */
const requireOfTslab = (require: NodeJS.Require) => createRequire(require.resolve('tslab/dist/converter.js'));

/** Returns the version of the compiler that checks cells, or an empty string if it is not installed. */
export function compilerVersion(require: NodeJS.Require): string {
  const file = attempt(() => requireOfTslab(require).resolve(`${PACKAGE}/package.json`)); // tslab is optional
  return file === undefined ? '' : String(JSON.parse(readFileSync(file, 'utf8')).version);
}

/** Patches the compiler before tslab loads it. Its exports are getters, so the module object is replaced. */
export function adaptCompiler(
  require: NodeJS.Require,
  adapt: (roots: string[], options: Record<string, unknown>, sys: System) => void,
): void {
  const path = requireOfTslab(require).resolve(PACKAGE);
  const ts = require(path) as Compiler;
  const module = require.cache[path];
  if (!module) return;
  module.exports = {
    ...ts,
    createWatchCompilerHost(roots: string[], options: Record<string, unknown>, sys: System, ...rest: unknown[]) {
      options.moduleResolution = ts.ModuleResolutionKind.Bundler;
      adapt(roots, options, sys);
      return ts.createWatchCompilerHost(roots, options, sys, ...rest);
    },
    // tslab also reports the files that a cell imports, and one error as several: one for each reason.
    getPreEmitDiagnosticsOfFiles(program: unknown, files: readonly unknown[]) {
      const [cell] = files;
      return ts
        .getPreEmitDiagnosticsOfFiles(program, [cell])
        .filter(({ file }) => file === cell)
        .map((one) => ({ ...one, messageText: ts.flattenDiagnosticMessageText(one.messageText, '\n') }));
    },
  };
}
