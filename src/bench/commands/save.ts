import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { filesFor } from '../files-for.js';
import { transcriptAs, typedInputs } from '../transcript/index.js';
import type { Command } from './command.js';

export const save: Command = {
  name: '.save',
  takes: 'FILE',
  help: 'Write what was typed as a script (.ts), a notebook (.ipynb) or Markdown (.md); secrets and personal data replaced.',
  complete: (words) => (words.length <= 1 ? filesFor(words[0]) : []),
  async run({ rest }, { log }) {
    if (rest === '') throw new TypeError('.save takes the name of a file, such as `.save story.ts`');
    const inputs = typedInputs(log, process.env);
    if (inputs.length === 0)
      throw new TypeError('there is nothing to save yet: what failed and dot commands are left out');
    const text = transcriptAs(rest, inputs);
    await writeFile(resolve(rest), text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      throw new TypeError(
        error.code === 'EEXIST'
          ? `${rest} exists already; choose another name`
          : `${rest} cannot be written: ${error.message}`,
      );
    });
    return `${inputs.length} ${inputs.length === 1 ? 'input' : 'inputs'} written to ${rest}.`;
  },
};
