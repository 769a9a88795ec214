import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

/** For a file that is made one module with what it imports by path: packages stay outside, and are found from its own place. */
export function outsidePackages(): Plugin {
  return {
    name: 'packages',
    setup(plugin) {
      plugin.onResolve({ filter: /^[^./]/ }, async ({ path, importer, kind, pluginData }) => {
        if (kind === 'entry-point' || pluginData === 'looked' || /^(node|data|file):/.test(path)) return undefined;
        if (createRequire(import.meta.url).resolve.paths(path) === null) return { path, external: true };
        const found = await plugin.resolve(path, { kind, resolveDir: dirname(importer), pluginData: 'looked' });
        if (found.errors.length > 0) return { errors: found.errors };
        return { path: pathToFileURL(found.path).href, external: true };
      });
    },
  };
}
