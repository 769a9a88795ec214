import { resolve } from 'node:path';
import { Mistake } from '../../util/index.js';
import { oneFile } from '../assist/file-suggestions.js';
import type { Command } from './arguments/command.js';

export const record: Command = {
  name: '.record',
  group: 'requests',
  takes: 'FILE',
  help: 'Record requests and responses in a file, redacted when the bench closes',
  complete: oneFile,
  async run({ rest }, bench) {
    if (rest === '') throw new Mistake('.record requires a file name, such as `.record story.yaml`');
    await bench.record({ file: resolve(rest), redact: true });
    return `Recording to ${rest} until the bench closes.`;
  },
};
