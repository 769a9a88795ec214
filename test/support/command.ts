// Runs the built command in the process of the test: a process for each command line would be most of the time of a test.
// The program is evaluated anew for each command line, with a `process` and a `console` of its own. Code of the user
// (`-e`, `run`) sees the real ones, and standard input is that of the test: both need a real process, see `run-patchbay.ts`.
import { Console } from 'node:console';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface Options {
  /** The working directory, for the time of the command. */
  readonly cwd: string;
  /** The whole environment. */
  readonly env?: NodeJS.ProcessEnv;
}

const dist = join(import.meta.dirname, '..', '..', 'dist');
const url = pathToFileURL(join(dist, 'program.cjs'));

type Program = (
  process: unknown,
  console: Console,
) => (
  require: NodeJS.Require,
  load: (specifier: string) => Promise<object>,
  url: string,
  used: Map<string, unknown>,
) => { ended: Promise<void> };

let compiled: Program | undefined;
const program = (): Program =>
  (compiled ??= new Script(`(function(process,console){return ${readFileSync(url, 'utf8')}})`, {
    filename: url.href,
  }).runInThisContext() as Program);

/** A process has one working directory, so commands run one after the other. */
let last: Promise<unknown> = Promise.resolve();

/** Runs a command line and resolves when it has ended, as a process would: with its handlers of `exit`. */
export function command(args: readonly string[], options: Options): Promise<Ended> {
  const ended = last.then(() => run(args, options));
  last = ended.catch(() => {});
  return ended;
}

async function run(args: readonly string[], { cwd, env = {} }: Options): Promise<Ended> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(stdout), text(stderr)]);
  const own = new OwnProcess({ args, env, stdout, stderr });
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const start = program()(own.process, new Console({ stdout, stderr }));
    const running = start(createRequire(url), (specifier) => import(specifier), url.href, new Map()).ended;
    await Promise.race([running, own.exited]);
    own.end();
  } finally {
    process.chdir(before);
    stdout.end();
    stderr.end();
  }
  const [out, err] = await printed;
  return { code: own.code, out, err };
}

/** The process that a command sees: its own arguments, environment, streams, exit code and handlers. */
class OwnProcess {
  readonly process: NodeJS.Process;
  /** Resolves when the command calls `process.exit`. Its code does not continue. */
  readonly exited: Promise<void>;
  readonly #events = new EventEmitter();
  #hasEnded = false;

  constructor(options: {
    readonly args: readonly string[];
    readonly env: NodeJS.ProcessEnv;
    readonly stdout: PassThrough;
    readonly stderr: PassThrough;
  }) {
    const { args, env, stdout, stderr } = options;
    const events = this.#events;
    let leave = () => {};
    this.exited = new Promise((resolve) => {
      leave = resolve;
    });
    const exit = (code?: number) => {
      if (code !== undefined) this.process.exitCode = code;
      leave();
      throw EXIT;
    };
    const forwarded = Object.fromEntries(
      (['on', 'once', 'off', 'emit', 'addListener', 'removeListener', 'listeners', 'listenerCount'] as const).map(
        (name) => [name, { value: (...rest: [never, never]) => events[name](...rest) }],
      ),
    );
    this.process = Object.create(process, {
      ...forwarded,
      argv: { value: [process.execPath, join(dist, 'cli.js'), ...args], writable: true },
      env: { value: env },
      exitCode: { value: undefined, writable: true },
      exit: { value: exit },
      stdin: { value: Readable.from([]) },
      stdout: { value: stdout },
      stderr: { value: stderr },
    });
  }

  /** Runs the handlers of the end once, in the order of Node.js. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    try {
      this.#events.emit('beforeExit', this.code);
      this.#events.emit('exit', this.code);
    } catch (error) {
      if (error !== EXIT) throw error;
    }
  }

  get code(): number {
    return Number(this.process.exitCode ?? 0);
  }
}

/** Thrown by `process.exit`, so that the code after it does not run. */
const EXIT = new Error('the command called process.exit');
