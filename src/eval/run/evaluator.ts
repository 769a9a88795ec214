import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { type Compiled, compileInput } from '../compile/compile.js';
import { INPUT } from '../compile/instrument.js';
import { stripTypes } from '../compile/strip-types.js';
import { fromEngine } from '../errors/source-error.js';
import { rememberSource } from '../errors/stack.js';
import { withoutHelpers } from '../errors/without-helpers.js';
import { ENDING } from '../interrupt/ending.js';
import { Interrupted } from '../interrupt/interrupted.js';
import { bindImports, type ImportModule, importerAt } from '../modules/imports.js';
import { requireTypeScript } from '../modules/typescript-modules.js';
import { type Completeness, completeness } from '../parse/completeness.js';
import { InputContext } from './input-context.js';
import { Scope } from './scope.js';

export interface EvaluatorOptions {
  /** Preloaded names, getters included; the user may declare them anew. */
  readonly globals?: Record<string, unknown>;
  /** Packages and relative imports resolve from here. The default is the working directory. */
  readonly directory?: string;
  /** First say over `import` and `import()`: a namespace object wins, undefined is the default. */
  readonly importModule?: ImportModule;
}

interface RunOptions {
  /** Named in stack traces in place of `input-N`. */
  readonly filename?: string;
  /** A script: `export` is tolerated, and the last expression is awaited but not a result. */
  readonly script?: boolean;
  /** Where this input's imports resolve from. The default is the folder of an absolute `filename`, then the evaluator's. */
  readonly directory?: string;
  /** Runs until this signal: `interrupt` leaves it alone. */
  readonly background?: AbortSignal;
}

/** Evaluates TypeScript in a scope that lasts, whoever asks. */
export interface Evaluator {
  /** Rejects with whatever the input throws, a `SourceError` when it is no program, or `Interrupted`. */
  run(source: string, options?: RunOptions): Promise<{ value: unknown }>;
  /** Every name of the scope, preloaded or declared. */
  names(): string[];
  /** The property behind a name; never calls a getter of the user's. */
  peek(name: string): PropertyDescriptor | undefined;
  define(name: string, value: unknown): void;
  /**
   * Ends what runs, also while it waits for something that never comes; what runs in the background only where the
   * watchdog had to terminate it. A busy loop takes `startWatchdog`. Says whether there was anything.
   */
  interrupt(): boolean;
  completeness(source: string): Completeness;
  /** Starts esbuild, so that the first TypeScript input does not wait for it. */
  warmUp(): Promise<void>;
}

export function createEvaluator(options: EvaluatorOptions = {}): Evaluator {
  return new SessionEvaluator(options);
}

interface Place {
  readonly filename: string;
  readonly directory: string;
  readonly script: boolean;
}

/** Gives the input, with its helpers in it. */
type Start = (this: typeof globalThis, context: InputContext) => () => Promise<unknown>;

interface Running {
  readonly reject: (error: Interrupted) => void;
  /** Undefined while the input is being compiled. */
  context?: InputContext;
  /** Names that go back to what they were if their initialiser never runs. */
  unsettled: string[];
  stopped: boolean;
  /** Terminated while it was busy. */
  isEnded: boolean;
  readonly isBackground: boolean;
}

/** What runs in the background, in whatever it has left behind. */
const inBackground = new AsyncLocalStorage<Running>();
process.on(ENDING, () => {
  const running = inBackground.getStore();
  if (running) running.isEnded = true;
});

function stop(running: Running): void {
  running.stopped = true;
  running.context?.interrupt();
  running.reject(new Interrupted());
}

class SessionEvaluator implements Evaluator {
  readonly #scope = new Scope();
  readonly #directory: string;
  readonly #importModule: ImportModule | undefined;
  readonly #running = new Set<Running>();
  #count = 0;
  #require: unknown;

  constructor({ globals = {}, directory = process.cwd(), importModule }: EvaluatorOptions) {
    this.#directory = resolve(directory);
    this.#importModule = importModule;
    this.#offerRequire(this.#directory, 'input');
    requireTypeScript();
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(globals))) {
      this.#scope.define(name, descriptor);
    }
  }

  async run(source: string, options: RunOptions = {}): Promise<{ value: unknown }> {
    const filename = options.filename ?? `input-${++this.#count}`;
    const directory = resolve(options.directory ?? (isAbsolute(filename) ? dirname(filename) : this.#directory));
    const place = { filename, directory, script: options.script ?? false };
    const { promise, resolve: fulfil, reject } = withResolvers<{ value: unknown }>();
    const { background } = options;
    const running: Running = {
      reject,
      unsettled: [],
      stopped: false,
      isEnded: false,
      isBackground: background !== undefined,
    };
    const end = () => stop(running);
    background?.addEventListener('abort', end);
    this.#running.add(running);
    const evaluate = () => void this.#evaluate(source, place, running).then(fulfil, reject);
    // A job of its own: terminating a busy loop unwinds everything below it, which must not be our caller. It drops the
    // microtasks behind it, too, among which is a caller that does not wait for us.
    if (background) setImmediate(() => inBackground.run(running, evaluate));
    else queueMicrotask(evaluate);
    if (background?.aborted) end();
    try {
      return await promise;
    } finally {
      // Here and not where the input runs: a terminated busy loop never comes to its own `finally`.
      this.#running.delete(running);
      background?.removeEventListener('abort', end);
      this.#scope.settle(running.unsettled);
      if (running.stopped) void running.context?.disposal.end(null).catch(() => {}); // nobody is left to tell
    }
  }

  names(): string[] {
    return this.#scope.list();
  }

  peek(name: string): PropertyDescriptor | undefined {
    return this.#scope.peek(name);
  }

  define(name: string, value: unknown): void {
    this.#scope.define(name, { value, writable: true });
  }

  interrupt(): boolean {
    const ended = [...this.#running].filter(({ isBackground, isEnded }) => !isBackground || isEnded);
    for (const running of ended) stop(running);
    return ended.length > 0;
  }

  completeness(source: string): Completeness {
    return completeness(source);
  }

  async warmUp(): Promise<void> {
    await stripTypes('let ready: true', { filename: 'warm-up' });
  }

  async #evaluate(source: string, place: Place, running: Running) {
    const compiled = await compileInput(source, place);
    if (running.stopped) throw new Interrupted();
    const load = importerAt(place.directory, place.filename, this.#importModule);
    const context = new InputContext(this.#scope, load, place);
    running.context = context;
    this.#offerRequire(place.directory, basename(place.filename));
    const start = this.#compile(compiled, source, place.filename);
    running.unsettled = this.#declare(compiled);
    try {
      await bindImports(this.#scope, compiled.imports, load, place.directory);
      context.resume();
      const result = (await start.call(globalThis, context)()) as { value: unknown } | undefined;
      await context.disposal.end(null);
      return { value: place.script ? undefined : result?.value };
    } catch (thrown) {
      const error = withoutHelpers(thrown);
      await context.disposal.end({ error });
      throw error;
    }
  }

  #compile({ body, locate }: Compiled, source: string, filename: string): Start {
    try {
      const start = compileFunction(body, [INPUT], {
        filename,
        lineOffset: -1,
        contextExtensions: [this.#scope.names],
      });
      rememberSource(filename, locate);
      return start as Start;
    } catch (error) {
      throw fromEngine(error, { filename, source });
    }
  }

  /** Makes the input's names assignable, and says which of them wait for their initialiser. */
  #declare({ declared, assigned }: Compiled): string[] {
    const lexical: string[] = [];
    for (const [name, kind] of declared) {
      if (kind === 'var') this.#scope.declare(name);
      else if (kind === 'merged') this.define(name, undefined);
      else {
        this.#scope.prepare(name);
        lexical.push(name);
      }
    }
    // A bare assignment to a name that nobody declared declares it here, as `var` would. The input is strict code, so
    // what is not found in the scope would be an assignment to the real global: `process = 1` must not reach that one.
    for (const [name, plain] of assigned) {
      if (this.#scope.has(name) || !(plain || name in globalThis)) continue;
      this.#scope.declare(name, (globalThis as Record<string, unknown>)[name]);
    }
    return lexical;
  }

  #offerRequire(directory: string, importer: string): void {
    const now = this.#scope.peek('require');
    if (now && now.value !== this.#require) return; // the user's
    this.#require = createRequire(join(directory, importer));
    this.define('require', this.#require);
  }
}

function withResolvers<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
