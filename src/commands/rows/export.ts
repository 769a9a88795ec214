import { sharedCommand } from '../shared-command.js';

const formats = async () => (await import('../../cases/index.js')).exporters;

export const exportCommand = sharedCommand({
  group: 'session',
  words: 'FILE',
  takes: 'file',
  help: 'Write a recording in another format, such as a program, a test, curl commands or a report. The output is redacted.',
  atPrompt: {
    words: 'FORMAT [FILE]',
    takes: formats,
    takesNext: 'file',
    help: 'Print or write the requests of this session in another format, redacted.',
  },
  example: 'patchbay export case.yaml --to ts',
  options: {
    to: { type: 'string', takes: formats, value: 'FORMAT', help: 'the format to write' },
    output: {
      type: 'string',
      short: 'o',
      takes: 'file',
      help: 'the file to write; the default is the standard output',
    },
    base: { type: 'string', value: 'URL', help: 'with curl and http: send the requests to this address' },
  },
  formats,
  async run(given, context) {
    const { exportRecording } = await import('../runs/export-recording.js');
    return exportRecording(given, context);
  },
});
