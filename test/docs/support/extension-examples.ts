import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { type CompilerError, compile } from '../../support/compile.js';

const root = resolve(import.meta.dirname, '..', '..', '..');

export interface Example {
  readonly file: string;
  readonly code: string;
  /** The table of the file that the code is a row of. */
  readonly table?: string | undefined;
  /** The list that gets the name, and its file. */
  readonly listed?: { readonly name: string; readonly list: string; readonly file: string } | undefined;
}

const FIRST_LINE = /```ts\n\/\/ ([^\n,]+)(?:, in (\w+)|, and (\w+) in (\w+) of (\S+))?\n([\s\S]*?)```/g;

/** Returns the examples of a page: `// FILE`, `// FILE, in TABLE` or `// FILE, and NAME in LIST of FILE`, and the code. */
export const examplesIn = (page: string): Example[] =>
  [...page.matchAll(FIRST_LINE)].map(([, file = '', table, name, list, listFile, code = '']) => ({
    file,
    code,
    table,
    listed: name && list && listFile ? { name, list, file: listFile } : undefined,
  }));

/** A copy of the sources with the examples. */
export class ExtendedSources {
  // Inside the repository, so that the compiler and Node.js find the packages.
  readonly folder = mkdtempSync(join(root, 'node_modules', '.contributing-'));

  constructor(examples: readonly Example[]) {
    for (const part of ['src', 'package.json', 'test/docs/support/extension-parts.ts'])
      cpSync(join(root, part), join(this.folder, part), { recursive: true });
    for (const example of examples) this.#add(example);
  }

  #add({ file, code, table, listed }: Example): void {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    if (table !== undefined) this.#insert(file, table, code);
    else writeFileSync(path, code);
    if (listed) this.#list(file, listed);
  }

  #list(file: string, listed: NonNullable<Example['listed']>): void {
    const from = `./${relative(dirname(listed.file), file)}`.replace(/\.ts$/, '.js');
    // The list of skills loads each of them when it is used.
    if (listed.list === 'BUILT_IN') {
      const skill = file.replace(/^.*\/(\w+)\.ts$/, '$1');
      this.#insert(listed.file, listed.list, `  ${skill}: async () => (await import('${from}')).${listed.name},\n`);
      return;
    }
    this.#insert(listed.file, listed.list, `  ${listed.name},\n`);
    const list = join(this.folder, listed.file);
    writeFileSync(list, `import { ${listed.name} } from '${from}';\n${readFileSync(list, 'utf8')}`);
  }

  /** Adds a text at the start of a list, which begins with `const LIST = [`. */
  #insert(file: string, list: string, text: string): void {
    const path = join(this.folder, file);
    const before = readFileSync(path, 'utf8');
    const start = new RegExp(`(const ${list}\\b[^=]*= [[{])`);
    if (!start.test(before)) throw new Error(`${file} has no list ${list}`);
    writeFileSync(
      path,
      before.replace(start, (all) => `${all}\n${text}`),
    );
  }

  /** Returns the errors of the compiler in files of the copy, and in the files that they import. */
  errors(files: readonly string[]): readonly CompilerError[] {
    return compile(this.folder, files);
  }

  /** Bundles a file of the copy and returns the path of the module. */
  async bundle(file: string, name: string): Promise<string> {
    const outfile = join(this.folder, name);
    await build({
      entryPoints: [join(this.folder, file)],
      outfile,
      alias: { 'patchbay/notebook': join(this.folder, 'src/notebook/index.ts') },
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      packages: 'external',
      logLevel: 'silent',
    });
    return outfile;
  }

  async parts(): Promise<typeof import('./extension-parts.js')> {
    const file = await this.bundle('test/docs/support/extension-parts.ts', 'parts.mjs');
    return import(pathToFileURL(file).href);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
