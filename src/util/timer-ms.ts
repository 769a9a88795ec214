/** A timer that is set for longer goes off at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** A time that a timer can be set for. */
export const timerMs = (ms: number): number => Math.min(ms, LONGEST_MS);
