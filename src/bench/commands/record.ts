import { resolve } from 'node:path';
import { Mistake } from '../../util/index.js';
import { oneFile } from '../assist/file-suggestions.js';
import type { Command } from './arguments/command.js';

export const record: Command = {
  name: '.record',
  takes: 'FILE',
  help: 'Write down every exchange from now on; personal data and secrets are replaced when the bench closes.',
  complete: oneFile,
  async run({ rest }, bench) {
    if (rest === '') throw new Mistake('.record takes the name of a file, such as `.record story.yaml`');
    await bench.record({ file: resolve(rest), redact: true });
    return `Every exchange from now on goes into ${rest}.`;
  },
};
