import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { ENDING } from '../../eval/index.js';
import type { FrontEnd } from './front-end.js';

type Print = (name: 'stdout' | 'stderr', text: string) => void;
type Question = (this: { input?: unknown }, query: string, ...rest: unknown[]) => unknown;

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

/** Shows the questions of `node:readline` in the front end, because stdin is empty and would never answer. */
export function askThroughFrontEnd(frontEnd: Pick<FrontEnd, 'input' | 'supportsInput'>): void {
  const require = createRequire(import.meta.url);
  for (const name of ['node:readline', 'node:readline/promises']) {
    const { prototype } = require(name).Interface as { prototype: { question: Question } };
    const { question } = prototype;
    prototype.question = function (query, ...rest) {
      if (this.input !== process.stdin) return question.call(this, query, ...rest);
      const answer = frontEnd.input(query);
      const done = rest.at(-1);
      if (typeof done !== 'function') return answer;
      // A callback has no argument for an error.
      if (!frontEnd.supportsInput)
        throw new Error('this front end does not support questions; run the cell in a notebook');
      void answer.then((text) => done(text));
    };
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
  // Terminated code leaves promises that it was about to await.
  let isEnding = false;
  process.on(ENDING, () => {
    isEnding = true;
    setImmediate(() => setImmediate(() => (isEnding = false)));
  });
  process.on('unhandledRejection', (reason) => !isEnding && say('Unhandled rejection', reason));
  process.on('uncaughtException', (error) => say('Uncaught exception', error));
  return exit;
}

class ExitRefused extends Error {
  override readonly name = 'ExitRefused';
}
