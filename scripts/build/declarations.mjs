// Writes the published declarations. Nothing needs them to run, so only tests, packing and `npm start` build them.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CACHE = join('node_modules', '.cache');

/** Parts that no entry point shows: their declarations would only be weight. */
const HIDDEN = ['assist', 'bench', 'eval', 'launch', 'mcp', 'show', 'types'];

/** tsc writes the declarations; the client's are then replaced by the printed ones (one file, no imports). */
export function writeDeclarations() {
  // Another process may read the old ones meanwhile.
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'patchbay-types-'));
  run(join('node_modules', 'typescript-native', 'bin', 'tsc'), '-p', 'tsconfig.build.json', '--outDir', folder);
  for (const part of HIDDEN) rmSync(join(folder, part), { recursive: true, force: true });
  run(join('node_modules', 'tsx', 'dist', 'cli.mjs'), 'scripts/print-types.ts', join(folder, 'client'));
  if (!existsSync(join(folder, 'client', 'index.d.ts'))) throw new Error('the printed declarations are missing');
  for (const name of ['types', 'types-cjs']) rmSync(join('dist', name), { recursive: true, force: true });
  renameSync(folder, 'dist/types');
  // The compiler decides by the nearest package.json whether a declaration is of an ES module or of CommonJS, and
  // refuses `require` of the former (TS1479), although Node.js supports it. So CommonJS has a copy of its own.
  cpSync('dist/types', 'dist/types-cjs', { recursive: true });
  writeFileSync('dist/types-cjs/package.json', '{ "type": "commonjs" }\n');
}

const run = (...args) => execFileSync(process.execPath, args, { stdio: 'inherit' });
