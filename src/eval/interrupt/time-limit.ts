import { createContext, Script } from 'node:vm';
import { Interrupted } from './interrupted.js';

/** The work was stopped because it took too long. */
export class TimeLimitReached extends Error {
  override readonly name = 'TimeLimitReached';
}

// Named as a file of this package: the watchdog terminates the user's code, and this limit stops ours.
const CALL = new Script('work()', { filename: import.meta.url });

/**
 * Runs synchronous work of our own for at most `limitMs`, so that no input can keep the thread. A SIGINT ends it at once
 * with `Interrupted`; Ctrl-C as a byte from a raw terminal is read when it is over.
 */
export function withTimeLimit<T>(work: () => T, limitMs: number): T {
  try {
    return CALL.runInContext(createContext({ work }), { timeout: limitMs, breakOnSigint: true, displayErrors: false });
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new TimeLimitReached(`stopped after ${limitMs} ms`, { cause: error });
    if (code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw new Interrupted();
    throw error;
  }
}
