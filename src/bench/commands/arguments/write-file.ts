import { resolve } from 'node:path';
import { createFile, fileProblem, Mistake } from '../../../util/index.js';

/** Writes a new file that only the user can read. Fails if the file exists. */
export async function writeNewFile(file: string, text: string): Promise<void> {
  try {
    createFile(resolve(file), text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Mistake(
      code === 'EEXIST'
        ? `${file} already exists. Choose another name`
        : `cannot write ${file}: ${code === 'ENOENT' ? 'its folder does not exist' : fileProblem(error)}`,
    );
  }
}
