import { build } from 'esbuild';
import { COMMON } from './bundle.mjs';

/** Bundles `patchbay/client/fetch` into one file that runs without Node.js. A module of Node.js in it fails the build. */
export async function fetchClient() {
  const { outputFiles, metafile } = await build({
    ...COMMON,
    platform: 'browser',
    target: 'es2022',
    bundle: true,
    entryPoints: ['src/client-fetch.ts'],
    outfile: 'dist/client/fetch.js',
    format: 'esm',
    plugins: [withoutNode],
    metafile: true,
    write: false,
  });
  const [{ text }] = outputFiles;
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
  const needed = [...new Set([...imports, ...(/\bBuffer\b/.exec(text) ?? [])])];
  if (needed.length > 0)
    throw new Error(`patchbay/client/fetch must run without Node.js, but needs ${needed.join(', ')}`);
  return text;
}

/** Unused imports of modules of Node.js and of packages are removed. Those that are used remain as imports. */
const withoutNode = {
  name: 'without-node',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path, external: true, sideEffects: false },
    ),
};
