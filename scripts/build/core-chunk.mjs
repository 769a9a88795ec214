// Joins the chunks that the client loads: each file of its own costs a start about half a millisecond.
import { relative } from 'node:path';
import { build } from 'esbuild';
import { COMMON } from './bundle.mjs';

const CORE = 'dist/client-core.js';

/** Replaces the chunks that `entry` loads at its start by one file. `texts` and the result: path → text. */
export async function withCoreChunk(texts, outputs, entry) {
  const core = [...startOf(entry, outputs)].filter((path) => path !== entry).sort();
  const nameIn = new Map(core.map((path, index) => [path, (name) => `_${index}_${name}`]));
  const all = core.flatMap((path) =>
    outputs[path].exports.length === 0
      ? []
      : [
          `export { ${outputs[path].exports.map((name) => `${name} as ${nameIn.get(path)(name)}`)} } from './${relative('dist', path)}';`,
        ],
  );
  const joined = await join(all.join('\n'), texts);
  const others = [...texts].filter(([path]) => !nameIn.has(path));
  return new Map([[CORE, joined], ...others.map(([path, text]) => [path, importingCore(path, text, nameIn)])]);
}

/** The chunks that a file imports statically, and itself. */
function startOf(path, outputs, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const { path: imported, kind, external } of outputs[path].imports)
    if (!external && kind === 'import-statement') startOf(imported, outputs, found);
  return found;
}

async function join(contents, texts) {
  const chunks = {
    name: 'chunks',
    setup(plugin) {
      plugin.onResolve({ filter: /^\.\// }, ({ path, kind }) =>
        kind === 'dynamic-import'
          ? { path, external: true }
          : { path: `dist/${path.slice(2)}`, namespace: 'chunk', sideEffects: true },
      );
      plugin.onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path }) => ({ contents: texts.get(path) }));
    },
  };
  const { outputFiles } = await build({
    ...COMMON,
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    format: 'esm',
    packages: 'external',
    plugins: [chunks],
    write: false,
  });
  return outputFiles[0].text;
}

const IMPORT = /\b(import|export)\s*\{([^}]*)\}\s*from\s*"(\.\.?\/[\w./-]+)"|\bimport\s*"(\.\.?\/[\w./-]+)"/g;

/** Rewrites the imports of joined chunks. The bundler writes them in these two forms, at the beginning of a file. */
function importingCore(path, text, nameIn) {
  const up = path.startsWith('dist/skills/') ? '../' : './';
  return text.replace(IMPORT, (statement, keyword, names, from, bare) => {
    const chunk = `dist/${(from ?? bare).replace(/^\.\.?\//, '')}`;
    const rename = nameIn.get(chunk);
    if (!rename) return statement;
    const core = JSON.stringify(`${up}${relative('dist', CORE)}`);
    if (bare) return ''; // the chunks have no side effects
    const renamed = names.split(',').map((one) => {
      const [name, as = name] = one.trim().split(/\s+as\s+/);
      return `${rename(name)} as ${as}`;
    });
    return `${keyword}{${renamed.join(',')}}from${core}`;
  });
}
