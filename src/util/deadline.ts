import { setMaxListeners } from 'node:events';

interface Deadline {
  readonly signals: readonly (AbortSignal | undefined)[];
  readonly timeoutMs: number;
  /** What is missing when the deadline passes, for the error message. */
  readonly late?: string;
}

/** Runs something with a signal, and rejects when it aborts, even if the work ignores it. */
export async function withDeadline<T>(
  run: (signal: AbortSignal) => T | Promise<T>,
  { signals, timeoutMs, late = 'no answer' }: Deadline,
): Promise<T> {
  const deadline = new AbortController();
  const signal = AbortSignal.any([deadline.signal, ...signals.filter((given) => given !== undefined)]);
  // Node warns about the 11th listener, but each request of the work adds one.
  setMaxListeners(0, signal);
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
const MAX_MS = 2 ** 31 - 1;

export const timerMs = (ms: number): number => Math.min(ms, MAX_MS);

/** Runs something with a time limit. Running out of time is not an error; only a cancelled call throws. */
export async function withTimeLimit<T>(
  { seconds, signal }: { seconds: number; signal?: AbortSignal | undefined },
  run: (over: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = Number.isFinite(seconds) ? setTimeout(() => late.abort(), timerMs(seconds * 1000)) : undefined;
  try {
    const over = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
    setMaxListeners(0, over);
    const result = await run(over);
    signal?.throwIfAborted();
    return result;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the result of some work, or undefined if the signal aborts first, even if the work ignores the signal. */
export async function beforeOver<T>(work: Promise<T>, over: AbortSignal): Promise<T | undefined> {
  let give = () => {};
  const given = new Promise<undefined>((resolve) => {
    give = () => resolve(undefined);
    over.addEventListener('abort', give);
    if (over.aborted) give();
  });
  // Errors after the abort are ignored.
  const heeded = work.catch((error) => {
    if (over.aborted) return undefined;
    throw error;
  });
  try {
    return await Promise.race([heeded, given]);
  } finally {
    over.removeEventListener('abort', give);
  }
}
