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

/**
 * Returns a function that restores the built-in functions of JavaScript and Node.js that a cell has deleted or replaced
 * by something else, because the kernel uses them too. It returns their names. A replacement of the same kind stays.
 */
export function rememberBuiltIns(): () => string[] {
  const { defineProperty, getOwnPropertyDescriptor, getOwnPropertyDescriptors } = Object;
  const { ownKeys } = Reflect;
  const kind = ({ value }: PropertyDescriptor) => (value === null ? 'null' : typeof value);
  // Node.js has a setter for these two, so a replaced value would not show in the descriptor.
  const { process: ours, Buffer: bytes } = globalThis;
  for (const [name, value] of [['process', ours] as const, ['Buffer', bytes] as const])
    defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });
  const globals = getOwnPropertyDescriptors(globalThis);
  const classes = Object.entries(globals).filter(([name, { value }]) => /^[A-Z]/.test(name) && Object(value) === value);
  const known: { owner: object; name: string | symbol; path: string; before: PropertyDescriptor }[] = [];
  const remember = (owner: object, prefix: string, descriptors: Record<string | symbol, PropertyDescriptor>) => {
    for (const name of ownKeys(descriptors)) {
      const before = descriptors[name];
      const path = typeof name === 'symbol' ? `${prefix.slice(0, -1)}[${name.description}]` : prefix + name;
      if (before?.configurable) known.push({ owner, name, path, before });
    }
  };
  remember(globalThis, '', globals);
  for (const [name, { value }] of classes) {
    remember(value, `${name}.`, getOwnPropertyDescriptors(value));
    if (value.prototype) remember(value.prototype, `${name}.prototype.`, getOwnPropertyDescriptors(value.prototype));
  }
  // Uses no other built-in function than those above: any of them may be missing.
  return () => {
    const restored: string[] = [];
    for (let at = 0; at < known.length; at++) {
      const { owner, name, path, before } = known[at] as (typeof known)[number];
      const now = getOwnPropertyDescriptor(owner, name);
      if (now && (!('value' in before) || kind(now) === kind(before))) continue;
      defineProperty(owner, name, before);
      restored[restored.length] = path;
    }
    return restored;
  };
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
