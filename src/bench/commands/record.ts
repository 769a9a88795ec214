import { resolve } from 'node:path';
import { record as description } from '../../commands/index.js';
import { UsageError } from '../../util/index.js';
import { type Command, choices } from './arguments/command.js';
import { dotCommandOf } from './shared/dot-command-of.js';
import { readArguments } from './shared/run-use.js';

const shared = dotCommandOf('record', description);

export const record: Command = {
  ...shared,
  complete: async (words, context) => [
    ...(words.length <= 1 && context.bench.recording !== undefined ? choices(['stop']) : []),
    ...((await shared.complete?.(words, context)) ?? []),
  ],
  async run({ rest }, bench) {
    if (rest === 'stop') return `The recording ${await bench.stopRecording()} has ended.`;
    const { values, positionals } = readArguments('.record', description, rest);
    const [file] = positionals;
    if (file === undefined || /^(?:off|end)$/.test(file))
      throw new UsageError(
        '.record requires a file name, such as `.record story.yaml`. To end a recording, type `.record stop`',
      );
    await bench.record({ file: resolve(file), redact: !values['no-redact'], session: true });
    return `Recording to ${file}. To end the recording, type .record stop or close the bench.`;
  },
};
