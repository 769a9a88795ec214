import { dirname, join, resolve } from 'node:path';
import { attempt, readRegularFile } from '../../util/index.js';

/** An entry of `paths` in a tsconfig.json: names with a prefix are files in a folder. */
export interface PathAlias {
  /** The name up to its `*`, such as `@/`. A name without one is whole. */
  readonly prefix: string;
  readonly isWhole: boolean;
  /** The files or folders, as absolute paths. */
  readonly targets: readonly string[];
}

const MAX_EXTENDED = 5;

/** Returns the aliases of the tsconfig.json in a folder or above it. Reads only the file and what it extends. */
export function pathAliases(directory: string): readonly PathAlias[] {
  for (let folder = directory; ; folder = dirname(folder)) {
    const text = textOf(join(folder, 'tsconfig.json'));
    if (text !== undefined) return aliasesIn(text, folder);
    if (folder === dirname(folder)) return [];
  }
}

const textOf = (file: string): string | undefined => attempt(() => readRegularFile(file).toString('utf8'));

/** A config with `paths` replaces those of the config that it extends. */
function aliasesIn(start: string, at: string): readonly PathAlias[] {
  let text = start;
  let folder = at;
  let base: string | undefined;
  for (let turn = 0; turn < MAX_EXTENDED; turn++) {
    const own = /"baseUrl"\s*:\s*"([^"]*)"/.exec(text)?.[1];
    base ??= own === undefined ? undefined : resolve(folder, own);
    const paths = /"paths"\s*:\s*\{([^}]*)\}/.exec(text)?.[1];
    if (paths !== undefined) return entriesOf(paths, base ?? folder);
    const next = /"extends"\s*:\s*"(\.[^"]*)"/.exec(text)?.[1];
    const file = next === undefined ? undefined : resolve(folder, next);
    const extended = file === undefined ? undefined : (textOf(file) ?? textOf(`${file}.json`));
    if (file === undefined || extended === undefined) return [];
    [text, folder] = [extended, dirname(file)];
  }
  return [];
}

/** The text of the object is read with patterns, because comments and trailing commas are allowed. */
const entriesOf = (paths: string, base: string): readonly PathAlias[] =>
  [...paths.matchAll(/"([^"]+)"\s*:\s*\[([^\]]*)\]/g)].map(([, name = '', targets = '']) => ({
    prefix: name.replace(/\*.*$/, ''),
    isWhole: !name.includes('*'),
    targets: [...targets.matchAll(/"([^"]+)"/g)].map(([, target = '']) => resolve(base, target.replace(/\*.*$/, ''))),
  }));
