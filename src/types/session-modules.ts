import type { TypeScript } from './compiler.js';
import { topLevelOf } from './top-level.js';

export const VALUE = '$value';
const SPECIFIER = /^#input\/(\d+)$/;
/** How many names are imported without being mentioned, so that they can be suggested. */
const MAX_SUGGESTED = 300;

/** The place of a name: the number of its module, and the export there. */
interface NamedExport {
  readonly module: number;
  readonly exported: string;
  /** Whether its type is `any`, as that of `let x`. */
  readonly isUntyped: boolean;
}

interface InputModule {
  readonly text: string;
  /** Whether the text contains declarations only. */
  isDeclaration: boolean;
}

export interface PreparedInput {
  readonly text: string;
  readonly exports: ReadonlyMap<string, string>;
  readonly assigned: string | undefined;
  readonly hasValue: boolean;
  /** Whether the compiler can write declarations of all exports. */
  readonly isDeclarable: boolean;
}

/**
 * The inputs of a session as modules. Each one imports names from the module that declared them last, so a second
 * declaration of a name replaces the first, and earlier inputs keep their types.
 */
export class SessionModules {
  readonly #ts: TypeScript;
  readonly #places = new Map<string, NamedExport>();
  readonly #modules = new Map<number, InputModule>();
  #count = 0;
  /** Unused modules are removed when there are more than this. */
  #mostBeforeDrop = 64;

  constructor(ts: TypeScript) {
    this.#ts = ts;
  }

  static numberIn(specifier: string): number | undefined {
    const number = SPECIFIER.exec(specifier)?.[1];
    return number === undefined ? undefined : Number(number);
  }

  get(module: number): InputModule | undefined {
    return this.#modules.get(module);
  }

  /** Whether a name is unknown, or has the type `any`. */
  isUntyped(name: string): boolean {
    return this.#places.get(name)?.isUntyped ?? true;
  }

  /** Writes an input that ran as a module. */
  prepare(typed: string): PreparedInput {
    const source = this.#asExpression(typed) ?? typed;
    const { declared, exported, hasNestedVar, valueAt, assigned } = topLevelOf(this.#ts, source);
    const exports = new Map([...declared, ...exported].map((name) => [name, name]));
    const body =
      valueAt === undefined ? source : `${source.slice(0, valueAt)}export const ${VALUE} = ${source.slice(valueAt)}`;
    const text = `${this.#imports(wordsIn(source), exports)}${body}\nexport { ${[...declared].join(', ')} };\n`;
    return { text, exports, assigned, hasValue: valueAt !== undefined, isDeclarable: !hasNestedVar };
  }

  /** Stores a module and returns its number. Its names are visible after `publish`. */
  store(text: string): number {
    this.#modules.set(++this.#count, { text, isDeclaration: false });
    return this.#count;
  }

  replaceByDeclarations(module: number, text: string): void {
    this.#modules.set(module, { text, isDeclaration: true });
  }

  /** Makes exports of a module visible. `exports` has the export for each name. */
  publish(module: number, exports: ReadonlyMap<string, string>, untyped: ReadonlySet<string>): void {
    for (const [name, exported] of exports) {
      this.#places.delete(name); // the newest names are last
      this.#places.set(name, { module, exported, isUntyped: untyped.has(exported) });
    }
    if (this.#modules.size > this.#mostBeforeDrop) this.#dropUnused();
  }

  /**
   * Returns the imports of an input that is being typed, on one line, and the input itself. The newest names are always
   * imported: they are suggested, and the compiler reuses its program as long as the imports are the same.
   */
  current(source: string): { text: string; offset: number } {
    const { declared, exported } = topLevelOf(this.#ts, source);
    const newest = [...this.#places.keys()].slice(-MAX_SUGGESTED);
    const imports = this.#imports([...newest, ...wordsIn(source)], new Set([...declared, ...exported]));
    return { text: `${imports}${source}\nexport {};\n`, offset: imports.length };
  }

  #imports(names: Iterable<string>, own: { has(name: string): boolean }): string {
    const byModule = new Map<number, string[]>();
    for (const name of new Set(names)) {
      const place = this.#places.get(name);
      if (!place || own.has(name)) continue;
      const bindings = byModule.get(place.module) ?? [];
      bindings.push(place.exported === name ? name : `${place.exported} as ${name}`);
      byModule.set(place.module, bindings);
    }
    const lines = [...byModule].map(
      ([module, bindings]) => `import { ${bindings.join(', ')} } from '#input/${module}';`,
    );
    return `${lines.join(' ')}\n`;
  }

  /** The evaluator reads an input that starts with a brace as an object, if it can. */
  #asExpression(source: string): string | undefined {
    if (!/^\s*\{/.test(source)) return undefined;
    const text = `(${source}\n)`;
    const { diagnostics = [] } = this.#ts.transpileModule(text, { reportDiagnostics: true });
    return diagnostics.length === 0 ? text : undefined;
  }

  /** Removes modules whose names are all replaced, and that no other module mentions. */
  #dropUnused(): void {
    const used = new Set([...this.#places.values()].map(({ module }) => module));
    const open = [...used];
    for (let module = open.pop(); module !== undefined; module = open.pop()) {
      for (const [, number] of this.#modules.get(module)?.text.matchAll(/['"](?:#input|\.)\/(\d+)(?:\.js)?['"]/g) ??
        []) {
        const other = Number(number);
        if (used.has(other)) continue;
        used.add(other);
        open.push(other);
      }
    }
    for (const module of this.#modules.keys()) if (!used.has(module)) this.#modules.delete(module);
    this.#mostBeforeDrop = 2 * this.#modules.size + 64;
  }
}

const wordsIn = (source: string) =>
  Array.from(source.matchAll(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu), ([word]) => word);
