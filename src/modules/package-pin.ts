import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readRegularFile } from '../util/index.js';
import { hashFolder } from './folder-hash.js';

export interface PinnedPackage {
  readonly folder: string;
  readonly hash: string;
}

export function packageFolder(file: string): string | undefined {
  const [folder] = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(file) ?? [];
  return folder;
}

/** Pins packages and all dependencies in their package.json files, resolved as Node does. */
export function pinPackages(folders: Iterable<string>): PinnedPackage[] {
  const all = new Set<string>();
  const pending = [...folders].map((folder) => realpathSync(folder));
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    if (all.has(folder)) continue;
    all.add(folder);
    pending.push(...dependenciesOf(folder));
  }
  return [...all].sort().map((folder) => ({ folder, hash: hashFolder(folder).hash }));
}

function dependenciesOf(folder: string): string[] {
  const file = join(folder, 'package.json');
  const manifest: unknown = existsSync(file) ? JSON.parse(readRegularFile(file).toString()) : null;
  const groups = ['dependencies', 'optionalDependencies', 'peerDependencies'].map(
    (group) => (manifest as Readonly<Record<string, unknown>> | null)?.[group],
  );
  const names = new Set(groups.flatMap((group) => Object.keys(typeof group === 'object' && group ? group : {})));
  return [...names].flatMap((name) => {
    const found = foldersAbove(folder)
      .map((above) => join(above, 'node_modules', name))
      .find((candidate) => existsSync(join(candidate, 'package.json')));
    return found === undefined ? [] : [realpathSync(found)];
  });
}

function foldersAbove(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}
