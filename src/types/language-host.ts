import { join } from 'node:path';
import type typescript from 'typescript';
import type { Compiler, TypeScript } from './compiler.js';
import { preludeText } from './prelude.js';
import { SessionModules } from './session-modules.js';
import type { Folders, SourceFiles } from './source-files.js';
import { slashed } from './source-files.js';

export interface HostOptions {
  readonly compiler: Compiler;
  readonly folders: Folders;
  readonly files: SourceFiles;
  readonly modules: SessionModules;
  readonly variables: readonly string[];
  isCancelled(): boolean;
}

/**
 * The file system of the compiler: the virtual files of the session, and the files that `SourceFiles` allows. The virtual
 * folder is in the package, next to the declarations, so that the compiler writes short paths to them.
 */
export class LanguageHost implements typescript.LanguageServiceHost {
  readonly #ts: TypeScript;
  readonly #options: HostOptions;
  readonly #folder: string;
  readonly #prelude: string;
  readonly #settings: typescript.CompilerOptions;
  #current = { text: '', version: 0 };
  /** An input that ran, while its declarations are written. */
  #added: number | undefined;

  constructor(options: HostOptions) {
    const { compiler, folders, files } = options;
    this.#ts = compiler.ts;
    this.#options = options;
    this.#folder = slashed(join(folders.declarations, '__session__'));
    this.#prelude = preludeText({ hasNodeTypes: folders.node !== undefined, variables: options.variables });
    this.#settings = settingsOf(compiler, (lib) => files.exists(slashed(join(compiler.libFolder, lib))));
  }

  get currentPath(): string {
    return `${this.#folder}/current.ts`;
  }

  setCurrent(text: string): void {
    this.#current = { text, version: this.#current.version + 1 };
  }

  setAdded(module: number | undefined): void {
    this.#added = module;
  }

  pathOf(module: number): string {
    return `${this.#folder}/${module}${this.#options.modules.get(module)?.isDeclaration ? '.d.ts' : '.ts'}`;
  }

  getCompilationSettings = () => this.#settings;
  getCurrentDirectory = () => this.#folder;
  getDefaultLibFileName = () => slashed(join(this.#options.compiler.libFolder, 'lib.es2023.d.ts'));
  useCaseSensitiveFileNames = () => true;
  getCancellationToken = () => ({ isCancellationRequested: () => this.#options.isCancelled() });

  getScriptFileNames = () => {
    const node = this.#options.folders.node;
    const added = this.#added === undefined ? [] : [this.pathOf(this.#added)];
    return [...(node ? [slashed(node.index)] : []), this.#preludePath, ...added, this.currentPath];
  };

  getScriptVersion = (path: string) =>
    path === this.currentPath ? String(this.#current.version) : this.#options.files.version(path);

  getScriptSnapshot = (path: string) => {
    const text = this.readFile(path);
    return text === undefined ? undefined : this.#ts.ScriptSnapshot.fromString(text);
  };

  readFile = (path: string): string | undefined => this.#virtual(path) ?? this.#options.files.read(path);
  fileExists = (path: string): boolean => this.#virtual(path) !== undefined || this.#options.files.exists(path);
  // Nothing is looked up by listing folders.
  directoryExists = () => false;
  getDirectories = () => [];
  readDirectory = () => [];

  resolveModuleNameLiterals = (
    literals: readonly typescript.StringLiteralLike[],
    importer: string,
  ): readonly typescript.ResolvedModuleWithFailedLookupLocations[] =>
    literals.map(({ text }) => {
      const path = this.#resolve(text, importer);
      const extension = path && (/\.d\.ts$|\.[a-z]+$/.exec(path)?.[0] ?? '.ts');
      return { resolvedModule: path && extension ? { resolvedFileName: path, extension } : undefined };
    });

  get #preludePath(): string {
    return `${this.#folder}/prelude.d.ts`;
  }

  #resolve(specifier: string, importer: string): string | undefined {
    const isInput = importer.startsWith(this.#folder) && importer !== this.#preludePath;
    const module = isInput ? (SessionModules.numberIn(specifier) ?? inputBeside(specifier)) : undefined;
    if (module !== undefined && this.#options.modules.get(module)) return this.pathOf(module);
    return this.#options.files.resolve(specifier, { path: importer, isInput });
  }

  #virtual(path: string): string | undefined {
    if (!path.startsWith(this.#folder)) return undefined;
    if (path === this.currentPath) return this.#current.text;
    if (path === this.#preludePath) return this.#prelude;
    const number = Number(/(\d+)(\.d)?\.ts$/.exec(path)?.[1]);
    return path === this.pathOf(number) ? this.#options.modules.get(number)?.text : undefined;
  }
}

/** The compiler writes the specifier of another input as a relative path: `import('./3')`. */
function inputBeside(specifier: string): number | undefined {
  const number = /^\.\/(\d+)(\.js)?$/.exec(specifier)?.[1];
  return number === undefined ? undefined : Number(number);
}

function settingsOf({ ts }: Compiler, hasLib: (name: string) => boolean): typescript.CompilerOptions {
  return {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    moduleDetection: ts.ModuleDetectionKind.Force,
    lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts'].filter(hasLib),
    types: [],
    strict: true,
    skipLibCheck: true,
    declaration: true,
    allowJs: true,
    resolveJsonModule: true,
  };
}
