import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Bench, SessionEvent } from '../../bench/index.js';
import { clean } from '../../show/index.js';
import type { SheetPart } from '../../util/index.js';
import { completeModule, completeReply } from '../types/complete.js';
import { inspectReply } from '../types/inspect.js';
import { notebookHelp } from '../types/notebook-help.js';
import type { Types } from '../types/types.js';
import type { Content, Request, ToMain, ToSockets } from '../wire/messages.js';
import { cellError } from './cell-error.js';
import { Comms } from './comms.js';
import { DeclaringCells } from './declaring-cells.js';
import { type ExecuteReply, Executor, type TypeChecking } from './executor.js';
import { FrontEnd } from './front-end.js';
import type { History } from './history.js';
import { ADDED } from './preload.js';

export interface KernelPorts {
  /** Creates the bench. Its cells use the front end to display values and to ask the user. */
  createBench(frontEnd: FrontEnd): Bench;
  /** Creates the type checker. It gets the names that cells use without declaring them. */
  createTypes(preloaded: readonly string[]): Types;
  readonly history: History;
  readonly typeChecking: TypeChecking;
  /** Returns the code cells of the notebook file, if it is known. */
  savedCells?(): readonly string[];
  /** Called when the code of a cell has ended. */
  afterCode?(): void;
  /** Whether an interrupt was sent that this thread has not received yet. */
  isInterrupted?(): boolean;
  send(message: ToSockets): void;
}

/** The connection to the front end of a notebook, which its widgets use. */
export interface CommPort extends Pick<Comms, 'open' | 'accept'>, Pick<FrontEnd, 'capture'> {
  /** Whether a user runs the cell in a notebook, which may show widgets. */
  readonly isNotebook: boolean;
  /** The cell, or the message of a front end, to which output belongs. */
  readonly source: Request | undefined;
  /** Runs a handler of the user's code as a job of its cell. Shows its error, and does not reject. */
  runHandler(source: Request, handler: () => unknown): Promise<void>;
  /** Adds a cell with this code after the running cell. */
  setNextInput(code: string): void;
}

/** The executing half of the kernel. The thread that owns the sockets sends it requests one by one. */
export class Kernel {
  readonly bench: Bench;
  readonly frontEnd: FrontEnd;
  readonly types: Types;
  readonly comms: Comms;
  readonly #history: History;
  readonly #executor: Executor;
  readonly #declaring: DeclaringCells;
  readonly #send: KernelPorts['send'];
  readonly #queue: Request[] = [];
  /** The cell of each input of the bench, to print late output below the cell that caused it. */
  readonly #cellOfInput = new Map<number, Request>();
  #isRunning = false;
  #names: readonly string[] = [];
  #passFence: (() => void) | undefined;

  constructor(ports: KernelPorts) {
    const { createBench, createTypes, history, typeChecking, send } = ports;
    const { afterCode = () => {}, isInterrupted = () => false, savedCells = () => [] } = ports;
    this.#send = send;
    this.#history = history;
    this.frontEnd = new FrontEnd((message) => send(withoutSecrets(message, this.bench.knownSecrets)));
    this.comms = new Comms(this.frontEnd);
    this.bench = createBench(this.frontEnd);
    this.types = createTypes([...Object.keys(this.bench.globals), ...ADDED]);
    this.#declaring = new DeclaringCells(savedCells);
    const { bench, types, frontEnd } = this;
    const common = { bench, types, frontEnd, declaring: this.#declaring };
    this.#executor = new Executor({ ...common, history, typeChecking, afterCode, isInterrupted });
    bench.log.follow((event) => this.#showEvent(event));
  }

  receive(message: Extract<ToMain, { kind: 'request' | 'fence' | 'input' }>): void {
    if (message.kind === 'request' && message.flag && Atomics.exchange(message.flag, 0, 1) !== 0) return;
    if (message.kind === 'fence') this.#passFence?.();
    else if (message.kind === 'input') this.frontEnd.receiveInput(message.value);
    else if (message.request.header.msg_type !== 'execute_request') void this.#answer(message.request);
    else if (this.#queue.push(message.request) && !this.#isRunning) void this.#drain();
  }

  /** The last results by the number of their cell. */
  get results(): Readonly<Record<number, unknown>> {
    return this.#executor.results;
  }

  /** Stops the running cell, or the code that shows its result. Returns whether there was such code. */
  interrupt(): boolean {
    const hasStoppedCell = this.bench.interrupt() || this.#executor.interrupt();
    return this.#executor.interruptHandlers() || hasStoppedCell;
  }

  get commPort(): CommPort {
    const { comms, frontEnd } = this;
    return {
      get isNotebook() {
        return frontEnd.isNotebook;
      },
      get source() {
        return frontEnd.source;
      },
      open: (...args) => comms.open(...args),
      accept: (...args) => comms.accept(...args),
      capture: (capture, run) => frontEnd.capture(capture, run),
      runHandler: (...args) => this.#executor.runHandler(...args),
      setNextInput: (code) => this.#executor.setNextInput(code),
    };
  }

  /** Called after an interrupt terminated code: that of a cell, or a callback of an earlier cell. */
  reportTermination(): void {
    if (!this.#isRunning) this.frontEnd.printLateError('Interrupted: stopped a busy callback of an earlier cell');
  }

  #showEvent(event: SessionEvent): void {
    const { frontEnd } = this;
    const { cell, source } = frontEnd;
    const cellOf = (input: number | undefined) => (input !== undefined && this.#cellOfInput.get(input)) || source;
    switch (event.kind) {
      case 'input':
        if (this.#isRunning && cell) this.#cellOfInput.set(event.input, cell);
        break;
      case 'clear':
        frontEnd.clear();
        break;
      case 'leave':
        this.#executor.askExit();
        frontEnd.printHere('stderr', '.exit does not end a notebook; shut down the kernel in the Kernel menu.\n');
        break;
      case 'console':
        frontEnd.print(cellOf(event.input), event.stream, event.text);
        break;
      case 'notice':
        frontEnd.print(cellOf(event.input), event.isResult ? 'stdout' : 'stderr', `${event.text}\n`);
        break;
    }
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    for (let request = this.#queue.shift(); request; request = this.#queue.shift())
      await this.#runCell(request)
        .catch(() => this.#reportBroken(request))
        .catch(() => {}); // the next cell must run, whatever this one did
    this.#isRunning = false;
  }

  async #runCell(request: Request): Promise<void> {
    const { frontEnd } = this;
    frontEnd.beginCell(request);
    const reply = await this.#executor.execute(request).catch((error) => this.#reportFailure(error));
    frontEnd.endInput();
    // Node.js reports an unhandled rejection after the other promises have run. Wait for that report, because some
    // front ends stop listening at `idle`.
    await nextTurn();
    // Cells that have arrived by now were sent before the client could know that this cell failed.
    const stopsQueue = reply.status === 'error' && request.content.stop_on_error !== false;
    const aborted = stopsQueue ? await this.#takeWaitingCells() : [];
    this.#announceNames();
    frontEnd.reply(request, 'execute_reply', reply);
    frontEnd.status(request, 'idle');
    if (stopsQueue) this.#declaring.setSkipped(aborted.map(({ content }) => String(content.code ?? '')));
    for (const waiting of aborted) this.#abort(waiting);
  }

  /** Sends the names to the thread that completes while a cell computes. */
  #announceNames(): void {
    const { scope, globals } = this.bench;
    const isOwn = (name: string) => !Object.hasOwn(globals, name) || isRedeclared(scope.peek(name), globals, name);
    const names = scope.names().filter(isOwn);
    if (names.join() === this.#names.join()) return;
    this.#names = names;
    this.#send({ kind: 'names', names });
  }

  /** Reports a failure of the kernel, such as after a cell changed a built-in. Uses few features on purpose. */
  #reportFailure(error: unknown): ExecuteReply {
    const evalue = clean(`the kernel failed (${error instanceof Error ? error.message : error}); restart it`);
    const content = { ename: 'KernelBroken', evalue, traceback: [`KernelBroken: ${evalue}`] };
    if (this.frontEnd.cell) this.frontEnd.publish(this.frontEnd.cell, 'error', content);
    return { status: 'error', execution_count: this.#executor.count, ...content };
  }

  /** The last resort: a fixed text, because the cell may have broken redaction too. */
  #reportBroken({ channel, ids, header }: Request): void {
    const to = { channel, ids, header };
    const evalue = 'a cell changed built-in functions that the kernel needs; restart the kernel';
    const content = { status: 'error', ename: 'KernelBroken', evalue, traceback: [`KernelBroken: ${evalue}`] };
    this.#send({ kind: 'publish', type: 'error', content, parent: header });
    this.#send({ kind: 'reply', type: 'execute_reply', content, to });
    this.#send({ kind: 'publish', type: 'status', content: { execution_state: 'idle' }, parent: header });
  }

  /** Removes and returns all waiting cells, including those in transit between the threads. */
  async #takeWaitingCells(): Promise<Request[]> {
    await new Promise<void>((resolve) => {
      this.#passFence = resolve;
      this.#send({ kind: 'fence' });
    });
    return this.#queue.splice(0);
  }

  #abort(request: Request): void {
    const { frontEnd } = this;
    frontEnd.status(request, 'busy');
    frontEnd.reply(request, 'execute_reply', { status: 'aborted', execution_count: this.#executor.count });
    frontEnd.status(request, 'idle');
  }

  async #answer(request: Request): Promise<void> {
    const { frontEnd } = this;
    const type = request.header.msg_type;
    const replyType = type.replace(/_request$/, '_reply');
    frontEnd.status(request, 'busy');
    try {
      if (type === 'history_request') frontEnd.noteHistoryRequest(request);
      if (type.startsWith('comm_')) await frontEnd.runCell(request, () => this.comms.receive(request));
      const content = await this.#contentFor(type, request.content);
      if (content) frontEnd.reply(request, replyType, content);
    } catch (error) {
      frontEnd.reply(request, replyType, { status: 'error', ...cellError(error, [], () => undefined) });
    }
    frontEnd.status(request, 'idle');
  }

  async #contentFor(type: string, content: Content): Promise<Content | undefined> {
    const { bench, types } = this;
    if (type === 'complete_request')
      return completeReply(
        content,
        async (source, cursor) => completeModule(source, cursor) ?? bench.complete(source, cursor),
        types,
      );
    if (type === 'inspect_request')
      return inspectReply(content, { help: (topic) => this.#help(topic), peek: bench.scope.peek, types });
    if (type === 'history_request') return this.#history.answer(content);
    if (type === 'is_complete_request') return isCompleteReply(bench.completeness(String(content.code ?? '')));
    return undefined;
  }

  async #help(topic: string): Promise<readonly SheetPart[]> {
    return notebookHelp(topic, this.bench.scope.peek) ?? this.bench.help(topic);
  }
}

/** The getters of preloaded names are not compared: they create a value. */
function isRedeclared(found: PropertyDescriptor | undefined, preloaded: object, name: string): boolean {
  const first = Object.getOwnPropertyDescriptor(preloaded, name);
  return first !== undefined && 'value' in first && first.value !== found?.value;
}

function isCompleteReply({ status, indent }: ReturnType<Bench['completeness']>): Content {
  if (status === 'incomplete') return { status, indent: indent ?? '' };
  return { status: status === 'interrupted' ? 'unknown' : status };
}

/**
 * Not redacted here: the notebook already holds the code of a cell, redaction would shift the offsets of completions,
 * and the history is redacted when it is stored.
 */
const UNREDACTED: ReadonlySet<string> = new Set(['execute_input', 'complete_reply', 'history_reply']);

/** Removes known secrets from a message, because notebooks store outputs, errors and replies. */
function withoutSecrets(message: ToSockets, secrets: Pick<Bench['knownSecrets'], 'text' | 'value'>): ToSockets {
  if (typeof message === 'string') return secrets.text(message);
  if ((message.kind !== 'publish' && message.kind !== 'reply') || UNREDACTED.has(message.type)) return message;
  return { ...message, content: secrets.value(message.content) };
}
