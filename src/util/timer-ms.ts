/** A timer with a longer delay fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Limits a delay to the maximum that a timer supports. */
export const timerMs = (ms: number): number => Math.min(ms, LONGEST_MS);
