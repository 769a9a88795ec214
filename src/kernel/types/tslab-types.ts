import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageRoot } from '../../util/index.js';
import { adaptCompiler, type CheckedCell } from './compiler.js';
import type { TypeCompletion, TypeProblem } from './messages.js';
import { watchByLooking } from './polling-watcher.js';

interface Converter {
  convert(previous: string, source: string): { declOutput?: string; diagnostics: Diagnostic[] };
  inspect(previous: string, source: string, position: number): object | undefined;
  complete(previous: string, source: string, position: number): Candidates;
}
interface Diagnostic {
  start: { offset: number; line: number; character: number };
  end: { offset: number };
  messageText: string;
  code: number;
}
interface Candidates {
  start: number;
  end: number;
  candidates: string[];
  original?: { entries?: { name: string; kind: string }[] };
}

/** Lower codes are syntax errors. The evaluator reports those, because it supports newer syntax. */
const FIRST_SEMANTIC_CODE = 2000;

/** tslab exports each name of a cell itself. It reports the cell's own exports as duplicates, and types without a name. */
const isOfExport = (code: number) => code === 2323 || code === 2484 || (code >= 4000 && code < 5000);

const IMPORTED = /\b((?:const|let|var)\s+[\p{ID_Continue}$]+)(\s*=\s*await\s+import\(\s*(["'][^"'\n]+["'])\s*\))/gu;

/** Names that cells have at run time and that the compiler or its libraries do not know. */
const MORE_NAMES = `declare var _: any;
declare var _err: any;
declare const Out: { readonly [cell: number]: any };
interface ImportMeta { dirname: string; filename: string }
interface Array<T> {
  toReversed(): T[];
  toSorted(compare?: (a: T, b: T) => number): T[];
  toSpliced(start: number, deleteCount?: number, ...items: T[]): T[];
  with(index: number, value: T): T[];
}
`;

/** TypeScript's view of the cells so far. Each `check` adds the declarations of its cell for later cells. */
export function createTslabTypes(preloaded: readonly string[], cwd = process.cwd()) {
  const require = createRequire(import.meta.url);
  const preload = preloadFile(preloaded, cwd);
  let lenient = false;
  let lookForChanges = () => {};
  const cell = adaptCompiler(require, (roots, options, sys) => {
    Object.assign(options, preload.options);
    roots.push(preload.path);
    const { readFile, fileExists } = sys;
    lookForChanges = watchByLooking(sys);
    sys.fileExists = (path) => path === preload.path || fileExists(path);
    sys.readFile = (path, encoding) => {
      if (path === preload.path) return preload.text;
      const text = readFile(path, encoding);
      return lenient && path.endsWith('/__tslab__.ts') ? `// @ts-nocheck\n${text}` : text;
    };
  });
  const { createConverter } = require('tslab/dist/converter.js') as { createConverter(options: object): Converter };
  const { printQuickInfo } = require('tslab/dist/inspect.js') as { printQuickInfo(info: object): string };
  const converter = createConverter({ isJS: false, isBrowser: false });
  let declared = '';
  converter.complete(declared, 'console.', 8); // warms up the language service

  function check(source: string): readonly TypeProblem[] {
    lookForChanges();
    const { diagnostics, declOutput } = converter.convert(declared, source);
    if (declOutput !== undefined) declared = declOutput;
    if (diagnostics.length === 0) return [];
    const problems = diagnostics.filter(({ code }) => !isOfExport(code)).map((one) => toProblem(one, cell));
    declared = declarationsDespiteProblems(source) ?? declared;
    if (diagnostics.some(({ code }) => code < FIRST_SEMANTIC_CODE)) return [];
    return problems;
  }

  /**
   * The evaluator runs a cell with type errors too, but tslab returns no declarations for it. The compiler cannot declare
   * some modules of Node.js without `typeof import(…)`.
   */
  function declarationsDespiteProblems(source: string): string | undefined {
    lenient = true;
    try {
      const { diagnostics, declOutput } = converter.convert(
        declared,
        `${source.replace(IMPORTED, '$1: typeof import($3)$2')}\n`,
      );
      return diagnostics.length === 0 ? declOutput : undefined;
    } finally {
      lenient = false;
    }
  }

  function complete(source: string, cursor: number): TypeCompletion {
    const { start, end, candidates, original } = converter.complete(declared, source, cursor);
    const entries = original?.entries ?? [];
    const kinds = new Map(entries.map(({ name, kind }) => [name, kind]));
    const quoted = /["'`]([^"'`\n]*)$/.exec(source.slice(0, cursor));
    const inString = quoted && entries.length > 0 && entries.every(({ kind }) => kind === 'string');
    // Inside a string, tslab returns no range. Elsewhere it also returns names that only contain the word, which Tab
    // cannot extend.
    const from = inString ? cursor - (quoted[1]?.length ?? 0) : start;
    const word = source.slice(from, cursor);
    const names = inString ? entries.map(({ name }) => name) : candidates;
    const items = names.filter((name) => name.startsWith(word)).map((text) => ({ text, kind: kinds.get(text) ?? '' }));
    return { from, to: inString ? cursor : end, items };
  }

  function inspect(source: string, cursor: number): string | undefined {
    const info = converter.inspect(declared, source, cursor);
    return info && printQuickInfo(info);
  }

  return { check, complete, inspect };
}

function toProblem({ start, end, messageText, code }: Diagnostic, cell: CheckedCell): TypeProblem {
  const place = { line: start.line + 1, column: start.character + 1 };
  const at = { start: start.offset, end: end.offset };
  const absent = cell.absentAt(start.offset);
  const statement = cell.statementAround(start.offset);
  return { ...place, message: messageText, code, at, statement, ...(absent && { absent }) };
}

/** The preloaded names that `patchbay/notebook` exports. The main entry point exports the others. */
const FROM_NOTEBOOK = new Set(['platform', 'registry', 'agent', 'sandbox', 'display', 'use', 'widgets']);

/** Returns a virtual declaration file that gives the preloaded names their types. It is never written to disk. */
function preloadFile(names: readonly string[], cwd: string) {
  const types = join(packageRoot(), 'dist', 'types').replaceAll('\\', '/');
  const index = JSON.stringify(`${types}/index`);
  const notebook = JSON.stringify(`${types}/notebook/index`);
  const declarations = names.map((name) => {
    const exported = `import(${FROM_NOTEBOOK.has(name) ? notebook : index}).${name}`;
    const type = /^[A-Z]/.test(name) ? `type ${name} = ${exported};\n` : ''; // a class is a type too
    return `declare const ${name}: typeof ${exported};\n${type}`;
  });
  return {
    path: join(cwd, '__patchbay__.d.ts').replaceAll('\\', '/'),
    text: `${declarations.join('')}declare function input(prompt?: string, options?: { password?: boolean }): Promise<string>;\n${MORE_NAMES}`,
    // Cells can import this package, independent of the folder of the notebook.
    options: {
      lib: ['lib.es2023.d.ts'],
      allowImportingTsExtensions: true, // the evaluator loads such a file
      types: ['node'], // the types of other packages are read when a cell imports them
      paths: { patchbay: [`${types}/index.d.ts`], 'patchbay/*': [`${types}/*/index.d.ts`] },
    },
  };
}
