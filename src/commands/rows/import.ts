import { fileInShell, UsageError } from '../../util/index.js';
import { sharedCommand } from '../shared-command.js';

/** What to do about values that were replaced without a question. */
export const HOW_TO_KEEP = 'to keep one, run the command again on a terminal, or list it under `keep` in a policy';

export const importCommand = sharedCommand({
  group: 'requests',
  words: 'FILE… | -',
  takes: 'file',
  help: 'Import the requests of a ticket, such as HAR files or curl commands, as one redacted recording. - reads pasted text.',
  atPrompt: {
    words: 'FILE…',
    help: 'Import the requests of a ticket, such as HAR files or curl commands, as one redacted recording.',
  },
  example: 'patchbay import ticket.har -o case.yaml',
  options: {
    output: { type: 'string', short: 'o', takes: 'file', help: 'the recording to write; the default is case.yaml' },
    keep: {
      type: 'string',
      multiple: true,
      value: 'TEXT',
      help: 'also keep requests whose URL contains this text',
    },
    policy: { type: 'string', takes: 'file', help: 'policy file with the rules of redaction' },
    review: {
      type: 'boolean',
      help: 'ask about possible names, addresses, hosts and words; the default on a terminal',
      shellOnly: 'It reads keys, so it works in a shell only: patchbay import --review FILE',
    },
    'dry-run': { type: 'boolean', help: 'list what would be imported and replaced, and write nothing' },
  },
  formats: async () => (await import('../../cases/index.js')).importers,
  async run({ values: { output, keep, policy, review, 'dry-run': dryRun }, positionals }, context) {
    if (context.session && positionals.includes('-'))
      throw new UsageError('- reads pasted text in a shell only: patchbay import -');
    const [{ importFiles, refuseExisting }, { cleanLine, hangingLines }, { policyIn }] = await Promise.all([
      import('../../cases/index.js'),
      import('../../show/index.js'),
      import('../argument-values.js'),
    ]);
    const options = {
      ...(output !== undefined && { output }),
      ...(keep && { keep }),
      ...(policy !== undefined && { policy: await policyIn(policy) }),
      secrets: await context.secrets(),
      next: (file: string) => `${context.typed('explain')} ${fileInShell(file)}`,
    };
    const asked = !dryRun && positionals.length > 0 ? await context.reviewer?.(review, positionals) : undefined;
    if (asked) refuseExisting(positionals, output);
    const kept = asked ? await asked(importFiles(positionals, { ...options, dryRun: true }).doubtful) : [];
    const { lines, warnings, doubtful } = importFiles(positionals, { ...options, ...(dryRun && { dryRun }), kept });
    for (const warning of warnings) context.warn(warning);
    const shown = doubtful.length > 0 && !asked ? [...lines, HOW_TO_KEEP] : lines;
    const { columns } = context;
    const report = shown.map(cleanLine);
    return { shown: (columns ? report.flatMap((line) => hangingLines(line, columns)) : report).join('\n') };
  },
});
