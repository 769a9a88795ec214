import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { nearest } from '../../util/index.js';
import { cleanWarnings } from '../clean-console.js';
import { type CliCommand, optionsOf } from '../command.js';
import { FINE, UsageError } from '../exit-codes.js';
import { firstPositional } from '../options.js';
import { writeOut } from '../output.js';
import { cassette } from './cassette.js';
import { completion } from './completion.js';
import { config } from './config.js';
import { doctor } from './doctor.js';
import { explain } from './explain.js';
import { exportCommand } from './export.js';
import { help } from './help.js';
import { importCommand } from './import.js';
import { kernel } from './kernel.js';
import { minimizeCommand } from './minimize.js';
import { notebook } from './notebook.js';
import { profile } from './profile.js';
import { replay } from './replay.js';
import { ring } from './ring.js';
import { run } from './run.js';
import { sandbox } from './sandbox.js';
import { skills } from './skills.js';
import { whoami } from './whoami.js';

export const commands: Readonly<Record<string, CliCommand>> = {
  run,
  sandbox,
  ring,
  import: importCommand,
  explain,
  replay,
  minimize: minimizeCommand,
  export: exportCommand,
  cassette,
  notebook,
  skills,
  kernel,
  profile,
  config,
  whoami,
  doctor,
  completion,
  help,
};

export async function runCommand(name: string, args: readonly string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) refuseFile(name);
  if (!command) {
    const meant = nearest(name, Object.keys(commands));
    throw new UsageError(`unknown command ${name}${meant ? `. Did you mean ${meant}?` : ''}`);
  }
  const ownArgs = await ownArguments(command, args);
  if (!ownArgs.some((word) => word === '--help' || word === '-h')) {
    // Skills and servers of the user can print warnings.
    cleanWarnings();
    return command.run(args);
  }
  const [{ helpOf }, { helpWidth }] = await Promise.all([
    import('../help/of-command.js'),
    import('../help/wrapped.js'),
  ]);
  const action = args.find((word) => Object.hasOwn(command.actions ?? {}, word));
  writeOut(await helpOf(name, command, action, helpWidth()));
  return FINE;
}

function refuseFile(name: string): void {
  const extension = extname(name);
  const isScript = /^\.([cm]?[jt]sx?|ipynb|md)$/.test(extension);
  const use = /^\.(ya?ml|ndjson)$/.test(extension) ? '--replay' : 'run';
  if (statSync(name, { throwIfNoEntry: false })?.isFile())
    throw new UsageError(`${name} is a file, not a command. Use it with: patchbay ${use} ${name}`);
  if (isScript)
    throw new UsageError(`${name} is not a command, and no such file exists. Scripts run with: patchbay run FILE.ts`);
}

/** Returns the arguments for Patchbay itself, without those of a script. */
async function ownArguments(command: CliCommand, args: readonly string[]): Promise<readonly string[]> {
  const at = command.hasScript ? firstPositional(args, await optionsOf(command)) : args.indexOf('--');
  return at < 0 ? args : args.slice(0, at);
}
