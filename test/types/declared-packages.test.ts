import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const { exports, dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const installed = new Set(['patchbay', ...Object.keys({ ...dependencies, ...peerDependencies })]);

const entries = Object.values(exports as Readonly<Record<string, string | { types?: string }>>).flatMap((entry) => {
  const types = typeof entry === 'string' ? undefined : entry.types;
  return types === undefined || types.includes('*') ? [] : join(root, types);
});

/** An import or export of a module, and an import within a type. */
const IMPORTS = /^(?:import|export)\s[\w\s{},*$]*\bfrom ['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm;

/** The packages that the declarations of an entry import, with one file that does. */
function packagesFrom(start: string): Map<string, string> {
  const packages = new Map<string, string>();
  const seen = new Set<string>();
  const open = [start];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file) || !existsSync(file)) continue;
    seen.add(file);
    for (const [, named, inline] of readFileSync(file, 'utf8').matchAll(IMPORTS)) {
      const specifier = named ?? inline ?? '';
      if (specifier.startsWith('.')) open.push(join(dirname(file), specifier.replace(/\.js$/, '.d.ts')));
      else if (!specifier.startsWith('node:') && !builtinModules.includes(specifier))
        packages.set(/^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '', file.slice(root.length));
    }
  }
  expect(seen.size).toBeGreaterThan(0);
  return packages;
}

it.each(entries)('the declarations of %s need no package that is not installed with this one', (entry) => {
  expect([...packagesFrom(entry)].filter(([name]) => !installed.has(name))).toEqual([]);
});
