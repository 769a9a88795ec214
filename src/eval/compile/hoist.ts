import type {
  AnyNode,
  ClassDeclaration,
  ExpressionStatement,
  FunctionDeclaration,
  ModuleDeclaration,
  Program,
  Statement,
  VariableDeclaration,
} from 'acorn';
import MagicString from 'magic-string';
import { declaredBy, namesIn } from '../parse/bindings.js';
import { INPUT, namedLater, waitAt } from './helper-calls.js';
import { type ImportedNames, importedBy } from './imported-names.js';
import { rewriteInside } from './instrument.js';

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
  /** Returns whether a declared name stays local to the input, because esbuild generated it. */
  isLocal(name: string): boolean;
  /** Names of top-level `using` declarations that were changed to `const`, with their original keyword. */
  readonly used: ReadonlyMap<string, string>;
}

/** Turns declarations into assignments to the session scope, and the last expression into the result. */
export function hoist(program: Program, source: string, options: HoistOptions): Hoisted {
  const rewriter = new StatementRewriter(source, options);
  const last = program.body.findLast((statement) => statement.type !== 'EmptyStatement');
  for (const statement of program.body) {
    if (statement === last && statement.type === 'ExpressionStatement') rewriter.result(statement);
    else rewriter.rewrite(statement);
  }
  return rewriter.hoisted;
}

class StatementRewriter {
  readonly #source: string;
  readonly #options: HoistOptions;
  readonly #text: MagicString;
  readonly #declared = new Map<string, Kind>();
  readonly #assigned = new Map<string, boolean>();
  readonly #imports: ImportedNames[] = [];
  readonly #calls: string[] = [];

  constructor(source: string, options: HoistOptions) {
    this.#source = source;
    this.#options = options;
    this.#text = new MagicString(source);
    if (source.startsWith('#!')) this.#text.update(0, 2, '//');
  }

  get hoisted(): Hoisted {
    const first = this.#calls.join('');
    return { text: this.#text, first, declared: this.#declared, imports: this.#imports, assigned: this.#assigned };
  }

  rewrite(statement: Statement | ModuleDeclaration): void {
    switch (statement.type) {
      case 'ImportDeclaration':
        this.#imports.push(importedBy(statement));
        for (const { local } of statement.specifiers) this.#declare(local.name, 'const');
        this.#replace(statement.start, statement.end, ';');
        break;
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
      case 'ExportAllDeclaration':
        this.#export(statement);
        break;
      case 'VariableDeclaration':
        this.#variables(statement);
        break;
      case 'FunctionDeclaration':
        this.#function(statement);
        break;
      case 'ClassDeclaration':
        this.#class(statement);
        break;
      default:
        this.#inside(statement);
    }
  }

  /** Rewrites the last expression of an input to return its value. */
  result(statement: ExpressionStatement): void {
    this.#text.appendLeft(statement.start, `return { __proto__: null, value: await ${waitAt(statement.start)}(`);
    this.#inside(statement.expression);
    this.#text.appendLeft(statement.expression.end, `)) }${this.#hasSemicolon(statement) ? '' : ';'}`);
  }

  /** Rewrites `const a = f()` to `void (a = f(), fix(["a"]))`. */
  #variables(node: VariableDeclaration): void {
    const names = declaredBy(node);
    if (names.length > 0 && names.every(this.#options.isLocal)) {
      this.#inside(node);
      return;
    }
    const keyword = this.#options.used.get(names[0] ?? '') ?? node.kind;
    const kind = keyword === 'await using' ? 'using' : (keyword as Kind);
    for (const name of names) this.#declare(name, kind);
    this.#replace(node.start, node.declarations[0]?.start ?? node.end, 'void (');
    for (const declarator of node.declarations) {
      const { init, start, end, id } = declarator;
      if (init && kind === 'using') this.#text.appendLeft(init.start, `${INPUT}.use(`);
      this.#inside(declarator);
      if (!init && kind === 'var') this.#replace(start, end, '0');
      if (!init && kind === 'let') this.#text.appendLeft(end, ' = undefined');
      if (init && kind === 'using') this.#text.appendLeft(end, keyword === 'using' ? ')' : ', true)');
      if (kind === 'var' || kind === 'let') continue;
      this.#text.appendLeft(end, `, ${INPUT}.fix(${JSON.stringify(namesIn(id))})`);
    }
    this.#close(node.declarations.at(-1)?.end ?? node.end, node);
  }

  /**
   * Rewrites `function f() {}` to `function __f0() { f = function f() {} }`, which is called first. A function whose
   * body uses its own name loses the name, so that a recursive call finds the current `f` of the session, as at the top
   * of a script.
   */
  #function(node: FunctionDeclaration): void {
    const { name, start, end } = node.id;
    if (this.#options.isLocal(name)) {
      this.#inside(node);
      return;
    }
    this.#declare(name, 'function');
    const wrapper = `${INPUT}_${this.#calls.length}`;
    this.#calls.push(`${wrapper}();`);
    const ownName = new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`);
    if (ownName.test(this.#source.slice(end, node.end))) this.#text.update(start, end, namedLater(name));
    this.#around(node, `function ${wrapper}() { ${name} = `, ' }');
  }

  #class(node: ClassDeclaration): void {
    const { name } = node.id;
    this.#declare(name, 'class');
    if (this.#options.isLocal(name)) this.#inside(node);
    else this.#around(node, `void (${name} = `, ');');
  }

  /** Removes `export`, so that code of a module can be pasted: later inputs can use every name anyway. */
  #export(node: Extract<ModuleDeclaration, { type: `Export${string}` }>): void {
    if ('source' in node && node.source) this.#imports.push(importedBy(node));
    const { declaration = null } = node as { declaration?: AnyNode | null };
    const isNamed = declaration && 'id' in declaration && declaration.id;
    if (!declaration) {
      this.#replace(node.start, node.end, ';');
    } else if (node.type === 'ExportDefaultDeclaration' && !isNamed) {
      this.#replace(node.start, declaration.start, 'void (');
      this.#inside(declaration);
      this.#close(declaration.end, node);
    } else {
      this.#replace(node.start, declaration.start, '');
      this.rewrite(declaration as Statement);
    }
  }

  #around(node: AnyNode, before: string, after: string): void {
    this.#text.appendLeft(node.start, before);
    this.#inside(node);
    this.#text.appendLeft(node.end, after);
  }

  #inside(node: AnyNode): void {
    const { isLocal } = this.#options;
    const { declared, assigned } = rewriteInside(node, { text: this.#text, replace: this.#replace, isLocal });
    for (const name of declared) this.#declare(name, 'var');
    for (const [name, plain] of assigned) this.#assigned.set(name, plain || (this.#assigned.get(name) ?? false));
  }

  #declare(name: string, kind: Kind): void {
    if (!this.#options.isLocal(name)) this.#declared.set(name, kind);
  }

  /** Replaces a range and keeps its line breaks. */
  #replace = (start: number, end: number, by: string): void =>
    void this.#text.update(start, end, by + this.#source.slice(start, end).replace(/[^\n]+/g, ''));

  /** Closes the parenthesis that replaces a keyword, before the semicolon of the statement. */
  #close(end: number, statement: AnyNode): void {
    this.#text.appendLeft(end, this.#hasSemicolon(statement) ? ')' : ');');
  }

  #hasSemicolon(node: AnyNode): boolean {
    return this.#source[node.end - 1] === ';';
  }
}
