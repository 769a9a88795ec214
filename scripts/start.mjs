// `npm start`: builds when a source is newer than the build, then opens the bench.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newest = readdirSync(join(root, 'src'), { recursive: true }).reduce(
  (last, name) => Math.max(last, modified(join(root, 'src', name))),
  0,
);

if (newest > modified(join(root, 'dist', 'types', 'client', 'index.d.ts'))) {
  console.error('building…');
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
process.argv = [process.argv[0], join(root, 'dist', 'cli.js'), ...process.argv.slice(2)];
await import('../dist/cli.js');
