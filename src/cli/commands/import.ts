import { FINE } from '../exit-codes.js';
import { parse } from '../options.js';
import { print, writeErr } from '../output.js';
import type { CliCommand } from './command.js';

const OPTIONS = {
  output: { type: 'string', short: 'o', takes: 'file', help: 'the recording to write; the default is case.yaml' },
  keep: {
    type: 'string',
    multiple: true,
    value: 'TEXT',
    help: 'also keep requests whose URL contains this text',
  },
  policy: { type: 'string', takes: 'file', help: 'policy file with the rules of redaction' },
  review: { type: 'boolean', help: 'ask about possible names, addresses, hosts and words; the default on a terminal' },
  'dry-run': { type: 'boolean', help: 'list what would be imported and replaced, and write nothing' },
} as const;

export const importCommand: CliCommand = {
  words: 'FILE… | -',
  takes: 'file',
  help: 'Import HAR files, curl commands, .http files or log lines as one redacted recording. - reads pasted text.',
  example: 'patchbay import ticket.har -o case.yaml',
  options: OPTIONS,
  async run(args) {
    const {
      values: { output, keep, policy, review, 'dry-run': dryRun },
      positionals,
    } = parse(args, OPTIONS);
    const [
      { importFiles, refuseExisting },
      { CREDENTIAL_VARIABLES },
      { KnownSecrets },
      { policyIn },
      { cleanLine },
      on,
    ] = await Promise.all([
      import('../../cases/index.js'),
      import('../../client/index.js'),
      import('../../redact/index.js'),
      import('../cassette/redact.js'),
      import('../../show/index.js'),
      import('../cassette/review.js'),
    ]);
    const options = {
      ...(output !== undefined && { output }),
      ...(keep && { keep }),
      ...(policy !== undefined && { policy: await policyIn(policy) }),
      secrets: [process.env[CREDENTIAL_VARIABLES.token], ...new KnownSecrets(process.env).known],
      next: (file: string) => `patchbay explain ${file}`,
    };
    const asks = on.canReview(review, positionals) && !dryRun && positionals.length > 0;
    if (asks) refuseExisting(positionals, output);
    const found = asks ? importFiles(positionals, { ...options, dryRun: true }).doubtful : [];
    const kept = await on.reviewOnTerminal(found);
    const { lines, warnings, doubtful } = importFiles(positionals, { ...options, ...(dryRun && { dryRun }), kept });
    for (const warning of warnings) await writeErr(`${warning}\n`);
    print(lines.map(cleanLine).join('\n'));
    if (doubtful.length > 0 && !asks) print(on.HOW_TO_KEEP);
    return FINE;
  },
};
