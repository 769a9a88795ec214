import { nearest } from '../../util/index.js';
import { UsageError } from '../exit-codes.js';
import { cassette } from './cassette.js';
import type { CliCommand } from './command.js';
import { completion } from './completion.js';
import { config } from './config.js';
import { doctor } from './doctor.js';
import { kernel } from './kernel.js';
import { notebook } from './notebook.js';
import { profile } from './profile.js';
import { run } from './run.js';
import { sandbox } from './sandbox.js';
import { skills } from './skills.js';
import { whoami } from './whoami.js';

export const commands: Readonly<Record<string, CliCommand>> = {
  run,
  sandbox,
  cassette,
  notebook,
  skills,
  kernel,
  profile,
  config,
  whoami,
  doctor,
  completion,
};

export async function runCommand(name: string, args: readonly string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const meant = nearest(name, Object.keys(commands));
    throw new UsageError(`there is no command ${name}${meant ? `; did you mean ${meant}?` : ''}`);
  }
  if (args[0] === '--help' || args[0] === '-h') {
    process.stdout.write(`patchbay ${command.usage}\n\n${command.help}\n`);
    return 0;
  }
  return command.run(args);
}
