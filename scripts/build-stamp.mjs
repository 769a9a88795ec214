// What dist/ was built from, so that `npm test` after `npm install` does not build the same again.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Not in dist/, which is published whole. */
const STAMP = 'node_modules/.cache/patchbay-build';
const SOURCES = ['src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

/** Whether dist/ has all that was built, from these sources. */
export const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp();

export function stampBuild() {
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, stamp());
}

function stamp() {
  const hash = createHash('sha256').update(process.version);
  for (const path of SOURCES.flatMap(filesIn)) hash.update(`\n${path}\n`).update(readFileSync(path));
  for (const path of filesIn('dist')) hash.update(`\n${path} ${statSync(path).size}`);
  return hash.digest('hex');
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}
