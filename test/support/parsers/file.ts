import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs something on a file with these bytes, in a folder that is removed afterwards. */
export async function inFile<T>(name: string, bytes: Uint8Array, run: (file: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'parser-'));
  try {
    const file = join(folder, name);
    writeFileSync(file, bytes, { mode: 0o600 });
    return await run(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
