import { constants } from 'node:os';

/** What the process says when it ends. */
export const FINE = 0;
/** The user's code or a request failed. */
export const FAILED = 1;
/** Wrong usage, or a question that nobody can answer. */
export const WRONG_USAGE = 2;
/** A check found a difference; a recording had no such exchange. */
export const DIFFERENT = 3;

/** Somebody ended what was not finished: 130 for Ctrl-C, as shells say it. */
export const endedBy = (signal: unknown): number =>
  128 + (signal === 'SIGTERM' ? constants.signals.SIGTERM : constants.signals.SIGINT);

/** The command line was wrong: told in one line, with the way to the help. */
export class UsageError extends Error {}
