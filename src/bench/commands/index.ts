import { nearest } from '../../util/index.js';
import type { Bench } from '../bench.js';
import type { Command } from './command.js';
import { exit } from './exit.js';
import { help } from './help.js';
import { mode } from './mode.js';

const others: readonly Command[] = [mode, exit];
export const commands: readonly Command[] = [help(others), ...others];

/** `.5` is a number; `.mode` is a command, and so is a name that nobody knows. */
export const isCommand = (source: string): boolean => /^\s*\.[a-z]/i.test(source);

export async function runCommand(source: string, bench: Bench): Promise<string | undefined> {
  const [name = '', ...words] = source.trim().split(/\s+/);
  const command = commands.find((one) => one.name === name);
  if (command) return command.run(words, bench);
  const meant = nearest(
    name,
    commands.map((one) => one.name),
  );
  throw new TypeError(`there is no command ${name}${meant ? `; did you mean ${meant}?` : ''} (.help lists them)`);
}
