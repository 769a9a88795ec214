/** What the process says when it ends. */
export const FINE = 0;
/** The user's code or a request failed. */
export const FAILED = 1;
/** Wrong usage, or a question that nobody can answer. */
export const WRONG_USAGE = 2;
/** A check found a difference; a recording had no such exchange. */
export const DIFFERENT = 3;

/** The command line was wrong: told in one line, with the way to the help. */
export class UsageError extends Error {}
