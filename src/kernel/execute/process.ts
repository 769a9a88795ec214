import { Readable } from 'node:stream';

type Print = (name: 'stdout' | 'stderr', text: string) => void;

/**
 * Turns everything that code in this process writes to stdout or stderr into output of a cell, and ends stdin at once.
 * Jupyter starts kernels with an stdin pipe that is never written to, so a cell that reads it would wait forever.
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

/** `process.exit` throws, and unhandled errors are reported. Returns the original `process.exit`. */
export function surviveCells(say: (what: string, error: unknown) => void): (code: number) => never {
  const exit = process.exit.bind(process);
  process.exit = ((code?: number) => {
    throw new ExitRefused(
      `process.exit(${code ?? ''}) does not end a notebook; restart or shut down the kernel instead`,
    );
  }) as typeof process.exit;
  process.on('unhandledRejection', (reason) => say('Unhandled rejection', reason));
  process.on('uncaughtException', (error) => say('Uncaught exception', error));
  return exit;
}

class ExitRefused extends Error {
  override readonly name = 'ExitRefused';
}
