import type typescript from 'typescript';
import type { TypeScript } from './compiler.js';

export interface ExportKinds {
  readonly untyped: ReadonlySet<string>;
  /** The exports without a value: `undefined` or `void`. */
  readonly empty: ReadonlySet<string>;
}

export function exportKinds(ts: TypeScript, service: typescript.LanguageService, path: string): ExportKinds {
  const untyped = new Set<string>();
  const empty = new Set<string>();
  const program = service.getProgram();
  const file = program?.getSourceFile(path);
  const checker = program?.getTypeChecker();
  const module = file && checker?.getSymbolAtLocation(file);
  if (!file || !checker || !module) return { untyped, empty };
  for (const symbol of checker.getExportsOfModule(module)) {
    const { flags } = checker.getTypeOfSymbolAtLocation(symbol, file);
    if (flags & ts.TypeFlags.Any) untyped.add(symbol.name);
    if (flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined)) empty.add(symbol.name);
  }
  return { untyped, empty };
}
