import { createContext, Script } from 'node:vm';
import { Interrupted } from './interrupted.js';

export class TimeLimitReached extends Error {
  override readonly name = 'TimeLimitReached';
}

// Has the name of a file in this package, so that the watchdog does not terminate it. The time limit stops it instead.
const CALL = new Script('work()', { filename: import.meta.url });

/**
 * Runs synchronous work of this package for up to `limitMs`, so that no input can block the thread. A SIGINT stops it
 * at once with `Interrupted`. Ctrl-C from a raw terminal is a byte, which is read only after the work.
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
