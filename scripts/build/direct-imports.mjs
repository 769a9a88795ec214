// Lets an import from the index of a folder reach only the files that define the imported names: the bundler puts all that
// an index exports into the chunks of everyone who imports from it.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORTS = /^(import|export) \{([^}]*)\} from '(\.[^']*\/index\.js)';$/gm;
const EXPORTS = /^export (type )?\{([^}]*)\} from '(\.[^']*\.js)';$/gm;

export const directImports = {
  name: 'direct-imports',
  setup(plugin) {
    const indexes = new Map();
    plugin.onLoad({ filter: /\/src\/.*\.tsx?$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const contents = text.replace(IMPORTS, (statement, keyword, names, from) => {
        const index = join(dirname(path), from.replace(/\.js$/, '.ts'));
        const targets = targetsOf(index, indexes);
        return targets ? direct(keyword, namesIn(names), targets) : statement;
      });
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/** The file and the name behind each exported value, or undefined for an index that has code of its own. */
function targetsOf(index, indexes) {
  if (!indexes.has(index)) indexes.set(index, readIndex(index, indexes));
  return indexes.get(index);
}

function readIndex(index, indexes) {
  const text = readFileSync(index, 'utf8');
  const rest = text.replace(EXPORTS, '').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  if (rest.trim() !== '') return undefined;
  const targets = new Map();
  for (const [, isType, names, from] of text.matchAll(EXPORTS)) {
    if (isType) continue;
    const file = join(dirname(index), from.replace(/\.js$/, '.ts'));
    const deeper = file.endsWith('/index.ts') ? targetsOf(file, indexes) : undefined;
    for (const { name, as } of namesIn(names)) targets.set(as, deeper?.get(name) ?? { file, name });
  }
  return targets;
}

/** The values of a list of names: types are left out. */
const namesIn = (list) =>
  list
    .replace(/\/\/.*/g, '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('type '))
    .map((one) => one.split(/\s+as\s+/))
    .map(([name, as = name]) => ({ name, as }));

/** On one line, so that the lines of the file keep their numbers as far as the import had one. */
const direct = (keyword, names, targets) =>
  names
    .map(({ name, as }) => {
      const target = targets.get(name);
      if (!target) throw new Error(`${name} is not in the index that it is imported from`);
      const file = target.file.replace(/\.ts$/, '');
      return `${keyword} { ${target.name} as ${as} } from ${JSON.stringify(file)};`;
    })
    .join(' ');
