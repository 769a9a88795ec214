import type { CliCommand } from '../command.js';
import { DIFFERENT, FINE, UsageError } from '../exit-codes.js';
import { parse, SIGNING } from '../options.js';
import { print } from '../output.js';

const OPTIONS = {
  document: { type: 'string', takes: 'file', help: 'follow this SWML or cXML document, without a number' },
  from: { type: 'string', value: '+NUMBER', help: 'the calling number or SIP address' },
  digits: { type: 'string', multiple: true, value: 'DIGITS', help: 'what the caller presses at the next prompt' },
  speech: { type: 'string', multiple: true, value: 'TEXT', help: 'what the caller says at the next prompt' },
  'hangup-after': { type: 'string', value: 'SECONDS', help: 'when the caller hangs up' },
  answers: {
    type: 'string',
    value: 'JSON',
    help: 'how called parties answer, by number: an object such as {"+15035550100": {"outcome": "busy"}}',
  },
  url: {
    type: 'string',
    value: 'URL',
    help: 'ring in the running sandbox at this address, with PLATFORM_PROJECT_ID and PLATFORM_API_TOKEN',
  },
  ...SIGNING,
  json: { type: 'boolean', help: 'print the whole result as JSON' },
} as const;

export const ring: CliCommand = {
  words: '[NUMBER]',
  help: 'Simulate a call to a number of the sandbox, or follow a document, and print what happens step by step. Exits with 3 if there are problems.',
  example: 'patchbay ring --document menu.json --digits 1',
  options: OPTIONS,
  async run(args) {
    const { values, positionals } = parse(args, OPTIONS);
    const [number, ...more] = positionals;
    if (more.length > 0)
      throw new UsageError(
        values.digits
          ? 'ring needs one number. For several prompts, repeat --digits: --digits 1 --digits 2'
          : 'ring needs one number',
      );
    const { ringNumber } = await import('../sandbox/ring-number.js');
    const { text, hasProblems } = await ringNumber(number, values, process.env);
    print(text);
    return hasProblems ? DIFFERENT : FINE;
  },
};
