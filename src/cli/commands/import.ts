import { fileInShell } from '../../util/index.js';
import type { CliCommand } from '../command.js';
import { FINE } from '../exit-codes.js';
import { parse } from '../options.js';
import { print, writeErr } from '../output.js';

const OPTIONS = {
  output: { type: 'string', short: 'o', takes: 'file', help: 'the recording to write; the default is case.yaml' },
  keep: {
    type: 'string',
    multiple: true,
    value: 'TEXT',
    help: 'also keep requests whose URL contains this text',
  },
  policy: { type: 'string', takes: 'file', help: 'policy file with the rules of redaction' },
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
      values: { output, keep, policy, 'dry-run': dryRun },
      positionals,
    } = parse(args, OPTIONS);
    const [{ importFiles }, { CREDENTIAL_VARIABLES }, { KnownSecrets }, { policyIn }, { cleanLine }] =
      await Promise.all([
        import('../../cases/index.js'),
        import('../../client/index.js'),
        import('../../redact/index.js'),
        import('../cassette/redact.js'),
        import('../../show/index.js'),
      ]);
    const { lines, warnings } = importFiles(positionals, {
      ...(output !== undefined && { output }),
      ...(keep && { keep }),
      ...(policy !== undefined && { policy: await policyIn(policy) }),
      ...(dryRun && { dryRun }),
      secrets: [process.env[CREDENTIAL_VARIABLES.token], ...new KnownSecrets(process.env).known],
      next: (file) => `patchbay explain ${fileInShell(file)}`,
    });
    for (const warning of warnings) await writeErr(`${warning}\n`);
    print(lines.map(cleanLine).join('\n'));
    return FINE;
  },
};
