import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { bundledScript } from '../support/bundled-script.js';
import type { Cost, Order } from './serve.js';

/** What came of an input: its cost, or that it never ended, or that it ended the process. */
export type Result =
  | Cost
  | { readonly outcome: 'hung' | 'died'; readonly message: string; readonly ms: number; readonly grownMb: 0 };

/** More memory than this is too much for any input of the tests. */
const HEAP_MB = 512;

/** A process that runs one input at a time. It starts again after an input that ended it or had to be stopped. */
export class Worker {
  #child: Promise<ChildProcess> | undefined;

  /** `script`: the file of this folder that runs the inputs. */
  constructor(
    private readonly deadlineMs = 20_000,
    private readonly script = 'child.ts',
  ) {}

  async run(order: Order): Promise<Result> {
    const child = await (this.#child ??= start(this.script));
    return new Promise((resolve) => {
      const settle = (result: Result, isOver: boolean) => {
        clearTimeout(timer);
        child.removeAllListeners();
        if (isOver) {
          child.kill('SIGKILL');
          this.#child = undefined;
        }
        resolve(result);
      };
      const timer = setTimeout(
        () => settle(broken('hung', `no result within ${this.deadlineMs} ms`, this.deadlineMs), true),
        this.deadlineMs,
      );
      child.once('message', (cost: Cost) => settle(cost, false));
      child.once('exit', (code, signal) => settle(broken('died', `the process ended with ${signal ?? code}`, 0), true));
      child.send(order);
    });
  }

  async close(): Promise<void> {
    const child = await this.#child;
    this.#child = undefined;
    child?.removeAllListeners();
    child?.kill('SIGKILL');
  }
}

const broken = (outcome: 'hung' | 'died', message: string, ms: number): Result => ({
  outcome,
  message,
  ms,
  grownMb: 0,
});

const bundled = new Map<string, string>();

/** Ready for its first input: loading all parsers takes longer than most inputs. */
function start(script: string): Promise<ChildProcess> {
  const file = bundled.get(script) ?? bundledScript(join(import.meta.dirname, script));
  bundled.set(script, file);
  const child = fork(file, {
    execArgv: [`--max-old-space-size=${HEAP_MB}`, '--no-warnings'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('message', () => {
      child.removeAllListeners();
      resolve(child);
    });
    child.once('exit', (code) => reject(new Error(`the child process ended with ${code} before its first input`)));
  });
}
