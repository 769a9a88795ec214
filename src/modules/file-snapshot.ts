import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Caches files as they were at the first read, so that the bytes that are hashed are the bytes that are used. */
export class FileSnapshot {
  readonly #bytes = new Map<string, Buffer>();

  read(path: string): Buffer {
    const known = this.#bytes.get(path);
    if (known) return known;
    const bytes = readFileSync(path);
    this.#bytes.set(path, bytes);
    return bytes;
  }

  /** Returns the SHA-256 of one file, or of several files with their names. */
  hashOf(...paths: readonly string[]): string {
    const hash = createHash('sha256');
    for (const path of [...paths].sort()) {
      if (paths.length > 1) hash.update(`${path}\0`);
      hash.update(this.read(path));
    }
    return hash.digest('hex');
  }
}
