interface Deadline {
  readonly signals: readonly (AbortSignal | undefined)[];
  readonly timeoutMs: number;
  /** What is missing when the deadline passes, for the error message. */
  readonly late?: string;
}

/**
 * Runs something with a signal that aborts at the deadline, and rejects then even if the signal is ignored. The reason
 * is the first of the deadline and the given signals.
 */
export async function withDeadline<T>(
  run: (signal: AbortSignal) => T | Promise<T>,
  { signals, timeoutMs, late = 'no answer' }: Deadline,
): Promise<T> {
  const deadline = new AbortController();
  const signal = AbortSignal.any([deadline.signal, ...signals.filter((given) => given !== undefined)]);
  signal.throwIfAborted();
  const timer = setTimeout(() => deadline.abort(new Error(`${late} within ${timeoutMs} ms`)), timerMs(timeoutMs));
  let giveUp = () => {};
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp);
  });
  try {
    return await Promise.race([aborted, (async () => run(signal))()]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

/** A timer with a longer delay fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Limits a delay to the maximum that a timer supports. */
export const timerMs = (ms: number): number => Math.min(ms, LONGEST_MS);
