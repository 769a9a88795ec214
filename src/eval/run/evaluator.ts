import { AsyncLocalStorage } from 'node:async_hooks';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { type Compiled, compileInput } from '../compile/compile.js';
import { INPUT } from '../compile/helper-calls.js';
import { fromEngine } from '../errors/source-error.js';
import { givePosition, giveStack, rememberSource } from '../errors/stack.js';
import { ENDING, Interrupted } from '../interrupt/interrupted.js';
import { bindImports, commonJsNames, Importer, type ImportModule } from '../modules/imports.js';
import { requireFrom, requireTypeScript } from '../modules/typescript-modules.js';
import { type Completeness, completeness } from '../parse/completeness.js';
import { stripTypes } from '../parse/strip-types.js';
import { InputContext } from './input-context.js';
import { Previewer } from './preview.js';
import { Scope } from './scope.js';

export interface EvaluatorOptions {
  /** Preloaded variables, including getters. The user can redeclare them. */
  readonly globals?: Record<string, unknown>;
  /** The names of getters in `globals` that create a value once, when the variable is first used. */
  readonly deferred?: readonly string[];
  /** The folder from which packages and relative imports resolve. The default is the working directory. */
  readonly directory?: string;
  /** Overrides `import` and `import()`: a namespace object is used, undefined means the default. */
  readonly importModule?: ImportModule;
  /** Called when the code of an input waits for the first time and when it has ended, before anything else runs. */
  readonly afterCode?: () => void;
}

interface RunOptions {
  /** The name in stack traces, instead of `input-N`. */
  readonly filename?: string;
  /** Whether the source is a script: `export` is accepted, and the last expression is awaited but is not a result. */
  readonly script?: boolean;
  /** Whether the last expression of a script is its result. */
  readonly withResult?: boolean;
  /** The folder from which imports resolve: by default that of an absolute `filename`, then the evaluator's. */
  readonly directory?: string;
  /** Runs the input in the background until this signal fires. `interrupt` does not stop it. */
  readonly background?: AbortSignal;
}

export interface Evaluator {
  /** Rejects with the error of the input, a `SourceError` for a syntax error, or `Interrupted`. */
  run(source: string, options?: RunOptions): Promise<{ value: unknown }>;
  readonly names: () => string[];
  /** Returns the property descriptor of a name. Never calls a getter of the user. */
  readonly peek: (name: string) => PropertyDescriptor | undefined;
  /** Whether a name has the value of `globals` or `define`, and not one that an input gave it. */
  readonly isProvided: (name: string) => boolean;
  define(name: string, value: unknown): void;
  /**
   * Stops the running inputs, including those that wait for a promise. A background input is stopped only if the
   * watchdog terminated it. Only the watchdog (`startWatchdog`) can stop a busy loop. Returns whether it stopped an
   * input.
   */
  interrupt(): boolean;
  completeness(source: string): Completeness;
  /** Returns the value of an expression in one line, if V8 proves that the expression has no side effect. */
  preview(source: string): string | undefined;
  /** Starts esbuild, so that the first TypeScript input does not wait for it. */
  warmUp(): Promise<void>;
}

export function createEvaluator(options: EvaluatorOptions = {}): Evaluator {
  return new SessionEvaluator(options);
}

interface InputSettings {
  readonly filename: string;
  readonly directory: string;
  readonly script: boolean;
  readonly withResult: boolean;
}

/** Returns the input as an async function, with its helpers bound. */
type Start = (this: typeof globalThis, context: InputContext) => () => Promise<unknown>;

interface Running {
  readonly reject: (error: Interrupted) => void;
  /** Undefined while the input is being compiled. */
  context?: InputContext;
  /** Names that get their previous value back if their initialiser never runs. */
  unsettled: string[];
  stopped: boolean;
  /** The stack of its code that the watchdog terminated while it was busy. */
  endedStack?: string;
  readonly isBackground: boolean;
  readonly filename: string;
  /** Maps what the input waits for to the typed source. */
  locateOffset?: Compiled['locateOffset'];
}

/**
 * The background input to which the running code belongs, including callbacks that it left behind. Other inputs have none,
 * because Node.js adds visible properties to each promise of such code.
 */
const inBackground = new AsyncLocalStorage<Running>();

function stop(running: Running): void {
  const { context, filename, locateOffset, endedStack } = running;
  const error = new Interrupted();
  if (endedStack?.includes(`${filename}:`)) giveStack(error, endedStack);
  else if (context?.waitsAt !== undefined && locateOffset) givePosition(error, filename, locateOffset(context.waitsAt));
  running.stopped = true;
  context?.interrupt();
  running.reject(error);
}

class SessionEvaluator implements Evaluator {
  readonly #scope = new Scope();
  readonly #previewer = new Previewer(this.#scope);
  readonly #directory: string;
  readonly #importer: Importer;
  readonly #afterCode: () => void;
  readonly #running = new Set<Running>();
  #count = 0;
  #require: unknown;

  constructor({
    globals = {},
    deferred = [],
    directory = process.cwd(),
    importModule,
    afterCode = () => {},
  }: EvaluatorOptions) {
    this.#afterCode = afterCode;
    this.#directory = resolve(directory);
    this.#importer = new Importer(importModule);
    this.#offerRequire(this.#directory, 'input');
    requireTypeScript();
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(globals))) {
      if (descriptor.get && deferred.includes(name)) this.#scope.defer(name, descriptor.get);
      else this.#scope.provide(name, descriptor);
    }
  }

  async run(source: string, options: RunOptions = {}): Promise<{ value: unknown }> {
    this.#previewer.resume();
    const filename = options.filename ?? `input-${++this.#count}`;
    const directory = resolve(options.directory ?? (isAbsolute(filename) ? dirname(filename) : this.#directory));
    const { script = false, withResult = !script } = options;
    const place = { filename, directory, script, withResult };
    const { promise, resolve: fulfil, reject } = withResolvers<{ value: unknown }>();
    const { background } = options;
    const running: Running = {
      reject,
      unsettled: [],
      stopped: false,
      isBackground: background !== undefined,
      filename,
    };
    const end = () => stop(running);
    background?.addEventListener('abort', end);
    if (this.#running.size === 0) process.on(ENDING, this.#endingOf);
    this.#running.add(running);
    const evaluate = () => void this.#evaluate(source, place, running).then(fulfil, reject);
    // Starts on its own stack: terminating a busy loop unwinds the whole stack, which must not include our caller. It
    // also drops the queued microtasks. A background input starts in its own task, because its caller does not wait for
    // it and may be among them.
    if (background) setImmediate(() => inBackground.run(running, evaluate));
    else queueMicrotask(evaluate);
    if (background?.aborted) end();
    try {
      return await promise;
    } finally {
      // Cleaned up here, because a terminated busy loop never reaches its own `finally`.
      this.#running.delete(running);
      if (this.#running.size === 0) process.off(ENDING, this.#endingOf);
      background?.removeEventListener('abort', end);
      this.#scope.settle(running.unsettled);
      if (running.stopped) void running.context?.disposal.end(null).catch(() => {}); // already rejected
    }
  }

  readonly names = (): string[] => this.#scope.list();
  readonly peek = (name: string): PropertyDescriptor | undefined => this.#scope.peek(name);
  readonly isProvided = (name: string): boolean => this.#scope.isProvided(name);

  define(name: string, value: unknown): void {
    this.#scope.provide(name, { value, writable: true });
  }

  /** Notes which input the terminated code belongs to: its own, or the one that its stack names. */
  readonly #endingOf = (stack: string): void => {
    const owner = inBackground.getStore();
    for (const running of this.#running) {
      const isOwner = owner ? running === owner : !running.isBackground && stack.includes(`${running.filename}:`);
      if (isOwner) running.endedStack = stack;
    }
  };

  interrupt(): boolean {
    const ended = [...this.#running].filter(
      ({ isBackground, endedStack }) => !isBackground || endedStack !== undefined,
    );
    for (const running of ended) stop(running);
    return ended.length > 0;
  }

  completeness(source: string): Completeness {
    return completeness(source);
  }

  preview(source: string): string | undefined {
    return this.#previewer.preview(source);
  }

  async warmUp(): Promise<void> {
    await stripTypes('let ready: true', { filename: 'warm-up' });
  }

  async #evaluate(source: string, place: InputSettings, running: Running) {
    const compiled = await compileInput(source, place);
    if (running.stopped) throw new Interrupted();
    const load = this.#importer.at(place.directory, place.filename);
    const context = new InputContext(this.#scope, load, place);
    running.context = context;
    running.locateOffset = compiled.locateOffset;
    if (place.script && /\.c[jt]s$/i.test(place.filename)) {
      for (const [name, value] of Object.entries(commonJsNames(place.filename)))
        this.#scope.define(name, { value, writable: true });
    } else this.#offerRequire(place.directory, basename(place.filename));
    const start = this.#compile(compiled, source, place.filename);
    running.unsettled = this.#declare(compiled);
    try {
      await bindImports(this.#scope, compiled.imports, load, place.directory);
      context.resume();
      const result = (await this.#runCode(start, context)) as { value: unknown } | undefined;
      await context.disposal.end(null);
      return { value: place.withResult ? result?.value : undefined };
    } catch (error) {
      await context.disposal.end({ error });
      throw error;
    }
  }

  /** Calls no method of the promise, because the code may have deleted it. */
  async #runCode(start: Start, context: InputContext): Promise<unknown> {
    try {
      const ended = start.call(globalThis, context)();
      this.#afterCode();
      return await ended;
    } finally {
      this.#afterCode();
    }
  }

  #compile({ body, locate }: Compiled, source: string, filename: string): Start {
    try {
      const start = compileFunction(body, [INPUT], {
        filename,
        lineOffset: -1,
        contextExtensions: [this.#scope.names],
      });
      rememberSource(filename, locate, source);
      return start as Start;
    } catch (error) {
      throw fromEngine(error, { filename, source });
    }
  }

  /** Makes the input's names assignable. Returns those that wait for their initialiser. */
  #declare({ declared, assigned }: Compiled): string[] {
    const lexical: string[] = [];
    for (const [name, kind] of declared) {
      if (kind === 'var') this.#scope.declare(name);
      else if (kind === 'merged') this.#scope.define(name, { value: undefined, writable: true });
      else {
        this.#scope.prepare(name);
        lexical.push(name);
      }
    }
    // An assignment to an undeclared name declares it in the scope, as `var` would. The input is strict code, so a name
    // that is missing in the scope would refer to the real global: `process = 1` must not change it.
    for (const [name, plain] of assigned) {
      if (this.#scope.has(name) || !(plain || name in globalThis)) continue;
      this.#scope.declare(name, (globalThis as Record<string, unknown>)[name]);
    }
    return lexical;
  }

  #offerRequire(directory: string, importer: string): void {
    const current = this.#scope.peek('require');
    if (current && current.value !== this.#require) return; // the user declared it
    this.#require = requireFrom(join(directory, importer));
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
