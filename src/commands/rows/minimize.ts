import { UsageError } from '../../util/index.js';
import { sharedCommand } from '../shared-command.js';

export const minimize = sharedCommand({
  group: 'requests',
  words: 'FILE',
  takes: 'recording',
  takesOne: true,
  help: 'Find the smallest recording that still fails in the same way on a sandbox. Ctrl-C keeps the best result so far.',
  example: 'patchbay minimize case.yaml -o small.yaml',
  options: {
    against: {
      type: 'string',
      takes: 'recording',
      help: 'a recording that does not fail: find the fewest differences that make it fail in the same way',
    },
    at: {
      type: 'string',
      value: 'N',
      help: 'the exchange to keep: a failure, a success that a known trap matches, or a webhook; the default is the last failure',
    },
    test: {
      type: 'string',
      value: 'EXPR',
      help: 'your own test, a JavaScript expression with requests and last: last.status === 422. It is evaluated',
    },
    output: { type: 'string', short: 'o', takes: 'file', help: 'the recording to write; the default is minimal.yaml' },
  },
  async run({ values, positionals }, context) {
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError('minimize needs one recording');
    const { minimizeFile } = await import('../runs/minimize-file.js');
    return { shown: await minimizeFile(file, values, context) };
  },
});
