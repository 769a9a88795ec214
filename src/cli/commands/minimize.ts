import { UsageError } from '../exit-codes.js';
import { parse } from '../options.js';
import type { CliCommand } from './command.js';

const OPTIONS = {
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
} as const;

export const minimizeCommand: CliCommand = {
  words: 'FILE',
  takes: 'recording',
  help: 'Find the smallest recording that still fails in the same way on a sandbox. Ctrl-C keeps the best result so far.',
  example: 'patchbay minimize case.yaml -o small.yaml',
  options: OPTIONS,
  async run(args) {
    const { values, positionals } = parse(args, OPTIONS);
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError('minimize needs one recording');
    const { minimizeFile } = await import('../cases/minimize.js');
    return minimizeFile(file, values);
  },
};
