import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Mistake } from '../../../util/index.js';

/** Writes what the user asked for under a name that is still free, for nobody else to read. */
export async function writeNewFile(file: string, text: string): Promise<void> {
  await writeFile(resolve(file), text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new Mistake(
      error.code === 'EEXIST'
        ? `${file} exists already; choose another name`
        : `${file} cannot be written: ${error.message}`,
    );
  });
}
