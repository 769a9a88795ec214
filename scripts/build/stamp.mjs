// What dist/ was built from, so that the same sources are not built again.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Not in dist/, which is published whole. */
const STAMPS = 'node_modules/.cache';
const SOURCES = ['src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
const DECLARATIONS = ['types', 'types-cjs'];

/** Whether a part of dist/, `code` or `declarations`, was built from the sources as they are. */
export const isBuilt = (part) => existsSync(fileOf(part)) && readFileSync(fileOf(part), 'utf8') === stampOf(part);

export function stampBuild(part) {
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(fileOf(part), stampOf(part));
}

/** The files and folders of dist/ that are not declarations. */
export const codeOf = (dist) =>
  existsSync(dist)
    ? readdirSync(dist)
        .filter((name) => !DECLARATIONS.includes(name))
        .map((name) => join(dist, name))
    : [];

const fileOf = (part) => join(STAMPS, `patchbay-${part}`);

function stampOf(part) {
  const built = part === 'code' ? codeOf('dist') : DECLARATIONS.map((name) => join('dist', name));
  const hash = createHash('sha256').update(process.version);
  for (const path of SOURCES.flatMap(filesIn)) hash.update(`\n${path}\n`).update(readFileSync(path));
  for (const path of built.flatMap(filesIn)) hash.update(`\n${path} ${statSync(path).size}`);
  return hash.digest('hex');
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}
