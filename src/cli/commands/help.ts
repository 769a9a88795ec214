import { parse } from '../../commands/index.js';
import { Sheet } from '../../show/index.js';
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
      adapt: inShell,
    });
    if (code !== FINE)
      writeErr(
        'patchbay: to list the commands, run patchbay help. To list the operations, run patchbay help platform\n',
      );
    return code;
  },
};

/** The help for the prompt, with the commands of a shell: `.help x` and `x?` become `patchbay help x`. */
function inShell(value: unknown): unknown {
  if (!(value instanceof Sheet)) return value;
  const parts = value.parts.map((part) => {
    if (typeof part === 'string') return adapted(part);
    if (!('pairs' in part)) return part;
    return {
      ...part,
      pairs: part.pairs.map(([name, help]) => [name.replace(/^\.help /, 'patchbay help '), help] as const),
    };
  });
  return new Sheet(parts);
}

const adapted = (text: string): string =>
  text
    .replace(/type its name with a \?, such as ([\w.$]+)\?$/, 'type it after patchbay help, such as patchbay help $1')
    .replace(/\btype ([\w.$]+)\?(?=$|[ .])/g, 'run patchbay help $1')
    .replace(/\btype \.help /g, 'run patchbay help ')
    .replace(/\.help(?= |,)/g, 'patchbay help');
