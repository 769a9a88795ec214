import { type Bench, type Outcome, parseInput, present } from '../../bench/index.js';
import { Interrupted } from '../../eval/index.js';
import { NO_COMPILER } from '../types/compiler.js';
import { inNotebook } from '../types/notebook-help.js';
import { type Shown, saidBy } from '../types/shown.js';
import { typeWarning } from '../types/type-warning.js';
import type { Types } from '../types/types.js';
import type { Content, Request } from '../wire/messages.js';
import { type CellError, cellError } from './cell-error.js';
import type { DeclaringCells } from './declaring-cells.js';
import { displayContent } from './display-bundle.js';
import { EndableWork } from './endable-work.js';
import type { FrontEnd } from './front-end.js';
import type { History } from './history.js';

/** Older results are forgotten, so that their memory can be freed. */
const KEPT_RESULTS = 100;

/** How type errors affect a cell: not checked, shown as warnings, or an error that prevents execution. */
export type TypeChecking = 'off' | 'warn' | 'stop';

interface ExecutorPorts {
  readonly bench: Bench;
  readonly types: Types;
  readonly history: Pick<History, 'add'>;
  readonly frontEnd: Pick<FrontEnd, 'publish' | 'runCell'>;
  readonly typeChecking: TypeChecking;
  readonly declaring: DeclaringCells;
  afterCode(): void;
  /** Whether an interrupt was sent that this thread has not received yet. */
  isInterrupted(): boolean;
}

export type ExecuteReply = Content & { readonly status: 'ok' | 'error' };

export class Executor {
  readonly #ports: ExecutorPorts;
  /** The source of each cell by its file name, for error messages. */
  readonly #sources = new Map<string, string>();
  readonly #work = new EndableWork();
  readonly #handlers = new EndableWork();
  /** The cell that the front end adds after the running one. */
  #nextInput: string | undefined;
  #count = 0;
  #asksExit = false;
  /** Whether a cell has shown that types are not checked. */
  #hasShownUnchecked = false;
  /** The last results by the number of their cell, for `Out[n]`. */
  readonly results: Record<number, unknown> = {};

  constructor(ports: ExecutorPorts) {
    this.#ports = ports;
  }

  get count(): number {
    return this.#count;
  }

  /** Makes the running cell end a front end on a terminal. Notebooks ignore it. */
  askExit(): void {
    this.#asksExit = true;
  }

  async execute(request: Request): Promise<ExecuteReply> {
    const { bench, history, frontEnd, typeChecking } = this.#ports;
    const { code, silent, store_history } = request.content;
    const source = String(code ?? '');
    const check = this.#checkTypes(request, source); // start first: the check is slow and runs in another thread
    if (!silent && store_history !== false) history.add(++this.#count, bench.knownSecrets.input(source));
    if (!silent) frontEnd.publish(request, 'execute_input', { code: source, execution_count: this.#count });

    // A silent request leaves no trace: no number, no history entry, no file name in later stacks.
    const filename = silent ? undefined : `cell-${this.#count}.ts`;
    if (filename) this.#sources.set(filename, source);
    const typeErrors = typeChecking === 'stop' ? await check() : '';
    const before = bench.log.events.length;
    const outcome = typeErrors
      ? failed(new TypeErrors(typeErrors))
      : await frontEnd.runCell(request, () => this.#run(source, filename));
    const conclude = (ended: Outcome) => this.#work.run(() => this.#conclude(request, ended));
    // Formatting a value can throw, for example in a getter. Such an error fails the cell.
    const reply = await conclude(outcome).catch((error) => conclude(failed(error)));
    const said = saidBy(outcome, { bench, filename, since: before });
    if (typeChecking === 'warn') void check(said).then((text) => this.#warn(request, text));
    return reply;
  }

  /** Stops code that runs outside of an input, such as a getter of a result. Returns whether there was such code. */
  interrupt(): boolean {
    return this.#work.interrupt();
  }

  /** Stops the handlers that run. */
  interruptHandlers(): boolean {
    return this.#handlers.interrupt();
  }

  /** Asks the front end to add a cell with this code after the running cell. */
  setNextInput(code: string): void {
    this.#nextInput = code;
  }

  /** Runs a handler that a cell registered. Its error is an output like that of a cell. */
  async runHandler(cell: Request, handler: () => unknown): Promise<void> {
    const { frontEnd, bench, afterCode } = this.#ports;
    try {
      await frontEnd.runCell(cell, () => this.#handlers.run(async () => handler()));
    } catch (error) {
      const show = async () => this.#publishError(cell, error, bench.adviceOn(error));
      await this.#handlers.run(show).catch((other) => this.#publishError(cell, other, [])); // as for a result
    } finally {
      afterCode();
    }
  }

  async #run(source: string, filename: string | undefined): Promise<Outcome> {
    const { bench, afterCode, isInterrupted } = this.#ports;
    try {
      const outcome = await this.#work.run(() => bench.run(source, { ...(filename && { filename }) }));
      // The code ended after a native function without a call at which the thread could be paused.
      return outcome.ok && isInterrupted() ? failed(new Interrupted()) : inNotebook(source, outcome, bench.scope.peek);
    } catch (error) {
      return failed(error); // the cell broke a function that the bench uses
    } finally {
      afterCode();
    }
  }

  async #conclude(request: Request, outcome: Outcome): Promise<ExecuteReply> {
    const { bench, frontEnd, declaring } = this.#ports;
    const { silent, store_history, user_expressions, code, allow_stdin } = request.content;
    const execution_count = this.#count;
    const nextInput = this.#nextInput;
    this.#nextInput = undefined;
    if (!outcome.ok) {
      const outOfOrder = await declaring.adviceOn(outcome.error, String(code ?? ''));
      const advice = outOfOrder.length > 0 ? outOfOrder : bench.adviceOn(outcome.error);
      if (!silent && store_history !== false) declaring.addFailed(execution_count, String(code ?? ''));
      return { status: 'error', execution_count, ...(await this.#publishError(request, outcome.error, advice)) };
    }
    const payload: Content[] = [];
    if (nextInput !== undefined) payload.push({ source: 'set_next_input', text: nextInput, replace: false });
    if (this.#asksExit && allow_stdin) payload.push({ source: 'ask_exit', keepkernel: false });
    this.#asksExit = false;
    if (outcome.value !== undefined && !silent) {
      const result = await displayContent(present(outcome.value));
      // In a front end, a help question opens the pager and leaves the notebook unchanged. A program gets a result.
      if (parseInput(String(code)).kind === 'help' && allow_stdin)
        payload.push({ source: 'page', start: 0, ...result });
      // A classic Notebook shows a widget outside of the outputs, and would show an empty result here.
      else if (!('text/plain' in Object(result.data))) frontEnd.publish(request, 'display_data', result);
      else frontEnd.publish(request, 'execute_result', { execution_count, ...result });
      this.results[execution_count] = outcome.value;
      delete this.results[execution_count - KEPT_RESULTS];
    }
    const expressions = await this.#evaluateAll(user_expressions);
    return { status: 'ok', execution_count, payload, user_expressions: expressions };
  }

  async #publishError(request: Request, thrown: unknown, advice: readonly string[]): Promise<CellError> {
    const { frontEnd } = this.#ports;
    const { silent } = request.content;
    const presented = present(thrown, advice);
    const error = this.#cellError(thrown, presented === thrown ? advice : 'shown');
    if (!silent && presented !== thrown) frontEnd.publish(request, 'display_data', await displayContent(presented));
    if (!silent) frontEnd.publish(request, 'error', error);
    return error;
  }

  /**
   * Checks the types of the cell while the cell runs. Warnings are for people. A program that runs cells (`allow_stdin`
   * is false) gets none, so that its outputs do not depend on the speed of the compiler. The reply does not wait for the
   * compiler: the warning arrives later. Call the result for the warning, after the cell has declared its names.
   */
  #checkTypes(request: Request, source: string): (said?: Shown) => Promise<string> {
    const { bench, types, typeChecking } = this.#ports;
    const { silent, allow_stdin } = request.content;
    const { kind } = parseInput(source, (name) => bench.scope.names().includes(name));
    const isCode = kind === 'code' || kind === 'job';
    const isSkipped = silent || !isCode || (typeChecking === 'warn' && allow_stdin === false);
    if (isSkipped) return async () => '';
    const found = types.ask({ method: 'check', source });
    return async (said) => {
      const problems = await found;
      return problems ? typeWarning(source, problems, bench.scope.peek, said) : this.#unchecked();
    };
  }

  /** A cell must not run unchecked if type errors shall stop it. Otherwise the first such cell says so. */
  #unchecked(): string {
    const { types, typeChecking } = this.#ports;
    if (typeChecking === 'stop')
      return `PATCHBAY_TYPES=stop: the cell did not run. ${types.isMissing() ? NO_COMPILER : 'The compiler failed on it.'}`;
    if (!types.isMissing() || this.#hasShownUnchecked) return '';
    this.#hasShownUnchecked = true;
    return NO_COMPILER;
  }

  /** Front ends show stderr in red, as an error. A warning is a plain output. */
  #warn(request: Request, text: string): void {
    if (text) this.#ports.frontEnd.publish(request, 'display_data', { data: { 'text/plain': text }, metadata: {} });
  }

  async #evaluateAll(expressions: unknown): Promise<Content> {
    const results: Record<string, Content> = {};
    // A string has entries too: one for each character.
    const named = typeof expressions === 'object' && !Array.isArray(expressions) ? expressions : {};
    for (const [name, source] of Object.entries(named ?? {})) {
      results[name] = await this.#ports.bench
        .evaluate(String(source))
        .then(displayContent)
        .then(
          (content) => ({ status: 'ok', ...content }),
          (error) => ({ status: 'error', ...this.#cellError(error, this.#ports.bench.adviceOn(error)) }),
        );
    }
    return results;
  }

  /** `shown`: a card above the traceback shows the message and the advice. */
  #cellError(error: unknown, advice: readonly string[] | 'shown'): CellError {
    const sourceOf = (filename: string) => this.#sources.get(filename);
    return cellError(error, this.#ports.bench.framesOf(error), sourceOf, advice);
  }
}

function failed(error: unknown): Outcome {
  return { ok: false, error };
}

class TypeErrors extends Error {
  override readonly name = 'TypeScriptError';
}
