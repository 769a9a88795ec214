import { sharedCommand } from '../shared-command.js';

/** In a shell, `--record FILE` is an option of the bench, and stands beside the options of this row. */
export const RECORDING = {
  'no-redact': {
    type: 'boolean',
    help: 'keep personal data in the recording. Known secrets are always redacted',
  },
} as const;

export const record = sharedCommand({
  group: 'requests',
  isOption: true,
  words: 'FILE | stop',
  takes: 'file',
  takesOne: true,
  help: 'Record requests and responses in a file, and redact personal data when the recording ends.',
  example: '.record story.yaml',
  options: RECORDING,
});
