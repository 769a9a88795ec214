import { limitedWork, WorkStopped } from '../../util/index.js';
import { Interrupted } from './interrupted.js';

export class TimeLimitReached extends Error {
  override readonly name = 'TimeLimitReached';
}

/**
 * Runs synchronous work of this package for up to `limitMs`, so that no input can block the thread. A SIGINT stops it
 * at once with `Interrupted`. Ctrl-C from a raw terminal is a byte, which is read only after the work.
 */
export function withTimeLimit<T>(work: () => T, limitMs: number): T {
  try {
    return limitedWork(work, limitMs);
  } catch (error) {
    if (!(error instanceof WorkStopped)) throw error;
    if (error.by === 'signal') throw new Interrupted();
    throw new TimeLimitReached(error.message, { cause: error.cause });
  }
}
