// `npm start`: builds what changed, then opens the bench.
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './build/stamp.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const build = [join(root, 'scripts', 'build.mjs'), '--if-changed'];
const folder = process.cwd();
process.chdir(root);
if (!isBuilt('code')) {
  console.error('building…');
  const { status } = spawnSync(process.execPath, build, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
// The bench opens meanwhile. Completion by types begins when the declarations are there.
if (!isBuilt('declarations'))
  spawn(process.execPath, [...build, '--declarations'], { stdio: 'ignore', detached: true }).unref();
process.chdir(folder);
process.argv = [process.argv[0], join(root, 'dist', 'cli.js'), ...process.argv.slice(2)];
await import('../dist/cli.js');
