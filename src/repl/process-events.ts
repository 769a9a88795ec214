import { cleanExceptColours } from '../show/index.js';

const ENDING = { SIGTERM: 143, SIGHUP: 129 } as const;
export const END_SIGNALS = ['SIGTERM', 'SIGHUP'] as const;

/** Handles signals while the view is open. SIGINT acts as Ctrl-C; SIGTERM and SIGHUP close the view. */
export function watchSignals(on: { interrupt?: () => unknown; end: (code: number) => void }): () => void {
  const listeners: [NodeJS.Signals, () => unknown][] = [
    ['SIGTERM', () => on.end(ENDING.SIGTERM)],
    ['SIGHUP', () => on.end(ENDING.SIGHUP)],
  ];
  if (on.interrupt) listeners.push(['SIGINT', on.interrupt]);
  for (const [signal, listener] of listeners) process.on(signal, listener);
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
}

/** Shows errors of timers and unawaited promises, and keeps the bench open. The result stops this. */
export function onUncaughtError(show: (error: unknown) => void): () => void {
  process.on('uncaughtException', show);
  process.on('unhandledRejection', show);
  return () => {
    process.off('uncaughtException', show);
    process.off('unhandledRejection', show);
  };
}

type Stream = Pick<NodeJS.WriteStream, 'write'>;

/**
 * Redirects writes to the process's own streams (progress lines of libraries, warnings of Node.js) to the scrollback,
 * so that they do not corrupt the live area. Call the returned function to restore the streams.
 */
export function catchStrayOutput(streams: readonly Stream[], add: (text: string) => void): () => void {
  const originals = streams.map((stream) => stream.write);
  for (const stream of streams) {
    stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      add(cleanExceptColours(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()));
      const done = rest.find((one) => typeof one === 'function') as (() => void) | undefined;
      if (done) queueMicrotask(done);
      return true;
    }) as Stream['write'];
  }
  return () => {
    for (const [index, stream] of streams.entries()) stream.write = originals[index] as Stream['write'];
  };
}
