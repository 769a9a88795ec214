import { parse } from '../../commands/index.js';
import type { CliCommand } from '../command.js';
import { FINE } from '../exit-codes.js';
import { writeErr } from '../output.js';

const options = {};

export const help: CliCommand = {
  words: '[COMMAND | NAME | WORDS]',
  help: 'Show the commands, explain a command, an operation, a skill or a name, or find what fits the words.',
  example: 'patchbay help platform.queues.create',
  options,
  async run(args) {
    const [topic, ...rest] = parse(args, options).positionals;
    if (topic === undefined) return (await import('../general-help.js')).printHelp();
    const { commands, runCommand } = await import('./index.js');
    const command = Object.hasOwn(commands, topic) ? commands[topic] : undefined;
    const [action] = rest;
    // `patchbay help run a script` is a question, and `patchbay help skills run` is not.
    if (command && (action === undefined || action.startsWith('-') || Object.hasOwn(command.actions ?? {}, action)))
      return runCommand(topic, [...rest, '--help']);
    const { evaluateCode } = await import('../plain-run.js');
    const code = await evaluateCode(`.help ${[topic, ...rest].join(' ')}`, {
      mode: { kind: 'sandbox' },
      json: false,
      yes: false,
      sendsNothing: true,
    });
    if (code !== FINE)
      writeErr(
        'patchbay: to list the commands, run patchbay help. To list the operations, run patchbay help platform\n',
      );
    return code;
  },
};
