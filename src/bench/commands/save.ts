import { Mistake } from '../../util/index.js';
import { oneFile } from '../assist/file-suggestions.js';
import { transcriptAs, typedInputs } from '../transcript/index.js';
import type { Command } from './arguments/command.js';
import { writeNewFile } from './arguments/write-file.js';

export const save: Command = {
  name: '.save',
  group: 'session',
  takes: 'FILE',
  help: 'Save the inputs as a script (.ts), a notebook (.ipynb) or Markdown',
  complete: oneFile,
  async run({ rest }, { log, knownSecrets }) {
    if (rest === '') throw new Mistake('.save requires a file name, such as `.save story.ts`');
    const inputs = await typedInputs(log, process.env, knownSecrets);
    if (inputs.length === 0)
      throw new Mistake('there is no input to save. Inputs that failed and dot commands are not saved');
    const text = transcriptAs(rest, inputs);
    await writeNewFile(rest, text);
    const comments = inputs.filter(({ missing }) => missing !== undefined).length;
    const count = inputs.length - comments;
    const note = comments === 0 ? '' : ` Saved as comments, because they use other values: ${comments}.`;
    return `Saved ${count} ${count === 1 ? 'input' : 'inputs'} to ${rest}.${note}`;
  },
};
