import { constants } from 'node:os';
import { isInstance } from '../util/index.js';

export { UsageError } from '../util/index.js';

export const FINE = 0;
/** Exit code: the user's code or a request failed. */
export const FAILED = 1;
/** Exit code: wrong usage, or a question without a terminal to answer it. */
export const WRONG_USAGE = 2;
/** Exit code: a check found a difference, or a request is not in the recording. */
export const DIFFERENT = 3;

/** Returns the exit code after a signal, as shells report it: 130 for Ctrl-C. */
export const endedBy = (signal: unknown): number =>
  128 + (signal === 'SIGTERM' ? constants.signals.SIGTERM : constants.signals.SIGINT);

/** Returns whether an error, or any of its causes, is a request that a recording lacks. */
export function isMiss(error: unknown): boolean {
  if (!isInstance(error, Error)) return false;
  const { code, kind } = error as { code?: unknown; kind?: unknown };
  return code === 'miss' || kind === 'miss' || isMiss(error.cause);
}
