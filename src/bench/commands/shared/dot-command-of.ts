import type { Suggestion } from '../../../assist/index.js';
import { firstSentence, type SharedCommand } from '../../../commands/index.js';
import { UsageError } from '../../../util/index.js';
import type { Bench } from '../../bench.js';
import { type Command, type CompletionContext, choices } from '../arguments/command.js';
import { completeArguments } from './complete-arguments.js';
import { formsAtPrompt, formsOfAction, promptUse, usageAtPrompt } from './prompt-use.js';
import { runUse } from './run-use.js';

/** Reads the description of a command for the prompt. */
export function dotCommandOf(name: string, command: SharedCommand): Command {
  const dotted = `.${name}`;
  const head = {
    name: dotted,
    group: command.group,
    help: firstSentence(promptUse(command).help).replace(/\.$/, ''),
  };
  if (command.actions)
    return {
      ...head,
      takes: '[ACTION …]',
      forms: async () =>
        (await Promise.all(offered(command).map(([action, use]) => formsOfAction(action, use)))).flat(),
      complete: (words, context) => completeAction(command, words, context),
      run: ({ rest }, bench) => runAction(dotted, command, rest, bench),
    };
  return {
    ...head,
    takes: usageAtPrompt(command),
    forms: () => formsAtPrompt(command),
    complete: (words, context) => completeArguments(command, words, context),
    run: ({ rest }, bench) => runUse(dotted, command, rest, bench),
  };
}

const offered = ({ actions = {} }: SharedCommand) =>
  Object.entries(actions).filter(([, { shellOnly }]) => shellOnly === undefined);

async function completeAction(
  command: SharedCommand,
  [action = '', ...rest]: readonly string[],
  context: CompletionContext,
): Promise<readonly Suggestion[]> {
  const { actions = {}, usual } = command;
  const use = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (rest.length > 0) return use && use.shellOnly === undefined ? completeArguments(use, rest, context) : [];
  const other = usual?.withWord === undefined ? undefined : actions[usual.withWord];
  return [
    ...choices(offered(command).map(([name, { help }]) => [name, firstSentence(help)])),
    ...(other ? await completeArguments(other, [action], context) : []),
  ];
}

function runAction(name: string, { actions = {}, usual }: SharedCommand, rest: string, bench: Bench): Promise<unknown> {
  const [, typed = '', after = ''] = /^(\S*)\s*(.*)$/s.exec(rest) ?? [];
  const isAction = Object.hasOwn(actions, typed);
  const action = isAction ? typed : /^-|^$/.test(typed) ? usual?.action : usual?.withWord;
  const use = action === undefined ? undefined : actions[action];
  if (action === undefined || !use)
    throw new UsageError(`unknown action "${typed}". Use one of ${Object.keys(actions).join(', ')}`);
  if (use.shellOnly !== undefined) throw new UsageError(`${name} ${action} is not possible here. ${use.shellOnly}`);
  return runUse(`${name} ${action}`, use, isAction ? after : rest, bench);
}
