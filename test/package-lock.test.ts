import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const DECLARED = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
] as const;

const read = (file: string) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
const manifest = read('package.json');
const packages: Readonly<Record<string, LockedPackage>> = read('package-lock.json').packages;
const locked = Object.entries(packages).filter(([path]) => path.includes('node_modules/'));

/** The folders in which Node looks for a dependency of the package at `path`, nearest first. */
function* lookedUp(path: string, name: string): Generator<string> {
  for (let folder = path; folder !== ''; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    yield `${folder}/node_modules/${name}`;
  }
  yield `node_modules/${name}`;
}

const isLocked = (path: string, name: string) => [...lookedUp(path, name)].some((place) => place in packages);

describe('package-lock.json', () => {
  it('pins a build for every platform, so that `npm ci` works on each of them', () => {
    const missing = locked.flatMap(([path, { version, dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !isLocked(path, name))
        .map((name) => `${path}@${version} has no ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it.each(['darwin-arm64', 'darwin-x64', 'win32-x64', 'linux-arm64'])(
    'pins linter and parser binaries for %s',
    (on) => {
      const names = locked.map(([path]) => path);
      expect(names).toContainEqual(expect.stringMatching(new RegExp(`@biomejs/cli-${on}$`)));
      expect(names).toContainEqual(expect.stringMatching(new RegExp(`@oxc-parser/binding-${on}(-msvc|-gnu)?$`)));
    },
  );

  it.each(DECLARED)('declares the same %s as package.json, so that `npm install` leaves it unchanged', (field) => {
    expect(packages['']).toHaveProperty(field, manifest[field]);
  });

  it('has the hash of every package that is downloaded', () => {
    const unpinned = locked.filter(([, { link, inBundle, integrity }]) => {
      return !link && !inBundle && !integrity?.startsWith('sha512-');
    });
    expect(unpinned.map(([path]) => path)).toEqual([]);
  });
});
