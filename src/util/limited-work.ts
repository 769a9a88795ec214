import { type Context, createContext, Script } from 'node:vm';

/** The end of the name of the script. Terminating the code of the user leaves a stack with this script alone. */
export const LIMITED = '#limited-work';

// Has the name of a file in this package, so that its frame does not count as code of the user.
const CALL = new Script('work()', { filename: `${import.meta.url}${LIMITED}` });

/**
 * Marks a listener of SIGINT in a process where another thread receives the signal, also while this one is busy. There, work
 * must not be stopped by the signal: Node.js would then forget the thread, and the next signal would end the process.
 */
export const RECEIVED_BY_THREAD = Symbol('received by a thread');

/** The work was stopped, by its time limit or by Ctrl-C. */
export class WorkStopped extends Error {
  override readonly name = 'WorkStopped';

  constructor(
    readonly by: 'limit' | 'signal',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** All work runs in one context, because the creation of a context takes longer than most work. */
class Runner {
  #scope: Context | undefined;

  run<T>(work: () => T, limitMs: number): T {
    this.#scope ??= createContext({});
    const outer: unknown = this.#scope.work;
    this.#scope.work = work;
    try {
      return CALL.runInContext(this.#scope, {
        timeout: limitMs,
        breakOnSigint: !isReceivedByThread(),
        displayErrors: false,
      });
    } finally {
      this.#scope.work = outer;
    }
  }
}
const RUNNER = new Runner();

const isReceivedByThread = () => process.listeners('SIGINT').some((listener) => RECEIVED_BY_THREAD in listener);

/** Runs synchronous work for up to `limitMs`, so that nothing that it calls can block the thread. */
export function limitedWork<T>(work: () => T, limitMs: number): T {
  try {
    return RUNNER.run(work, limitMs);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new WorkStopped('limit', `stopped after ${limitMs} ms`, { cause: error });
    if (code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw new WorkStopped('signal', 'stopped', { cause: error });
    throw error;
  }
}

/** The work may throw anything, also an object whose fields cannot be read. */
function codeOf(error: unknown): unknown {
  try {
    return (error as { code?: unknown } | null | undefined)?.code;
  } catch {
    return undefined;
  }
}
