import { dirname, join, resolve } from 'node:path';
import { assertRegularFile, attempt, readRegularFile } from '../util/index.js';

/** esbuild reads these files itself, for each folder of a module and the folders above it. A pipe would block it. */
const NAMES = ['package.json', 'tsconfig.json', 'jsconfig.json'];

/** Refuses pipes, devices and huge files in the places where esbuild looks for settings. Looks at each folder once. */
export class ResolverFiles {
  readonly #checked = new Set<string>();

  checkFolder(folder: string): void {
    for (let at = folder; !this.#checked.has(at); at = dirname(at)) {
      this.#checked.add(at);
      for (const name of NAMES) this.#checkSettings(join(at, name));
    }
  }

  /** Follows `extends`, which can name any path. */
  #checkSettings(file: string): void {
    if (this.#checked.has(file)) return;
    this.#checked.add(file);
    if (!assertRegularFile(file) || file.endsWith('package.json')) return;
    const text = attempt(() => readRegularFile(file).toString()) ?? '';
    for (const [, bases = ''] of text.matchAll(EXTENDS))
      for (const [, base = ''] of bases.matchAll(QUOTED))
        for (const path of [base, `${base}.json`]) this.#checkSettings(resolve(dirname(file), path));
  }
}

const EXTENDS = /"extends"\s*:\s*("[^"\n]*"|\[[^\]]*\])/g;
const QUOTED = /"([./][^"\n]*)"/g;
