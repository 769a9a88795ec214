import type { Suggestion } from '../../assist/index.js';
import { Mistake, nearest } from '../../util/index.js';
import type { Bench } from '../bench.js';
import type { Command, Known } from './arguments/command.js';
import { clear } from './clear.js';
import { curl } from './curl.js';
import { dry } from './dry.js';
import { exit } from './exit.js';
import { help } from './help.js';
import { history } from './history.js';
import { jobs } from './jobs.js';
import { last } from './last.js';
import { load } from './load.js';
import { mode } from './mode.js';
import { profile } from './profile.js';
import { record } from './record.js';
import { route } from './route.js';
import { sandbox } from './sandbox.js';
import { save } from './save.js';
import { skills } from './skills.js';
import { time } from './time.js';
import { why } from './why.js';

export { isCommand } from './arguments/is-command.js';

const others: readonly Command[] = [
  ...[mode, profile, route, why, last, curl, dry, sandbox, skills, history, save, load, record],
  ...[jobs, time, clear, exit],
];
export const commands: readonly Command[] = [help(others), ...others];

export function runCommand(source: string, bench: Bench): unknown {
  const [, name = '', typed = ''] = /^\s*(\S+)\s*([\s\S]*)$/.exec(source) ?? [];
  const rest = typed.trim();
  const command = commands.find((one) => one.name === name);
  if (command) return command.run({ words: rest === '' ? [] : rest.split(/\s+/), rest }, bench);
  const meant = nearest(
    name,
    commands.map((one) => one.name),
  );
  throw new Mistake(`there is no command ${name}${meant ? `; did you mean ${meant}?` : ''} (.help lists them)`);
}

/** Completes the arguments of a command. Returns `code` when they are code, which the caller completes. */
export async function completeCommand(line: string, known: Known): Promise<readonly Suggestion[] | 'code'> {
  const [name, ...words] = line.trimStart().split(/\s+/);
  const command = commands.find((one) => one.name === name);
  return command?.takesCode ? 'code' : ((await command?.complete?.(words, known)) ?? []);
}
