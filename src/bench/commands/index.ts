import type { Suggestion } from '../../assist/index.js';
import { sharedCommands } from '../../commands/index.js';
import type { DotCommand, SheetPart } from '../../util/index.js';
import type { Bench } from '../bench.js';
import {
  type Command,
  type CompletionContext,
  choices,
  commandHelp,
  commandNamed,
  runWith,
} from './arguments/command.js';
import { calls, story } from './calls.js';
import { curl } from './curl.js';
import { dry } from './dry.js';
import { edit } from './edit.js';
import { help } from './help.js';
import { last } from './last.js';
import { history } from './lists/history.js';
import { ids } from './lists/ids.js';
import { jobs } from './lists/jobs.js';
import { vars } from './lists/vars.js';
import { load } from './load.js';
import { mode } from './mode.js';
import { more, page } from './more.js';
import { clear, exit, keys, sh } from './prompt.js';
import { record } from './record.js';
import { replay } from './replay.js';
import { route } from './route.js';
import { sandbox } from './sandbox.js';
import { save } from './save.js';
import { dotCommandOf } from './shared/dot-command-of.js';
import { time } from './time.js';
import { why } from './why.js';

/** Shared commands that the prompt runs in its own way. */
const OWN: Readonly<Record<string, Command>> = { record, replay, sandbox };

const shared = Object.entries(sharedCommands).flatMap(([name, command]) =>
  command.actionOf === undefined ? [OWN[name] ?? dotCommandOf(name, command)] : [],
);

const others: readonly Command[] = [
  ...[
    mode,
    route,
    why,
    last,
    curl,
    dry,
    ids,
    calls,
    story,
    ...shared,
    more,
    page,
    history,
    vars,
    save,
    load,
    jobs,
    time,
    sh,
    edit,
    keys,
    clear,
    exit,
  ],
];
export const commands: readonly Command[] = [help(others), ...others];

export const runCommand = (typed: DotCommand, bench: Bench): unknown =>
  runWith(commandNamed(typed.name, commands), typed, bench);

export const helpOnCommand = (name: string): Promise<SheetPart[]> => commandHelp(commandNamed(name, commands));

/** Completes the last argument of a command. Returns `code` when the arguments are code. */
export async function completeCommand(
  name: string,
  words: readonly string[],
  context: CompletionContext,
): Promise<readonly Suggestion[] | 'code'> {
  const command = commands.find((one) => one.name === name);
  const numbers = command?.ownNumbers?.(words, context);
  if (numbers) return choices(numbers);
  return command?.takesCode ? 'code' : ((await command?.complete?.(words, context)) ?? []);
}

/** Returns the numbers of the account, if the last argument of a command is one of them. */
export const ownNumbers = (name: string, words: readonly string[], context: CompletionContext) =>
  commands.find((one) => one.name === name)?.ownNumbers?.(words, context);
