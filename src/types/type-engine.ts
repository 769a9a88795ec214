import type typescript from 'typescript';
import type { Compiler, TypeScript } from './compiler.js';
import { completionOf } from './completion.js';
import { LanguageHost } from './language-host.js';
import type { TypeCompletion, TypeSignature, TypeWarning } from './messages.js';
import { misspeltMembers } from './misspelt-members.js';
import { SessionModules, VALUE } from './session-modules.js';
import { type Folders, SourceFiles } from './source-files.js';
import { wrongValues } from './wrong-values.js';

export interface TypeEngine {
  /** Adds an input that ran. Later requests see its declarations and, as `_`, its value. */
  add(source: string): void;
  complete(source: string, cursor: number): TypeCompletion | undefined;
  signature(source: string, cursor: number): TypeSignature | undefined;
  check(source: string): readonly TypeWarning[];
  /** Returns the type of an expression on one line, or undefined if it is not known. */
  typeOf(source: string): string | undefined;
}

export interface TypeEngineOptions {
  readonly compiler: Compiler;
  readonly folders: Folders;
  /** The names of the environment variables, without their values. */
  readonly variables?: readonly string[];
  isCancelled?(): boolean;
}

/** The language service of a session. All methods are synchronous. */
export function createTypeEngine(options: TypeEngineOptions): TypeEngine {
  const { compiler, folders, variables = [], isCancelled = () => false } = options;
  const { ts } = compiler;
  const modules = new SessionModules(ts);
  const host = new LanguageHost({
    compiler,
    folders,
    files: new SourceFiles(folders),
    modules,
    variables,
    isCancelled,
  });
  const service = ts.createLanguageService(host);

  /** Shows the compiler the current input, and returns its offset in the virtual file. */
  function show(source: string): number {
    const { text, offset } = modules.current(source);
    host.setCurrent(text);
    return offset;
  }

  function completeIn(source: string, cursor: number): TypeCompletion | undefined {
    const offset = show(source);
    return completionOf({ ts, service, path: host.currentPath, source, cursor, offset });
  }

  return {
    add(source) {
      const { text, exports, assigned, hasValue, isDeclarable } = modules.prepare(source);
      if (exports.size === 0 && !hasValue) return;
      const module = modules.store(text);
      host.setAdded(module);
      try {
        const { untyped, empty } = exportKinds(ts, service, host.pathOf(module));
        const declarations = isDeclarable ? declarationsOf(service, host.pathOf(module)) : undefined;
        if (declarations !== undefined) modules.replaceByDeclarations(module, declarations);
        const names = new Map(exports);
        if (hasValue && !empty.has(VALUE)) {
          names.set('_', VALUE);
          // A name without a type gets the type of the value assigned to it.
          if (assigned !== undefined && modules.isUntyped(assigned)) names.set(assigned, VALUE);
        }
        modules.publish(module, names, untyped);
      } finally {
        host.setAdded(undefined);
      }
    },
    complete(source, cursor) {
      return completeIn(withClosedPattern(source, cursor) ?? withOperand(source, cursor) ?? source, cursor);
    },
    signature(source, cursor) {
      const offset = show(source);
      return signatureOf(ts, service.getSignatureHelpItems(host.currentPath, offset + cursor, undefined));
    },
    check(source) {
      const offset = show(source);
      const checked = { ts, service, path: host.currentPath, offset };
      return [...misspeltMembers(checked), ...wrongValues(checked)];
    },
    typeOf(source) {
      show(source);
      return typeOfLast(ts, service.getProgram(), host.currentPath);
    },
  };
}

/** `map(({ na`: the compiler reads this as an object, until the arrow follows. */
const OPEN_PATTERN = /[(,]\s*(async\s*)?\((?:[^(){}]*,)?\s*\{[^(){}]*$/;

/** Closes a pattern in the parameters of a function that is being typed at the end of the source. */
function withClosedPattern(source: string, cursor: number): string | undefined {
  const isAtEnd = source.slice(cursor).trim() === '';
  return isAtEnd && OPEN_PATTERN.test(source.slice(0, cursor)) ? `${source.slice(0, cursor)} }) => 0` : undefined;
}

/** `string | `: the compiler reads the missing operand as a value. A name takes its place. */
function withOperand(source: string, cursor: number): string | undefined {
  const [before, after] = [source.slice(0, cursor), source.slice(cursor)];
  return /[|&]\s*$/.test(before) && !/^[\p{ID_Continue}$]/u.test(after) ? `${before}_${after}` : undefined;
}

/** Returns the declarations of a module, or undefined if its types cannot be written without names that it hides. */
function declarationsOf(service: typescript.LanguageService, path: string): string | undefined {
  const program = service.getProgram();
  const file = program?.getSourceFile(path);
  if (!program || !file || program.getDeclarationDiagnostics(file).length > 0) return undefined;
  const { outputFiles } = service.getEmitOutput(path, true, true);
  return outputFiles.find(({ name }) => name.endsWith('.d.ts'))?.text;
}

/** Returns the exports of type `any`, and those without a value. */
function exportKinds(ts: TypeScript, service: typescript.LanguageService, path: string) {
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

const MAX_TYPE = 300;

/** Returns the type of the last expression of a file. `any` says nothing. */
function typeOfLast(ts: TypeScript, program: typescript.Program | undefined, path: string): string | undefined {
  const last = program?.getSourceFile(path)?.statements.findLast(ts.isExpressionStatement);
  const checker = program?.getTypeChecker();
  if (!last || !checker) return undefined;
  const type = checker.getTypeAtLocation(last.expression);
  if (type.flags & ts.TypeFlags.Any) return undefined;
  const text = checker.typeToString(type).replace(/\s+/g, ' ');
  return text.length > MAX_TYPE ? `${text.slice(0, MAX_TYPE)}…` : text;
}

type DisplayParts = readonly typescript.SymbolDisplayPart[] | undefined;

/** Writes the selected signature of a call on one line, with the place of each parameter. */
function signatureOf(ts: TypeScript, found: typescript.SignatureHelpItems | undefined): TypeSignature | undefined {
  const item = found?.items[found.selectedItemIndex];
  if (!found || !item) return undefined;
  const line = (parts: DisplayParts) => ts.displayPartsToString(parts && [...parts]).replace(/\s+/g, ' ');
  const separator = line(item.separatorDisplayParts);
  let text = line(item.prefixDisplayParts);
  const parameters = item.parameters.map(({ displayParts, documentation }, index) => {
    if (index > 0) text += separator;
    const from = text.length;
    text += line(displayParts);
    const doc = line(documentation);
    return { from, to: text.length, ...(doc && { doc }) };
  });
  text += line(item.suffixDisplayParts);
  const last = parameters.length - 1;
  const index = item.isVariadic ? Math.min(found.argumentIndex, last) : found.argumentIndex;
  const doc = ts.displayPartsToString(item.documentation);
  return {
    text,
    parameters,
    active: index >= 0 && index <= last ? index : undefined,
    ...(doc && { doc }),
    overloads: found.items.length,
  };
}
