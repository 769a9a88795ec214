// What the bundle replaces in other modules: parts that are never used, and work that a short program does not need.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Modules that are replaced as a whole, by the name with which they are imported. */
const MODULES = {
  // Importing it reads every property of the global, which opens standard input.
  'node:process': 'export default process; export const { cwd, env } = process;',
  // Loading it takes longer than the rest of a start. A short program computes no hash.
  'node:crypto': atFirstCall('node:crypto', [
    'createHash',
    'createHmac',
    'hash',
    'randomBytes',
    'randomUUID',
    'timingSafeEqual',
    'X509Certificate',
  ]),
  // Clients and servers of ours bring a checker of schemas along; the SDK's own weighs half as much as all the rest of it.
  '../validation/ajv-provider.js': 'export class AjvJsonSchemaValidator {}',
};

/** Lines of a module that are replaced. `file` is the end of its path. */
const LINES = [
  // The rules of text segmentation take 9 ms to load, and the list of emoji takes 13 ms to compile.
  {
    file: 'node_modules/string-width/index.js',
    from: 'const segmenter = new Intl.Segmenter();',
    to: 'let rules; const segmenter = { segment: (text) => (rules ??= new Intl.Segmenter()).segment(text) };',
  },
  {
    file: 'node_modules/string-width/index.js',
    from: 'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;',
    to: `let emoji; const rgiEmojiRegex = { test: (text) => (emoji ??= new RegExp('^\\\\p{RGI_Emoji}$', 'v')).test(text) };`,
  },
  // Ink remembers the size of every text that it draws, so each key and each input would need more memory.
  {
    file: 'node_modules/ink/build/measure-text.js',
    from: 'cache.set(text, dimensions);',
    to: 'if (cache.size > 1000) cache.clear(); cache.set(text, dimensions);',
  },
  {
    file: 'node_modules/ink/build/wrap-text.js',
    from: 'const cache = {};',
    to: 'let count = 0; let cache = {};',
  },
  {
    file: 'node_modules/ink/build/wrap-text.js',
    from: 'cache[cacheKey] = wrappedText;',
    to: 'if (count++ > 1000) { cache = {}; count = 0; } cache[cacheKey] = wrappedText;',
  },
  // A program in one script cannot wait while it loads: `load-screen.ts` waits for the layout engine of Ink instead.
  {
    file: 'node_modules/yoga-layout/dist/src/index.js',
    from: 'const Yoga = wrapAssembly(await loadYoga());\nexport default Yoga;',
    to: 'let Yoga; export { Yoga as default }; export const ready = loadYoga().then((wasm) => { Yoga = wrapAssembly(wasm); });',
  },
  { file: 'node_modules/ink/build/reconciler.js', from: "await import('./devtools.js')", to: '' },
  { file: 'node_modules/ink/build/reconciler.js', from: 'await loadPackageJson()', to: '{}' },
  // The messages are English. The package brings 50 other languages.
  { file: 'zod/v4/core/index.js', from: 'export * as locales from "../locales/index.js";', to: '' },
  { file: 'zod/v4/classic/external.js', from: 'export * as locales from "../locales/index.js";', to: '' },
];

/** Modules that take long to load and that these files call only for a request. The others use more of them. */
const CALLED_LATER = {
  'node:net': { members: ['BlockList', 'isIP'], files: /\/src\/http\/connect\/loopback\.ts$/ },
};

const moduleReplacer = {
  name: 'replace-modules',
  setup(plugin) {
    const names = Object.keys(MODULES).map((name) => name.replaceAll('.', '\\.'));
    plugin.onResolve({ filter: new RegExp(`^(${names.join('|')})$`) }, ({ path }) => ({ path, namespace: 'replaced' }));
    plugin.onLoad({ filter: /.*/, namespace: 'replaced' }, ({ path }) => ({ contents: MODULES[path] }));
    for (const [name, { members, files }] of Object.entries(CALLED_LATER)) {
      const contents = atFirstCall(name, members);
      plugin.onResolve({ filter: new RegExp(`^${name}$`) }, ({ path, importer }) =>
        files.test(importer) ? { path, namespace: 'later' } : undefined,
      );
      plugin.onLoad({ filter: new RegExp(`^${name}$`), namespace: 'later' }, () => ({ contents }));
    }
  },
};

const lineReplacer = {
  name: 'replace-lines',
  setup(plugin) {
    plugin.onLoad({ filter: /node_modules\/(ink|string-width|yoga-layout|zod)\/.*\.js$/ }, ({ path }) => {
      // Some packages contain older versions of their own.
      const isNested = path.split('node_modules/').length > 2;
      const rows = LINES.filter(({ file }) => path.endsWith(file) && !isNested);
      if (rows.length === 0) return undefined;
      return { contents: rows.reduce(replaceLine, readFileSync(path, 'utf8')), loader: 'js' };
    });
  },
};

export const bundlePlugins = [moduleReplacer, lineReplacer];

function replaceLine(text, { file, from, to }) {
  if (!text.includes(from)) throw new Error(`${file} no longer contains this line: ${from}`);
  return text.replace(from, () => to);
}

/** A module whose functions and classes load a module of Node.js when they are called. */
function atFirstCall(name, members) {
  const forward = (member) =>
    `export function ${member}(...args) { return new.target ? new (real().${member})(...args) : real().${member}(...args); }`;
  const load = `let loaded; const real = () => (loaded ??= process.getBuiltinModule('${name}'));`;
  return [load, ...members.map(forward)].join('\n');
}

/**
 * Gives classes their names back. The bundler writes `RestClient=class _RestClient` for a class that mentions itself.
 * Users see the names in results and errors.
 */
export function withClassNames(code, file) {
  const renamed = [...code.matchAll(/\b(\w+)=class _\1\b/g)].map(([, name]) => name);
  for (const name of renamed)
    if (code.includes(`._${name}`)) throw new Error(`${basename(file)} has a property _${name}. Rename it`);
  return renamed.reduce((text, name) => text.replaceAll(new RegExp(`\\b_${name}\\b`, 'g'), name), code);
}
