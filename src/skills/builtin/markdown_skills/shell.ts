import { type ChildProcess, spawn } from 'node:child_process';
import { attempt, type Environment, plainLine, plainText } from '../../index.js';

export interface ShellOptions {
  readonly directory: string;
  readonly env: Environment;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const MAX_BYTES = 64 * 1024;
const MAX_COMMANDS = 20;
/** Environment variables that a command receives. Any other variable may hold a credential. */
const ALLOWED_VARIABLES = 'PATH HOME USER LANG LC_ALL TZ TMPDIR SystemRoot ComSpec PATHEXT TEMP'.split(' ');
const COMMAND = /!`([^`\n]+)`/;

export const hasCommands = (text: string): boolean => COMMAND.test(text);

/** Runs the commands in a text. Even items of the result are text, odd items are the output of commands. */
export async function withCommands(text: string, options: ShellOptions): Promise<string[]> {
  const parts = text.split(new RegExp(COMMAND, 'g'));
  for (let index = 1; index < parts.length; index += 2) {
    const command = parts[index] as string;
    parts[index] =
      index / 2 < MAX_COMMANDS
        ? await outputOf(command, options)
        : failed(command, `more than ${MAX_COMMANDS} commands`);
  }
  return parts;
}

/** Returns the output of a command, or the reason for its failure in brackets. */
async function outputOf(command: string, { directory, env, timeoutMs, signal }: ShellOptions): Promise<string> {
  signal.throwIfAborted();
  const allowed = Object.fromEntries(
    ALLOWED_VARIABLES.filter((name) => env[name] !== undefined).map((name) => [name, env[name]]),
  );
  const child = spawn(command, {
    shell: true,
    cwd: directory,
    env: { ...allowed, SKILL_DIR: directory },
    stdio: ['ignore', 'pipe', 'ignore'],
    // Start a process group, so that child processes end with the command.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  try {
    const { problem, output } = await outcomeOf(child, timeoutMs, signal);
    signal.throwIfAborted();
    return problem === undefined ? plainText(output, MAX_BYTES).replace(/\n+$/, '') : failed(command, problem);
  } finally {
    killAll(child);
  }
}

const failed = (command: string, why: string) => `[command failed: ${plainLine(command, 200)}: ${why}]`;

function outcomeOf(child: ChildProcess, timeoutMs: number, signal: AbortSignal) {
  return new Promise<{ output: string; problem?: string }>((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (problem?: string) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      resolve({ output: Buffer.concat(chunks).toString(), ...(problem !== undefined && { problem }) });
    };
    const abort = () => end('aborted');
    const timer = setTimeout(() => end(`timed out after ${timeoutMs / 1000} s`), timeoutMs);
    signal.addEventListener('abort', abort);
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) end(`more than ${MAX_BYTES} bytes of output`);
      else chunks.push(chunk);
    });
    child.on('error', (error) => end(error.message));
    child.on('close', (code, killedBy) =>
      end(code === 0 ? undefined : killedBy ? `ended by ${killedBy}` : `exit code ${code}`),
    );
  });
}

function killAll(child: ChildProcess): void {
  child.stdout?.destroy();
  if (child.pid === undefined) return;
  const { pid } = child;
  // The processes may have already ended.
  attempt(() => (process.platform === 'win32' ? child.kill() : process.kill(-pid, 'SIGKILL')));
}
