import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { command, type Ended } from './command.js';

const CLI = join(import.meta.dirname, '../../dist/cli.js');

/** The compiled code of the command, which all tests share. */
export const COMPILED = { PATCHBAY_CACHE_DIR: join(import.meta.dirname, '../../node_modules/.cache/patchbay-code') };

interface Options {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly stdin?: string;
}

/** Commands that run code of the user, start other processes, serve, or read standard input. */
const NEEDS_PROCESS = /^(?:-|run |sandbox$|kernel$|notebook$|skills (?:run|serve|index|mcp)|cassette edit)/;

/** Runs the built command, in a process of its own where the command line needs one. */
export function patchbay(args: readonly string[], { cwd, env = {}, stdin }: Options): Promise<Ended> {
  const all = environmentFor(cwd, env);
  const isInProcess = stdin === undefined && !NEEDS_PROCESS.test(args.slice(0, 2).join(' ')) && args.length > 0;
  return isInProcess && !args.includes('--run') ? command(args, { cwd, env: all }) : ownProcess(args, cwd, all, stdin);
}

const environmentFor = (cwd: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  PATCHBAY_STATE_DIR: cwd,
  PATCHBAY_CONFIG_DIR: cwd,
  ...COMPILED,
  NO_COLOR: '1',
  ...env,
});

async function ownProcess(
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  stdin: string | undefined,
): Promise<Ended> {
  // A server would wait for Ctrl-C.
  const child = spawn(process.execPath, [CLI, ...args], { cwd, env, timeout: 20_000 });
  child.stdin.end(stdin ?? '');
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: (await ended) ?? -1, out, err };
}

/**
 * Runs the built command in the process of the test also with code, which saves the start of a process. It is for code
 * that only computes a value, fails, or sends requests: such code leaves nothing running and does not see the process.
 */
export const evaluate = (args: readonly string[], { cwd, env = {} }: Omit<Options, 'stdin'>): Promise<Ended> =>
  command(args, { cwd, env: environmentFor(cwd, env) });

/** Returns a function that runs the built command in a folder, with only the environment that it needs. */
export const patchbayIn =
  (cwd: string) =>
  (args: readonly string[], stdin?: string): Promise<Ended> =>
    patchbay(args, { cwd, ...(stdin !== undefined && { stdin }) });
