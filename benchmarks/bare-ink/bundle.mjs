import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the bare app with the options that scripts/build.mjs gives our own; answers with the file. */
export async function bundleBareInk(folder) {
  await build({
    entryPoints: { app: fileURLToPath(new URL('app.mjs', import.meta.url)) },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
    banner: {
      js: "import { createRequire as __require_of } from 'node:module'; const require = __require_of(import.meta.url);",
    },
    plugins: [withoutDevtools],
    logLevel: 'warning',
  });
  return join(folder, 'app.mjs');
}

const withoutDevtools = {
  name: 'without-devtools',
  setup(plugin) {
    plugin.onResolve({ filter: /^react-devtools-core$/ }, () => ({ path: 'stub', namespace: 'stub' }));
    plugin.onLoad({ filter: /.*/, namespace: 'stub' }, () => ({
      contents: 'export default { initialize() {}, connectToDevTools() {} };',
    }));
  },
};
