import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { sharedCommands } from '../../commands/index.js';
import { fileInShell, nearest, readRegularFile } from '../../util/index.js';
import { cleanWarnings } from '../clean-console.js';
import type { CliCommand } from '../command.js';
import { FINE, UsageError } from '../exit-codes.js';
import { firstPositional } from '../options.js';
import { writeOut } from '../output.js';
import { cassette } from './cassette.js';
import { classroom } from './class.js';
import { completion } from './completion.js';
import { config } from './config.js';
import { doctor } from './doctor.js';
import { help } from './help.js';
import { inspectFile } from './inspect.js';
import { kernel } from './kernel.js';
import { notebook } from './notebook.js';
import { addProfileFrom } from './profile.js';
import { replayRecording } from './replay.js';
import { run } from './run.js';
import { serveSandbox } from './sandbox.js';
import { type OwnRuns, shellCommand } from './shell-command.js';
import { whoami } from './whoami.js';

/** Shared commands, or actions of them, that a shell runs in its own way. */
const OWN: Readonly<Record<string, OwnRuns>> = {
  sandbox: { '': serveSandbox },
  replay: { '': replayRecording },
  inspect: { '': inspectFile },
  skills: {
    serve: async (args) => (await import('../skills/serve.js')).serveSkills(args),
    'mcp-gateway': async (args) => (await import('../skills/mcp-gateway.js')).mcpGateway(args),
    index: async (args) => (await import('../skills/index-documents.js')).indexFiles(args),
    'serve-index': async (args) => (await import('../skills/serve-index.js')).serveIndex(args),
  },
  profile: { add: addProfileFrom },
};

const { skills, profile, ...cases } = Object.fromEntries(
  Object.entries(sharedCommands).flatMap(([name, command]) =>
    command.isOption ? [] : [[name, shellCommand(name, command, OWN[name])]],
  ),
);

/** In the order of the help. */
export const commands: Readonly<Record<string, CliCommand>> = {
  run,
  ...cases,
  cassette,
  notebook,
  class: classroom,
  ...(skills && { skills }),
  kernel,
  ...(profile && { profile }),
  config,
  whoami,
  doctor,
  completion,
  help,
};

export async function runCommand(name: string, args: readonly string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) await refuseFile(name);
  if (!command) {
    const meant = nearest(name, Object.keys(commands));
    throw new UsageError(`unknown command ${name}${meant ? `. Did you mean ${meant}?` : ''}`);
  }
  const ownArgs = ownArguments(command, args);
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

async function refuseFile(name: string): Promise<void> {
  if (statSync(name, { throwIfNoEntry: false })?.isFile()) {
    const use = await readerOf(name);
    throw new UsageError(
      `${name} is a file, not a command.${use === undefined ? '' : ` Use it with: patchbay ${use} ${fileInShell(name)}`}`,
    );
  }
  if (SCRIPT.test(extname(name)))
    throw new UsageError(`${name} is not a command, and no such file exists. Scripts run with: patchbay run FILE.ts`);
}

const SCRIPT = /^\.([cm]?[jt]sx?|ipynb|md)$/;

/** The command that reads a file: a script, a recording, a call document or the requests of a ticket. */
async function readerOf(name: string): Promise<string | undefined> {
  const extension = extname(name);
  if (SCRIPT.test(extension)) return 'run';
  if (/^\.(har|http|curl|log|txt)$/.test(extension)) return 'import';
  if (!/^\.(ya?ml|json|ndjson|xml)$/.test(extension)) return undefined;
  const { isRecordingText } = await import('../../cassette/index.js');
  if (isRecordingText(readRegularFile(name).toString())) return '--replay';
  return extension === '.ndjson' ? 'import' : 'check';
}

/** Returns the arguments for Patchbay itself, without those of a script. */
function ownArguments(command: CliCommand, args: readonly string[]): readonly string[] {
  const at = command.hasScript ? firstPositional(args, command.options ?? {}) : args.indexOf('--');
  return at < 0 ? args : args.slice(0, at);
}
