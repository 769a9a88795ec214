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

/** More errors than this are not shown within one second. */
const MAX_ERRORS = 20;
const WINDOW_MS = 1_000;

/**
 * Shows errors of timers and unawaited promises, and keeps the bench open. If showing an error fails too, that error does not
 * start the next one without end. The result stops this.
 */
export function onUncaughtError(show: (error: unknown) => void): () => void {
  let count = 0;
  let sinceMs = Number.NEGATIVE_INFINITY;
  const listener = (error: unknown) => {
    const nowMs = performance.now();
    if (nowMs - sinceMs > WINDOW_MS) [count, sinceMs] = [0, nowMs];
    count += 1;
    if (count < MAX_ERRORS) show(error);
    else if (count === MAX_ERRORS) show(new Error('many errors followed within a second. They are not shown'));
  };
  process.on('uncaughtException', listener);
  process.on('unhandledRejection', listener);
  return () => {
    process.off('uncaughtException', listener);
    process.off('unhandledRejection', listener);
  };
}

/**
 * Keeps the streams of the terminal open: code that ends or destroys one only stops using it. The result gives the methods
 * back.
 */
function keepOpen(input: NodeJS.ReadStream, outputs: readonly NodeJS.WriteStream[]): () => void {
  const changed: [object, string, PropertyDescriptor | undefined][] = [];
  const replace = (stream: object, name: string, value: unknown) => {
    changed.push([stream, name, Object.getOwnPropertyDescriptor(stream, name)]);
    Object.defineProperty(stream, name, { value, writable: true, configurable: true });
  };
  for (const stream of [input, ...outputs])
    for (const name of ['destroy', 'destroySoon']) replace(stream, name, () => stream);
  for (const stream of outputs)
    replace(stream, 'end', (...given: unknown[]) => {
      const [chunk] = given;
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) stream.write(chunk);
      const done = given.find((one) => typeof one === 'function') as (() => void) | undefined;
      if (done) queueMicrotask(done);
      return stream;
    });
  return () => {
    for (const [stream, name, before] of changed)
      if (before) Object.defineProperty(stream, name, before);
      else Reflect.deleteProperty(stream, name);
  };
}

/** Makes the terminal that of the bench: other writes go to `add`, and no code can close it. The result undoes this. */
export function ownTerminal(add: (text: string) => void): () => void {
  const outputs = [process.stdout, process.stderr];
  const undo = [catchStrayOutput(outputs, add), keepOpen(process.stdin, outputs)];
  return () => {
    for (const each of undo.reverse()) each();
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
