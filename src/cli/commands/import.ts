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
  policy: { type: 'string', takes: 'file', help: 'policy file that says what is redacted' },
  'dry-run': { type: 'boolean', help: 'report the result, and write nothing' },
} as const;

export const importCommand: CliCommand = {
  words: 'FILE… | -',
  takes: 'file',
  help: 'Import HAR files, curl commands, .http files or log lines as one redacted recording. - reads pasted text.',
  example: 'patchbay import ticket.har -o case.yaml',
  options: OPTIONS,
  async run(args) {
    const { values, positionals } = parse(args, OPTIONS);
    const { importFiles } = await import('../cases/import.js');
    const { report, warnings } = await importFiles(positionals, values, process.env);
    for (const warning of warnings) await writeErr(`${warning}\n`);
    print(report);
    return FINE;
  },
};
