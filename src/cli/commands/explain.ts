import type { CliCommand } from '../command.js';
import { FINE, UsageError } from '../exit-codes.js';
import { parse } from '../options.js';
import { print } from '../output.js';

const OPTIONS = {
  json: { type: 'boolean', help: 'print the explanation as JSON' },
} as const;

/** The exit code is 0 for each recording that could be read: an explained failure is a success of this command. */
export const explain: CliCommand = {
  words: 'FILE [N]',
  takes: 'recording',
  help: 'Explain what failed in a recording, or request N of it, and what to send instead. Sends nothing.',
  example: 'patchbay explain fixtures/errors/invalid-field.yaml',
  options: OPTIONS,
  async run(args) {
    const { values, positionals } = parse(args, OPTIONS);
    const [file, number, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError('explain needs one recording');
    if (number !== undefined && !/^\d+$/.test(number)) throw new UsageError(`${number} is not the number of a request`);
    const [{ explainFile }, { helpWidth }] = await Promise.all([
      import('../cases/explain.js'),
      import('../help/wrapped.js'),
    ]);
    print(await explainFile(file, number, { ...values, columns: helpWidth(), env: process.env }));
    return FINE;
  },
};
