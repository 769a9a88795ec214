import { resolve } from 'node:path';
import { Mistake } from '../../util/index.js';
import { oneFile } from '../assist/file-suggestions.js';
import { type Command, choices } from './arguments/command.js';

export const record: Command = {
  name: '.record',
  group: 'requests',
  takes: 'FILE | stop',
  help: 'Record requests and responses in a file, redacted when the recording ends',
  forms: [
    ['FILE', 'Record in a file until the bench closes'],
    ['stop', 'End the recording. For a file with this name, type ./stop'],
  ],
  complete: async (words, { bench }) => [
    ...(words.length <= 1 && bench.recording !== undefined ? choices(['stop']) : []),
    ...(await oneFile(words)),
  ],
  async run({ rest }, bench) {
    if (rest === '' || /^(?:off|end|--?\w+)$/.test(rest))
      throw new Mistake(
        '.record requires a file name, such as `.record story.yaml`. To end a recording, type `.record stop`',
      );
    if (rest === 'stop') return `The recording ${await bench.stopRecording()} has ended.`;
    await bench.record({ file: resolve(rest), redact: true, session: true });
    return `Recording to ${rest}. To end the recording, type .record stop or close the bench.`;
  },
};
