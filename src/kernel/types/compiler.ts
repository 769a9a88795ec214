import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { attempt } from '../../util/index.js';
import type { Span } from './messages.js';
import type { WatchingSystem } from './polling-watcher.js';

export interface System extends WatchingSystem {
  readFile(path: string, encoding?: string): string | undefined;
  fileExists(path: string): boolean;
}

interface Compiler {
  SyntaxKind: { FirstStatement: number; LastStatement: number };
  forEachChild(node: SyntaxNode, visit: (child: SyntaxNode) => SyntaxNode | undefined): SyntaxNode | undefined;
  createWatchCompilerHost(roots: string[], options: Record<string, unknown>, sys: System, ...rest: unknown[]): unknown;
  ModuleResolutionKind: { Bundler: number };
  getPreEmitDiagnosticsOfFiles(program: unknown, files: readonly SourceFile[]): readonly Diagnostic[];
  flattenDiagnosticMessageText(text: unknown, newLine: string): string;
}

interface SyntaxNode {
  readonly end: number;
  readonly kind: number;
  readonly pos: number;
  getStart(): number;
}

interface SourceFile extends SyntaxNode {
  readonly text: string;
}

interface Diagnostic {
  readonly file?: unknown;
  readonly messageText: unknown;
}

const PACKAGE = '@tslab/typescript-for-tslab';

export const NO_COMPILER =
  'Types are not checked, because no compiler was found; to get it, run npm install --global tslab@1.0.22 @types/node (without --global in a project that has Patchbay) and restart the kernel.';

/** Returns tslab's own `require`, which finds the compiler that tslab uses. It throws if tslab is not installed. */
const requireOfTslab = (require: NodeJS.Require) => createRequire(require.resolve('tslab/dist/converter.js'));

/** Returns the version of the compiler that checks cells, or an empty string if it is not installed. */
export function compilerVersion(require: NodeJS.Require): string {
  const file = attempt(() => requireOfTslab(require).resolve(`${PACKAGE}/package.json`)); // tslab is optional
  return file === undefined ? '' : String(JSON.parse(readFileSync(file, 'utf8')).version);
}

/** Returns the innermost statement around an offset of the cell that was checked last. */
export type StatementAround = (offset: number) => Span;

/** Patches the compiler before tslab loads it. Its exports are getters, so the module object is replaced. */
export function adaptCompiler(
  require: NodeJS.Require,
  adapt: (roots: string[], options: Record<string, unknown>, sys: System) => void,
): StatementAround {
  const path = requireOfTslab(require).resolve(PACKAGE);
  const ts = require(path) as Compiler;
  const module = require.cache[path];
  let checked: SourceFile | undefined;
  if (!module) throw new Error(`${PACKAGE} is not a module`);
  module.exports = {
    ...ts,
    createWatchCompilerHost(roots: string[], options: Record<string, unknown>, sys: System, ...rest: unknown[]) {
      options.moduleResolution = ts.ModuleResolutionKind.Bundler;
      adapt(roots, options, sys);
      return ts.createWatchCompilerHost(roots, options, sys, ...rest);
    },
    // tslab also reports the files that a cell imports, and one error as several: one for each reason.
    getPreEmitDiagnosticsOfFiles(program: unknown, files: readonly SourceFile[]) {
      const [cell] = files;
      checked = cell;
      return ts
        .getPreEmitDiagnosticsOfFiles(program, files.slice(0, 1))
        .filter(({ file }) => file === cell)
        .map((one) => ({ ...one, messageText: ts.flattenDiagnosticMessageText(one.messageText, '\n') }));
    },
  };
  return (offset) => (checked ? statementAround(ts, checked, offset) : { start: offset, end: offset });
}

function statementAround(ts: Compiler, cell: SourceFile, offset: number): Span {
  const before = cell.text.indexOf('\n') + 1; // tslab adds a line before the cell
  const at = offset + before;
  const { FirstStatement, LastStatement } = ts.SyntaxKind;
  let found: SyntaxNode | undefined;
  for (let node: SyntaxNode | undefined = cell; node; ) {
    if (node.kind >= FirstStatement && node.kind <= LastStatement) found = node;
    node = ts.forEachChild(node, (child) => (child.pos <= at && at < child.end ? child : undefined));
  }
  return found ? { start: found.getStart() - before, end: found.end - before } : { start: offset, end: offset };
}
