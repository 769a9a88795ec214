import type {
  AnyNode,
  ExpressionStatement,
  FunctionDeclaration,
  ModuleDeclaration,
  Program,
  Statement,
  VariableDeclaration,
} from 'acorn';
import MagicString from 'magic-string';
import { declaredBy, namesIn } from './bindings.js';
import { type ImportedNames, importedBy } from './imported-names.js';
import { INPUT, rewriteInside } from './instrument.js';

type Kind = 'var' | 'let' | 'const' | 'class' | 'function' | 'using' | 'merged';

export interface Hoisted {
  /** The rewritten source. It has the same lines as the source, so that places in errors stay correct. */
  readonly text: MagicString;
  /** Statements that run first and add the input's functions to the scope. */
  readonly first: string;
  readonly declared: Map<string, Kind>;
  readonly imports: ImportedNames[];
  /** Names that the input assigns to, except local variables. True if an assignment does not read the old value. */
  readonly assigned: Map<string, boolean>;
}

export interface HoistOptions {
  /** Whether `export` is removed. Otherwise it is an error. */
  readonly module: boolean;
  /** Returns whether a declared name stays local to the input, because esbuild generated it. */
  isLocal(name: string): boolean;
  /** Names of top-level `using` declarations that were changed to `const`, with their original keyword. */
  readonly used: ReadonlyMap<string, string>;
  /** Creates the error for `export` at the prompt. */
  refuse(message: string, at: number): Error;
}

/**
 * Turns the declarations of an input into assignments to the session scope, and its last expression into the result.
 */
export function hoist(program: Program, source: string, options: HoistOptions): Hoisted {
  const text = new MagicString(source);
  const result = { text, declared: new Map<string, Kind>(), imports: [] as ImportedNames[], assigned: new Map() };
  const functions: string[] = [];
  if (source.startsWith('#!')) text.update(0, 2, '//');

  /** Replaces a range and keeps its line breaks. */
  const replace = (start: number, end: number, by: string) =>
    text.update(start, end, by + source.slice(start, end).replace(/[^\n]+/g, ''));
  const declare = (name: string, kind: Kind) => void (options.isLocal(name) || result.declared.set(name, kind));

  const last = program.body.findLast((statement) => statement.type !== 'EmptyStatement');
  for (const statement of program.body) visit(statement);
  return { ...result, first: functions.join('') };

  function visit(statement: Statement | ModuleDeclaration): void {
    switch (statement.type) {
      case 'ImportDeclaration':
        result.imports.push(importedBy(statement));
        for (const { local } of statement.specifiers) declare(local.name, 'const');
        replace(statement.start, statement.end, ';');
        break;
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
      case 'ExportAllDeclaration':
        if (!options.module) throw options.refuse(EXPORT_REFUSED, statement.start);
        dropExport(statement);
        break;
      case 'VariableDeclaration':
        variables(statement);
        break;
      case 'FunctionDeclaration':
        hoistedFunction(statement);
        break;
      case 'ClassDeclaration':
        declare(statement.id.name, 'class');
        if (options.isLocal(statement.id.name)) inside(statement);
        else around(statement, `void (${statement.id.name} = `, ');');
        break;
      case 'ExpressionStatement':
        if (statement === last) resultOf(statement);
        else inside(statement);
        break;
      default:
        inside(statement);
    }
  }

  function resultOf(statement: ExpressionStatement): void {
    text.appendLeft(statement.start, 'return { value: await (');
    inside(statement.expression);
    text.appendLeft(statement.expression.end, `) }${endsClosed(statement) ? '' : ';'}`);
  }

  /** Rewrites `const a = f()` to `void (a = f(), fix(["a"]))`. */
  function variables(node: VariableDeclaration): void {
    const names = declaredBy(node);
    if (names.length > 0 && names.every(options.isLocal)) {
      inside(node);
      return;
    }
    const keyword = options.used.get(names[0] ?? '') ?? node.kind;
    const kind = keyword === 'await using' ? 'using' : (keyword as Kind);
    for (const name of names) declare(name, kind);
    replace(node.start, node.declarations[0]?.start ?? node.end, 'void (');
    for (const declarator of node.declarations) {
      if (declarator.init && kind === 'using') text.appendLeft(declarator.init.start, `${INPUT}.use(`);
      inside(declarator);
      if (!declarator.init && kind === 'var') replace(declarator.start, declarator.end, '0');
      if (!declarator.init && kind === 'let') text.appendLeft(declarator.end, ' = undefined');
      if (declarator.init && kind === 'using') text.appendLeft(declarator.end, keyword === 'using' ? ')' : ', true)');
      if (kind === 'var' || kind === 'let') continue;
      text.appendLeft(declarator.end, `, ${INPUT}.fix(${JSON.stringify(namesIn(declarator.id))})`);
    }
    text.appendLeft(node.declarations.at(-1)?.end ?? node.end, endsClosed(node) ? ')' : ');');
  }

  /**
   * Rewrites `function f() {}` to `function __f0() { f = function f() {} }`, which is called first. A function whose
   * body uses its own name loses the name, so that a recursive call finds the current `f` of the session, as at the top
   * of a script.
   */
  function hoistedFunction(node: FunctionDeclaration): void {
    const { name } = node.id;
    if (options.isLocal(name)) {
      inside(node);
      return;
    }
    declare(name, 'function');
    const hoister = `${INPUT}_${functions.length}`;
    functions.push(`${hoister}();`);
    if (new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(source.slice(node.id.end, node.end))) {
      text.remove(node.id.start, node.id.end);
    }
    around(node, `function ${hoister}() { ${name} = `, ' }');
  }

  function dropExport(node: Extract<ModuleDeclaration, { type: `Export${string}` }>): void {
    if ('source' in node && node.source) result.imports.push(importedBy(node));
    const { declaration = null } = node as { declaration?: AnyNode | null };
    if (!declaration) {
      replace(node.start, node.end, ';');
      return;
    }
    const named = 'id' in declaration && declaration.id;
    if (node.type === 'ExportDefaultDeclaration' && !named) {
      replace(node.start, declaration.start, 'void (');
      inside(declaration);
      text.appendLeft(declaration.end, endsClosed(node) ? ')' : ');');
      return;
    }
    replace(node.start, declaration.start, '');
    visit(declaration as Statement);
  }

  function around(node: AnyNode, before: string, after: string): void {
    text.appendLeft(node.start, before);
    inside(node);
    text.appendLeft(node.end, after);
  }

  function inside(node: AnyNode): void {
    const names = rewriteInside(node, { text, replace, isLocal: options.isLocal });
    for (const name of names.declared) declare(name, 'var');
    for (const [name, plain] of names.assigned)
      result.assigned.set(name, plain || (result.assigned.get(name) ?? false));
  }

  function endsClosed(node: AnyNode): boolean {
    return source[node.end - 1] === ';';
  }
}

const EXPORT_REFUSED =
  '`export` has no meaning at the prompt: every name declared here is already shared by later inputs';
