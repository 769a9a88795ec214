import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileProblem, Mistake } from '../../../util/index.js';

/** Writes a new file that only the user can read. Fails if the file exists. */
export async function writeNewFile(file: string, text: string): Promise<void> {
  await writeFile(resolve(file), text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new Mistake(
      error.code === 'EEXIST'
        ? `${file} already exists. Choose another name`
        : `cannot write ${file}: ${error.code === 'ENOENT' ? 'its folder does not exist' : fileProblem(error)}`,
    );
  });
}
