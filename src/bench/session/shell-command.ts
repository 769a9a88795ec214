import { spawn } from 'node:child_process';
import { CREDENTIAL_VARIABLES } from '../../client/index.js';
import type { Profiles } from '../../commands/index.js';
import { Interrupted } from '../../eval/index.js';
import { cleanStream } from '../../show/index.js';
import { attempt, fileProblem, Mistake } from '../../util/index.js';
import type { Bench } from '../bench.js';
import type { Ask } from '../confirm/confirm-live.js';
import type { Input } from './input.js';
import type { SessionMonitor } from './session-monitor.js';

/** `typed` is the whole input, for messages. */
type ShellLine = Pick<Extract<Input, { kind: 'shell' }>, 'line' | 'typed'>;

interface Ports {
  readonly isPrompt: boolean;
  /** Returns why no command may run now, where no person types the inputs. Without it, none may. */
  readonly shellRefusal: (() => string | undefined) | undefined;
  readonly bench: Pick<Bench, 'mode' | 'profiles' | 'signal'>;
  /** Without it, the user has confirmed everything with `--yes`. */
  readonly ask: Ask | undefined;
  readonly monitor: Pick<SessionMonitor, 'input' | 'log'>;
}

/** A command that does not end at the signal of Ctrl-C is killed after this time. */
const GRACE_MS = 1_000;

/** Runs `!command` and `.sh command`. At the prompt, the user confirms the first command of a session. */
export class ShellCommands {
  /** Whether a person types the inputs, so that commands of the shell run. */
  readonly isPrompt: boolean;
  readonly #ports: Ports;
  #isConfirmed: boolean;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.isPrompt = ports.isPrompt;
    this.#isConfirmed = ports.ask === undefined || !ports.isPrompt;
  }

  /** Returns when the command has ended. Rejects if it must not run, fails or is interrupted. */
  async run({ line, typed }: ShellLine): Promise<void> {
    const { shellRefusal = () => onlyAtPrompt(line), bench, ask } = this.#ports;
    const reason = this.isPrompt ? undefined : shellRefusal();
    if (reason !== undefined) throw new Mistake(`\`${typed}\` did not run. ${reason}`);
    if (bench.mode.kind === 'replay')
      throw new Mistake(
        `\`${typed}\` did not run. A replay runs no shell commands, because its result must not depend on this machine. .mode sandbox ends the replay`,
      );
    if (!this.#isConfirmed && ask)
      this.#isConfirmed = await ask(`Run ${line} in a shell? Later commands of this session run without a question.`);
    if (!this.#isConfirmed) throw new Mistake(`\`${typed}\` did not run, because you did not confirm it`);
    await this.#start(line, typed);
  }

  #start(line: string, typed: string): Promise<void> {
    const { bench, monitor } = this.#ports;
    const { input } = monitor;
    const { signal } = bench;
    const child = spawn(line, {
      shell: true,
      env: withoutAccounts(process.env, bench.profiles()),
      stdio: ['ignore', 'pipe', 'pipe'],
      // Starts a process group, which Ctrl-C ends as a whole.
      detached: process.platform !== 'win32',
    });
    const signalGroup = (name: NodeJS.Signals) =>
      attempt(() => (child.pid === undefined ? undefined : process.kill(-child.pid, name)));
    const kill = () => void signalGroup('SIGKILL');
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        monitor.log.append({ kind: 'console', input, stream, text: cleanStream(text), isOfShell: true });
      });
    process.once('exit', kill);
    return new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const stop = () => {
        signalGroup('SIGINT');
        timer = setTimeout(() => {
          kill();
          reject(new Interrupted());
        }, GRACE_MS);
      };
      signal.addEventListener('abort', stop);
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        process.off('exit', kill);
      };
      child.once('error', (error) => {
        end();
        reject(new Mistake(`the shell cannot start: ${fileProblem(error)}`));
      });
      child.once('close', (code, name) => {
        end();
        // A background process of the command ignores the signal of Ctrl-C.
        if (signal.aborted) {
          kill();
          reject(new Interrupted());
        } else if (code === 0) resolve();
        else reject(new Mistake(`\`${typed}\` ${name === null ? `exited with code ${code}` : `was ended by ${name}`}`));
      });
    });
  }
}

const onlyAtPrompt = (line: string): string =>
  `Shell commands run only when you type them at the prompt, because code from a file, a notebook or -e can come from someone else. In code, type \`(await import('node:child_process')).execSync(${JSON.stringify(line)}).toString()\``;

/** Removes the variables of the account, and each variable that contains the token of a profile. */
function withoutAccounts(env: NodeJS.ProcessEnv, { profiles }: Profiles): NodeJS.ProcessEnv {
  const account: readonly string[] = Object.values(CREDENTIAL_VARIABLES);
  const tokens = Object.values(profiles).map(({ token }) => token);
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name, value = '']) => !account.includes(name) && !tokens.some((token) => token !== '' && value.includes(token)),
    ),
  );
}
