import { DIFFERENT, FINE, UsageError, WRONG_USAGE } from '../exit-codes.js';
import { EVALUATION, parse } from '../options.js';
import { writeErr, writeOut } from '../output.js';
import type { CliCommand } from './command.js';

const OPTIONS = {
  url: {
    type: 'string',
    value: 'URL',
    help: 'send the requests to a server on this machine, with the account in PLATFORM_PROJECT_ID and PLATFORM_API_TOKEN',
  },
  live: { type: 'boolean', help: 'send the requests to the real platform. They change your account' },
  profile: EVALUATION.profile,
  yes: EVALUATION.yes,
  json: { type: 'boolean', help: 'print the report as JSON' },
} as const;

export const replay: CliCommand = {
  words: 'FILE',
  takes: 'recording',
  help: 'Send the requests of a recording again, to a sandbox with its resources, and compare the responses and webhooks. Runs no recorded code. Exits with 3 if something differs.',
  example: 'patchbay replay case.yaml',
  options: OPTIONS,
  async run(args) {
    const { values, positionals } = parse(args, OPTIONS);
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError('replay needs one recording');
    const [{ replayFile }, { openCassette }] = await Promise.all([
      import('../cases/replay.js'),
      import('../../cassette/index.js'),
    ]);
    const cassette = openCassette(file);
    for (const warning of cassette.warnings) writeErr(`${warning}\n`);
    const { json = false, ...where } = values;
    const { report, isUnanswered } = await replayFile(cassette, {
      ...where,
      json,
      write: writeOut,
      warn: (line) => writeErr(`${line}\n`),
    });
    if (isUnanswered) return WRONG_USAGE;
    return report.isSame ? FINE : DIFFERENT;
  },
};
