import { existsSync } from 'node:fs';
import type { Mode } from '../bench/index.js';
import { fileProblem, Mistake, packageRoot, packageVersion } from '../util/index.js';
import { UsageError, WRONG_USAGE } from './exit-codes.js';
import { evaluationOptions } from './options.js';

/** Runs the command line and returns the exit code. Each branch loads its modules only when it runs. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    return await dispatch(args);
  } catch (error) {
    if (isFileError(error)) {
      (await import('./output.js')).writeErr(`patchbay: ${error.path} cannot be used: ${fileProblem(error)}\n`);
      return WRONG_USAGE;
    }
    if (!(error instanceof UsageError || error instanceof Mistake)) throw error;
    // The message of a `Mistake` already says what to do.
    const hint = error instanceof UsageError ? `See ${await helpCommand(args)}.\n` : '';
    // Loaded only if there is something to print.
    (await import('./output.js')).writeErr(`patchbay: ${error.message}\n${hint}`);
    return WRONG_USAGE;
  }
}

/** An error of the operating system about a file that the user named. A file of this package is a fault of ours. */
const isFileError = (error: unknown): error is NodeJS.ErrnoException & { path: string } =>
  error instanceof Error &&
  'syscall' in error &&
  'path' in error &&
  typeof error.path === 'string' &&
  !error.path.startsWith(packageRoot());

async function helpCommand([word, action = '']: readonly string[]): Promise<string> {
  if (word === undefined || word.startsWith('-')) return 'patchbay --help';
  const { commands } = await import('./commands/index.js');
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
  const words = command ? [word, ...(Object.hasOwn(command.actions ?? {}, action) ? [action] : [])] : [];
  return ['patchbay', ...words, '--help'].join(' ');
}

function refuseMissing(mode: Mode): void {
  const file = mode.kind === 'replay' ? mode.file : mode.kind === 'sandbox' ? mode.from : undefined;
  if (file === undefined || existsSync(file)) return;
  throw new UsageError(`${file} cannot be read: there is no such file or folder`);
}

async function dispatch(args: readonly string[]): Promise<number> {
  const [word] = args;
  if (word !== undefined && !word.startsWith('-')) {
    const { runCommand } = await import('./commands/index.js');
    return runCommand(word, args.slice(1));
  }
  const options = evaluationOptions(args);
  if (options.help) return (await import('./general-help.js')).printHelp();
  if (options.version) return (await import('./output.js')).print(`patchbay ${packageVersion()}`);
  if (options.words[0] !== undefined)
    throw new UsageError(`put ${options.words[0]} before the options: patchbay ${options.words[0]} …`);
  if (options.code !== undefined) return (await import('./plain-run.js')).evaluateCode(options.code, options);
  // The prompt appears before the bench reads the file.
  refuseMissing(options.mode);
  if (process.stdin.isTTY && process.stdout.isTTY) return (await import('./open-bench.js')).openOnTerminal(options);
  return (await import('./plain-run.js')).runPiped(options);
}
