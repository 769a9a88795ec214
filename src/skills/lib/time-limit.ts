import { timerMs } from '../../util/index.js';

/**
 * Runs something with a signal that tells it when its time is over, or its caller gave up. Being late is no failure:
 * what it makes of it counts. Only the caller's giving up is thrown.
 */
export async function withTimeLimit<T>(
  { seconds, signal }: { seconds: number; signal?: AbortSignal | undefined },
  run: (over: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = Number.isFinite(seconds) ? setTimeout(() => late.abort(), timerMs(seconds * 1000)) : undefined;
  try {
    const result = await run(signal ? AbortSignal.any([signal, late.signal]) : late.signal);
    signal?.throwIfAborted();
    return result;
  } finally {
    clearTimeout(timer);
  }
}

/** What comes of it before the signal; nothing when the signal comes first, whether the work heeds it or not. */
export async function beforeOver<T>(work: Promise<T>, over: AbortSignal): Promise<T | undefined> {
  let give = () => {};
  const given = new Promise<undefined>((resolve) => {
    give = () => resolve(undefined);
    over.addEventListener('abort', give);
    if (over.aborted) give();
  });
  // What fails because of the signal, or after it, concerns nobody any more.
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
