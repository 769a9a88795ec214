/**
 * Runs something that is told when to give up, and gives up itself when that is ignored. The first reason counts:
 * the deadline, or the abort of any of the signals.
 */
export async function withDeadline<T>(
  run: (signal: AbortSignal) => T | Promise<T>,
  { signals, timeoutMs }: { signals: readonly (AbortSignal | undefined)[]; timeoutMs: number },
): Promise<T> {
  const deadline = new AbortController();
  const signal = AbortSignal.any([deadline.signal, ...signals.filter((given) => given !== undefined)]);
  signal.throwIfAborted();
  const timer = setTimeout(() => deadline.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
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
