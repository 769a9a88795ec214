import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularFile } from '../util/index.js';

const MAX_FILES = 20_000;
const MAX_BYTES = 256 * 1024 * 1024;
/** Packages in `node_modules` are covered by the modules that import them. Nothing is ever run from `.git`. */
const SKIPPED = ['node_modules', '.git'];

export interface HashedFolder {
  readonly hash: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Hashes a folder. A symbolic link counts with its path and with the contents of its target. */
export function hashFolder(folder: string): HashedFolder {
  const hash = createHash('sha256');
  const files: Record<string, string> = {};
  const left = { files: MAX_FILES, bytes: MAX_BYTES };
  const linked = new Set<string>();

  const add = (path: string, name: string, stat: Stats) => {
    left.files -= 1;
    left.bytes -= stat.isFile() ? stat.size : 0;
    if (left.files < 0 || left.bytes < 0)
      throw new TypeError(`${folder} is too large to hash. The limit is ${MAX_FILES} files and 256 MB`);
    if (stat.isDirectory()) {
      hash.update(`folder ${name}\0`);
      for (const entry of readdirSync(path).sort())
        if (!SKIPPED.includes(entry)) add(join(path, entry), `${name}/${entry}`, lstatSync(join(path, entry)));
    } else if (stat.isSymbolicLink()) addLink(path, name);
    else if (stat.isFile()) {
      const own = createHash('sha256')
        .update(readRegularFile(path, { max: left.bytes + stat.size }))
        .digest('hex');
      files[path] = own;
      hash.update(`file ${name}\0${own}\0`);
    }
  };

  const addLink = (path: string, name: string) => {
    hash.update(`link ${name}\0${readlinkSync(path)}\0`);
    const target = statSync(path, { throwIfNoEntry: false });
    if (!target) return;
    const real = realpathSync(path);
    // Links can form a cycle. Each target counts once, at the first link in the order of names.
    if (linked.has(real)) return;
    linked.add(real);
    add(real, `${name} target`, target);
  };

  add(folder, '.', statSync(folder));
  return { hash: hash.digest('hex'), files };
}
