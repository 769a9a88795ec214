import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';

const SOURCE = join(import.meta.dirname, 'server.mjs');
const SDK = resolve('node_modules/@modelcontextprotocol/sdk/package.json');

/**
 * Returns the file of the test server with its libraries in it, which starts twice as fast as the server itself. It is in
 * a folder that the user of a server without rights can read, unlike a temporary one.
 */
export function bundledServer(): string {
  const hash = createHash('sha256').update(readFileSync(SOURCE)).update(readFileSync(SDK)).digest('hex');
  const folder = resolve('node_modules/.cache/patchbay-tests');
  const file = join(folder, `mcp-server-${hash.slice(0, 16)}.mjs`);
  if (existsSync(file)) return file;
  const { outputFiles } = buildSync({
    ...{ entryPoints: [SOURCE], bundle: true, platform: 'node', format: 'esm' },
    write: false,
  });
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${process.pid}`; // another worker may do the same
  writeFileSync(draft, outputFiles[0]?.contents ?? '');
  renameSync(draft, file);
  return file;
}
