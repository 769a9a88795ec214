import { Readable } from 'node:stream';

type Print = (name: 'stdout' | 'stderr', text: string) => void;

/**
 * Whatever any code in this process writes to stdout or stderr becomes output of a cell. Its input is at its end:
 * Jupyter hands a pipe that nobody ever writes to, and a cell that reads it would wait for ever.
 */
export function captureStdio(print: Print): void {
  const nothing = Readable.from([]);
  Object.defineProperty(process, 'stdin', { configurable: true, enumerable: true, get: () => nothing });
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = ((chunk: string | Uint8Array, encoding?: unknown, done?: unknown) => {
      print(name, typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
      const callback = typeof encoding === 'function' ? encoding : done;
      if (typeof callback === 'function') queueMicrotask(() => callback());
      return true;
    }) as typeof process.stdout.write;
  }
}
