import type { Suggestion } from '../../assist/index.js';
import type { DotCommand, SheetPart } from '../../util/index.js';
import type { Bench } from '../bench.js';
import { type Command, type CompletionContext, commandHelp, commandNamed } from './arguments/command.js';
import { calls, story } from './calls.js';
import { exportSession } from './cases/export.js';
import { importFile } from './cases/import.js';
import { replay } from './cases/replay.js';
import { curl } from './curl.js';
import { dry } from './dry.js';
import { help } from './help.js';
import { history } from './history.js';
import { jobs } from './jobs.js';
import { last } from './last.js';
import { load } from './load.js';
import { mode } from './mode.js';
import { more, page } from './more.js';
import { profile } from './profile.js';
import { clear, exit, keys } from './prompt.js';
import { record } from './record.js';
import { route } from './route.js';
import { sandbox } from './sandbox.js';
import { save } from './save.js';
import { skills } from './skills.js';
import { time } from './time.js';
import { why } from './why.js';

const others: readonly Command[] = [
  ...[
    mode,
    profile,
    route,
    why,
    last,
    curl,
    dry,
    sandbox,
    calls,
    story,
    skills,
    more,
    page,
    history,
    save,
    load,
    record,
    importFile,
  ],
  ...[exportSession, replay, jobs, time, keys, clear, exit],
];
export const commands: readonly Command[] = [help(others), ...others];

export const runCommand = (typed: DotCommand, bench: Bench): unknown =>
  commandNamed(typed.name, commands).run(typed, bench);

export const helpOnCommand = (name: string): SheetPart[] => commandHelp(commandNamed(name, commands));

/** Completes the last argument of a command. Returns `code` when the arguments are code. */
export async function completeCommand(
  name: string,
  words: readonly string[],
  context: CompletionContext,
): Promise<readonly Suggestion[] | 'code'> {
  const command = commands.find((one) => one.name === name);
  return command?.takesCode ? 'code' : ((await command?.complete?.(words, context)) ?? []);
}
