import type { CliCommand } from '../command.js';
import { FINE, UsageError } from '../exit-codes.js';
import { parse } from '../options.js';
import { print, writeErr } from '../output.js';

const OPTIONS = {
  to: { type: 'string', help: 'the format to write' },
  output: { type: 'string', short: 'o', takes: 'file', help: 'the file to write; the default is the standard output' },
  base: { type: 'string', value: 'URL', help: 'with curl and http: send the requests to this address' },
} as const;

/** The options with the names of the formats, for the help and the completion. */
const optionsWithFormats = async () => {
  const { exporters } = await import('../../cases/index.js');
  return { ...OPTIONS, to: { ...OPTIONS.to, takes: exporters.map(({ name }) => name) } };
};

export const exportCommand: CliCommand = {
  words: 'FILE',
  takes: 'file',
  help: 'Write a recording in another format, such as a program, a test, curl commands or a report. The output is redacted.',
  example: 'patchbay export case.yaml --to ts',
  options: optionsWithFormats,
  async run(args) {
    const { values, positionals } = parse(args, OPTIONS);
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError('export needs one recording');
    const { exportFile } = await import('../cases/export.js');
    const text = await exportFile(file, values, (line) => writeErr(`${line}\n`));
    if (text !== undefined) print(text.trimEnd());
    return FINE;
  },
};
