import { Mistake } from '../../util/index.js';
import { oneFile } from '../assist/file-suggestions.js';
import { transcriptAs, typedInputs } from '../transcript/index.js';
import type { Command } from './arguments/command.js';
import { writeNewFile } from './arguments/write-file.js';

export const save: Command = {
  name: '.save',
  takes: 'FILE',
  help: 'Write what was typed as a script (.ts), a notebook (.ipynb) or Markdown (.md); secrets and personal data replaced, jobs (`&`) waited for in their turn.',
  complete: oneFile,
  async run({ rest }, { log, knownSecrets }) {
    if (rest === '') throw new Mistake('.save takes the name of a file, such as `.save story.ts`');
    const inputs = await typedInputs(log, process.env, knownSecrets);
    if (inputs.length === 0)
      throw new Mistake('there is nothing to save yet: what failed and dot commands are left out');
    const text = transcriptAs(rest, inputs);
    await writeNewFile(rest, text);
    const left = inputs.filter(({ without }) => without !== undefined).length;
    const count = inputs.length - left;
    const note = left === 0 ? '' : ` ${left} could not run there and ${left === 1 ? 'stands' : 'stand'} in a comment.`;
    return `${count} ${count === 1 ? 'input' : 'inputs'} written to ${rest}.${note}`;
  },
};
