import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { notebookText } from '../../kernel/index.js';
import { createFile, fileProblem, Mistake, makeFolder } from '../../util/index.js';
import { DEFAULT_LIMITS } from '../assignment/class-folder.js';
import { exampleNotebook } from './example-notebook.js';

/** The name of the example assignment. */
export const EXAMPLE = 'first-queue';

/** Creates the folder of a class with an example assignment and two invented learners. Returns the files. */
export function newClass(folder: string): readonly string[] {
  if (existsSync(folder)) throw new Mistake(`${folder} exists. Choose another name`);
  const limits = Object.entries(DEFAULT_LIMITS).map(([name, value]) => `  ${name}: ${value}\n`);
  const files: Readonly<Record<string, string>> = {
    'class.yaml': `name: ${JSON.stringify(basename(resolve(folder)))}
# The seed of each learner derives from this seed and the id of the learner. Do not change it after class assign.
seed: ${randomBytes(4).readUInt32BE()}
roster: roster.csv
limits:
${limits.join('')}`,
    'roster.csv': 'id,name\nada,Ada Example\ngrace,Grace Example\n',
    [join('source', EXAMPLE, `${EXAMPLE}.ipynb`)]: notebookText(exampleNotebook()),
  };
  return Object.entries(files).map(([name, text]) => {
    const file = join(folder, name);
    try {
      makeFolder(join(file, '..'));
      createFile(file, text, { mode: 0o644 });
    } catch (cause) {
      throw new Mistake(`${file} cannot be written: ${fileProblem(cause)}`, { cause });
    }
    return file;
  });
}
