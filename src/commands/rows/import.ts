import { fileInShell, UsageError } from '../../util/index.js';
import { sharedCommand } from '../shared-command.js';

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
    'dry-run': { type: 'boolean', help: 'list what would be imported and replaced, and write nothing' },
  },
  formats: async () => (await import('../../cases/index.js')).importers,
  async run({ values: { output, keep, policy, 'dry-run': dryRun }, positionals }, context) {
    if (context.session && positionals.includes('-'))
      throw new UsageError('- reads pasted text in a shell only: patchbay import -');
    const [{ importFiles }, { cleanLine }, { policyIn }] = await Promise.all([
      import('../../cases/index.js'),
      import('../../show/index.js'),
      import('../argument-values.js'),
    ]);
    const { lines, warnings } = importFiles(positionals, {
      ...(output !== undefined && { output }),
      ...(keep && { keep }),
      ...(policy !== undefined && { policy: await policyIn(policy) }),
      ...(dryRun && { dryRun }),
      secrets: await context.secrets(),
      next: (file) => `${context.typed('explain')} ${fileInShell(file)}`,
    });
    for (const warning of warnings) context.warn(warning);
    return { shown: lines.map(cleanLine).join('\n') };
  },
});
