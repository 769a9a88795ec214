import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { attempt } from '../../util/index.js';
import { absentField, MAY_EXIST, type TypeSyntax } from './absent-field.js';
import type { AbsentField, Span } from './messages.js';
import type { WatchingSystem } from './polling-watcher.js';

export interface System extends WatchingSystem {
  readFile(path: string, encoding?: string): string | undefined;
  fileExists(path: string): boolean;
}

interface Compiler extends TypeSyntax {
  SyntaxKind: { FirstStatement: number; LastStatement: number };
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
  readonly code: number;
  readonly file?: unknown;
  readonly messageText: unknown;
  readonly start?: number;
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

/** Questions about the cell that was checked last. */
export interface CheckedCell {
  /** Returns the innermost statement around an offset. */
  statementAround(offset: number): Span;
  /** Returns the type and the fields if the error at an offset is about a field that a response does not have. */
  absentAt(offset: number): AbsentField | undefined;
}

/** Patches the compiler before tslab loads it. Its exports are getters, so the module object is replaced. */
export function adaptCompiler(
  require: NodeJS.Require,
  adapt: (roots: string[], options: Record<string, unknown>, sys: System) => void,
): CheckedCell {
  const path = requireOfTslab(require).resolve(PACKAGE);
  const ts = require(path) as Compiler;
  const module = require.cache[path];
  let checked: SourceFile | undefined;
  const absent = new Map<number, AbsentField>();
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
      absent.clear();
      const errors = ts.getPreEmitDiagnosticsOfFiles(program, files.slice(0, 1)).filter((error) => {
        if (!cell || error.file !== cell) return false;
        const found = absentField(ts, program, cell, error);
        if (found && found !== MAY_EXIST) absent.set((error.start ?? 0) - lengthBefore(cell), found);
        return found !== MAY_EXIST;
      });
      return errors.map((one) => ({ ...one, messageText: ts.flattenDiagnosticMessageText(one.messageText, '\n') }));
    },
  };
  return {
    statementAround: (offset) => (checked ? statementAround(ts, checked, offset) : { start: offset, end: offset }),
    absentAt: (offset) => absent.get(offset),
  };
}

/** tslab adds a line before the cell. */
const lengthBefore = ({ text }: SourceFile) => text.indexOf('\n') + 1;

function statementAround(ts: Compiler, cell: SourceFile, offset: number): Span {
  const before = lengthBefore(cell);
  const at = offset + before;
  const { FirstStatement, LastStatement } = ts.SyntaxKind;
  let found: SyntaxNode | undefined;
  for (let node: SyntaxNode | undefined = cell; node; ) {
    if (node.kind >= FirstStatement && node.kind <= LastStatement) found = node;
    node = ts.forEachChild(node, (child) => (child.pos <= at && at < child.end ? child : undefined));
  }
  return found ? { start: found.getStart() - before, end: found.end - before } : { start: offset, end: offset };
}
