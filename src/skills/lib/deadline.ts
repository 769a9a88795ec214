import { timerMs } from '../../util/index.js';

interface Deadline {
  readonly signals: readonly (AbortSignal | undefined)[];
  readonly timeoutMs: number;
  /** What there is not when it is over, in words. */
  readonly late?: string;
}

/**
 * Runs something that is told when to give up, and gives up itself when that is ignored. The first reason counts:
 * the deadline, or the abort of any of the signals.
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
