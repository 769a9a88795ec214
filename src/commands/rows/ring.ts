import type { RingOptions } from '../../sandbox/index.js';
import { UsageError } from '../../util/index.js';
import { sharedCommand } from '../shared-command.js';
import { SIGNING } from '../signing.js';

type Outcome = NonNullable<NonNullable<RingOptions['answers']>[string]['outcome']>;
/** How a called party behaves. The sandbox checks it; a start does not load the sandbox. */
const OUTCOMES = ['answers', 'busy', 'no_answer', 'declined', 'error', 'machine'] as const satisfies readonly Outcome[];

export const ring = sharedCommand({
  group: 'tools',
  actionOf: 'sandbox',
  words: '[NUMBER|FILE|DIR]',
  takes: 'file',
  help: 'Simulate a call to a number of the sandbox, or from it with --to, or follow the document of a file or folder, or ring a cast of several people, and print what happens step by step. Exits with 3 if there are problems.',
  atPrompt: {
    words: '[NUMBER] [FROM] [DIGITS …]',
    takes: 'number',
    help: 'Simulate an incoming call, press digits at its prompts, and show what happens. With a document, a cast or a signing option, the call is in a copy of the sandbox.',
  },
  example: 'patchbay ring menu.json --digits 1',
  options: {
    document: {
      type: 'string',
      takes: 'file',
      value: 'FILE|DIR',
      help: 'follow this SWML or cXML document, as without --document; in a folder, main.yaml or main.xml, whose requests the other files and replies.yaml answer',
    },
    to: {
      type: 'string',
      value: 'NUMBER',
      help: 'call this number or SIP address from the number of the sandbox: the document runs when it answers',
    },
    outcome: {
      type: 'string',
      value: 'OUTCOME',
      takes: OUTCOMES,
      help: `how the called party of --to behaves: ${OUTCOMES.join(', ')}`,
    },
    from: { type: 'string', value: '+NUMBER', help: 'the calling number or SIP address' },
    digits: { type: 'string', multiple: true, value: 'DIGITS', help: 'what the caller presses at the next prompt' },
    speech: { type: 'string', multiple: true, value: 'TEXT', help: 'what the caller says at the next prompt' },
    'hangup-after': { type: 'string', value: 'SECONDS', help: 'when the caller hangs up' },
    answers: {
      type: 'string',
      value: 'JSON',
      help: 'how called parties answer, by number: an object such as {"+15035550100": {"outcome": "busy"}}',
    },
    all: {
      type: 'boolean',
      help: 'ring each branch of the document, or of the documents of a number, with generated callers, and list the steps that no call reached',
    },
    watch: {
      type: 'boolean',
      help: 'with a document: ring again when a file changes, and show only what differs, until Ctrl-C',
      shellOnly: 'The prompt waits for the end of a command. In a shell, run patchbay ring FILE --watch',
    },
    cast: {
      type: 'string',
      takes: 'file',
      multiple: true,
      help: 'ring all people of this cast on one clock, and compare what happens with what it expects; more files follow',
    },
    junit: { type: 'string', takes: 'file', help: 'with --cast: write the results as JUnit XML to this file' },
    url: {
      type: 'string',
      value: 'URL',
      help: 'ring in the running sandbox at this address, with PLATFORM_PROJECT_ID and PLATFORM_API_TOKEN',
    },
    ...SIGNING,
    json: { type: 'boolean', help: 'print the whole result as JSON' },
  },
  async run({ values, positionals }, context) {
    const { callIn, namesDocument, ringNumber } = await import('../runs/ring-number.js');
    if (values.cast !== undefined || values.junit !== undefined) {
      const { castCommand } = await import('../runs/ring-casts.js');
      return castCommand(values, positionals, context);
    }
    const [first, ...more] = positionals;
    const isDocument = values.document === undefined && namesDocument(first);
    const number = isDocument ? undefined : first;
    const called = isDocument ? { ...values, document: first } : values;
    const given = context.session ? callIn(more, called) : called;
    if (more.length > 0 && !context.session)
      throw new UsageError(
        values.digits
          ? 'ring needs one number. For several prompts, repeat --digits: --digits 1 --digits 2'
          : 'ring needs one number',
      );
    return ringNumber(number, given, context);
  },
});
