import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const MOST_FILES = 5_000;
const MOST_BYTES = 64 * 1024 * 1024;

/** One number for all that is in a folder; packages that were installed into it aside. */
export function folderHash(folder: string): string {
  const hash = createHash('sha256');
  const room = { files: MOST_FILES, bytes: MOST_BYTES };
  const add = (path: string, name: string) => {
    const stat = lstatSync(path);
    room.files -= 1;
    room.bytes -= stat.isFile() ? stat.size : 0;
    if (room.files < 0 || room.bytes < 0) throw new TypeError(`${folder} holds too much to be a folder of skills`);
    if (stat.isDirectory()) {
      hash.update(`folder ${name}\0`);
      for (const entry of readdirSync(path).sort())
        if (entry !== 'node_modules' && entry !== '.git') add(join(path, entry), `${name}/${entry}`);
    } else if (stat.isSymbolicLink()) hash.update(`link ${name}\0${readlinkSync(path)}\0`);
    else if (stat.isFile()) {
      hash.update(`file ${name}\0${stat.size}\0`);
      hash.update(readFileSync(path));
    }
  };
  add(folder, '.');
  return hash.digest('hex');
}
