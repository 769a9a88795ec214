import { createRequire, isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { codeTokens } from '../../javascript/index.js';
import { attempt, packageRoot, readRegularFile } from '../../util/index.js';
import { ownModule } from '../globals/own-modules.js';

/** The endings of the file that a specifier such as `./story` or `./story.js` means. */
const ENDINGS = ['', '.ts', '.tsx', '.mts', '.js', '.mjs', '/index.ts', '/index.js'];

/** Returns the names that a module exports. Runs no code of the user: it reads the text of a file. */
export async function exportsOf(specifier: string, directory = process.cwd()): Promise<readonly string[]> {
  if (isBuiltin(specifier)) return namesIn(createRequire(import.meta.url)(specifier) as object);
  if (entryPoints().includes(specifier)) return ownModule(specifier).then(namesIn, () => []);
  if (!/^[./]/.test(specifier)) return [];
  const path = resolve(directory, specifier);
  const bases = [path, path.replace(/\.([cm]?)js$/, '.$1ts')];
  for (const file of bases.flatMap((base) => ENDINGS.map((ending) => base + ending))) {
    const text = attempt(() => readRegularFile(file).toString('utf8'));
    if (text !== undefined) return exportedNames(text);
  }
  return [];
}

const namesIn = (module: object): readonly string[] =>
  Object.keys(module).filter((name) => name !== 'default' && /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name));

/** Returns the entry points of this package that code at the prompt can import, such as `patchbay/skills`. */
export function entryPoints(): readonly string[] {
  const text = attempt(() => readRegularFile(join(packageRoot(), 'package.json')).toString('utf8'));
  const { exports = {} } = (attempt(() => JSON.parse(text ?? '{}')) ?? {}) as { exports?: object };
  return Object.keys(exports)
    .filter((name) => !/[*]|\.json$|vitest/.test(name))
    .map((name) => `patchbay${name.slice(1)}`);
}

const DECLARATION =
  /^\s*(?:(?:declare|abstract|async)\s+)*(?:function\s*\*?|class|const\s+enum|const|let|var|enum|interface|type|namespace)\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/u;

/** Returns the names that the text of a TypeScript or JavaScript module exports, in their order. */
export function exportedNames(text: string): string[] {
  const names = new Set<string>();
  let depth = 0;
  for (const { kind, start, end } of codeTokens(text)) {
    const sign = kind === 'sign' ? text.slice(start, end) : '';
    if (sign !== '' && '([{${'.includes(sign)) depth++;
    else if (sign !== '' && ')]}'.includes(sign)) depth--;
    if (kind !== 'word' || depth !== 0 || text.slice(start, end) !== 'export') continue;
    const rest = text.slice(end);
    const list = /^\s*(?:type\s*)?\{([^}]*)\}/.exec(rest)?.[1];
    const given = list?.split(',').map((one) => /(?:\bas\s+)?([\p{ID_Continue}$]+)\s*$/u.exec(one)?.[1]);
    for (const name of given ?? [DECLARATION.exec(rest)?.[1]])
      if (name !== undefined && name !== 'default') names.add(name);
  }
  return [...names];
}
