import type { CliCommand } from '../command.js';
import { UsageError } from '../exit-codes.js';
import { EVALUATION, evaluationOptions, firstPositional } from '../options.js';

const { eval: _, help: _help, version: _version, ...OPTIONS } = EVALUATION;

export const run: CliCommand = {
  words: '[options] FILE.ts [ARGS]',
  help: 'Run a TypeScript file. It can use platform, registry, agent and sandbox. Options go before the file; arguments after it belong to the script.',
  example: 'patchbay run --replay calls.yaml my-check.ts',
  hasScript: true,
  takes: 'file',
  options: OPTIONS,
  async run(args) {
    // Arguments after the file belong to the script.
    const at = firstPositional(args, OPTIONS);
    if (at < 0) throw new UsageError('run needs a file: patchbay run FILE.ts');
    const { runFile } = await import('../plain-run.js');
    return runFile(args[at] as string, args.slice(at + 1), evaluationOptions(args.slice(0, at)));
  },
};
