import { AsyncLocalStorage } from 'node:async_hooks';
import { clean, cleanStream } from '../../show/index.js';
import type { Content, Header, Request, Route, ToSockets } from '../wire/messages.js';
import { assertSendable } from './display-bundle.js';

type StreamName = 'stdout' | 'stderr';

/** An output that a widget shows, and not the cell. */
export type CapturedOutput =
  | { readonly kind: 'stream'; readonly name: StreamName; readonly text: string }
  /** `id`: a later display with this id replaces it. */
  | { readonly kind: 'display'; readonly data: Content; readonly id?: string | undefined }
  | { readonly kind: 'clear' };

interface Origin {
  readonly cell?: Request | undefined;
  readonly capture?: (output: CapturedOutput) => void;
}

/** Sends replies, outputs and questions to the Jupyter clients. Outputs belong to a cell: the running or the last one. */
export class FrontEnd {
  readonly #send: (message: ToSockets) => void;
  /** The cell whose code runs, also in callbacks that an earlier cell left behind. */
  readonly #origin = new AsyncLocalStorage<Origin>();
  /** The running or, between two cells, the last one. */
  #cell: Request | undefined;
  #isRunning = false;
  /** The last cell that was not silent. */
  #lastShown: Request | undefined;
  #stream: { readonly name: StreamName; readonly parent: Header | undefined } | undefined;
  /** The sessions of clients on a terminal. */
  readonly #terminals = new Set<string>();
  /** A line on a terminal that the next text with this id overwrites. */
  #line: { readonly id: string; readonly length: number } | undefined;
  /** The questions of the cell. The first one is shown; a front end shows one at a time. */
  readonly #questions: { readonly content: Content; answer(value: string): void }[] = [];

  constructor(send: (message: ToSockets) => void) {
    this.#send = send;
    this.#origin.run({}, hideContextOfPromises);
  }

  /** A front end shows the questions of a cell that runs. */
  get supportsInput(): boolean {
    return this.#isRunning && this.#cell?.content.allow_stdin === true;
  }

  /** Whether a user runs the cell in a notebook, which may show widgets. */
  get isNotebook(): boolean {
    const { allow_stdin, silent } = this.#cell?.content ?? {};
    return allow_stdin === true && !silent && !this.isTerminal;
  }

  /** The cell, or the message of a comm, to which output belongs. */
  get source(): Request | undefined {
    return this.#origin.getStore()?.cell ?? this.#cell;
  }

  get cell(): Request | undefined {
    return this.#cell;
  }

  beginCell(request: Request): void {
    this.#cell = request;
    this.#isRunning = true;
    if (!request.content.silent) this.#lastShown = request;
    this.status(request, 'busy');
  }

  /** Runs the code of a cell. Its output belongs to this cell, also when a later one runs. */
  runCell<T>(request: Request, run: () => Promise<T>): Promise<T> {
    const runAndEndLine = () => run().finally(() => this.#endLine());
    return this.#origin.run({ cell: request }, runAndEndLine);
  }

  /** Runs code of a cell whose output goes to `capture`. */
  async capture<T>(capture: (output: CapturedOutput) => void, run: () => T | Promise<T>): Promise<T> {
    return this.#origin.run({ cell: this.source, capture }, async () => run());
  }

  /** Stops waiting for input: a late `input_reply` belongs to the cell that ended, not to the next. */
  endInput(): void {
    this.#questions.length = 0;
    this.#isRunning = false;
  }

  /** The content of the request stays here: it may be long. */
  reply({ channel, ids, header }: Route, type: string, content: Content): void {
    this.#send({ kind: 'reply', type, content, to: { channel, ids, header } });
  }

  publish(request: Request, type: string, content: Content): void {
    this.#send({ kind: 'publish', type, content, parent: request.header });
  }

  publishHere(type: string, content: Content, metadata: Content = {}): void {
    this.#send({ kind: 'publish', type, content, parent: this.source?.header, metadata });
  }

  status(request: Request, execution_state: 'busy' | 'idle'): void {
    this.publish(request, 'status', { execution_state });
  }

  print(request: Request | undefined, name: StreamName, text: string): void {
    // Node prints the errors of a command, which may be an empty text.
    if (request?.content.silent || text === '') return;
    const capture = this.#origin.getStore()?.capture;
    if (capture) {
      capture({ kind: 'stream', name, text: cleanStream(text) });
      return;
    }
    const parent = request?.header;
    if (this.#stream?.name !== name || this.#stream.parent !== parent) {
      this.#stream = { name, parent };
      this.#send({ kind: 'stream', name, parent });
    }
    this.#send(cleanStream(text));
  }

  printHere(name: StreamName, text: string): void {
    this.#endLine();
    this.print(this.source, name, text);
  }

  /** Prints an error that no cell awaited: below the running cell or, if that is silent, the last other one. */
  printLateError(text: string): void {
    const cell = this.source;
    this.print(cell?.content.silent ? this.#lastShown : cell, 'stderr', `${text}\n`);
  }

  /**
   * Takes note of a client on a terminal. `jupyter console` prints no updates of a display, and no message names it. It
   * starts with a request for the last 1000 cells. JupyterLab requests 500.
   */
  noteHistoryRequest({ header, content }: Request): void {
    if (content.hist_access_type === 'tail' && Number(content.n) >= 1000) this.#terminals.add(header.session);
  }

  get isTerminal(): boolean {
    const session = this.source?.header.session;
    return session !== undefined && this.#terminals.has(session);
  }

  /** Prints a text that replaces the last text with this id, as long as nothing else was printed after it. */
  printLine(id: string, text: string): void {
    if (this.#line?.id !== id) this.#endLine();
    const start = this.#line ? '\r' : '';
    this.print(this.source, 'stdout', start + text.padEnd(this.#line?.length ?? 0));
    this.#line = { id, length: text.length };
  }

  #endLine(): void {
    if (!this.#line) return;
    this.#line = undefined;
    this.print(this.source, 'stdout', '\n');
  }

  display(content: Content, update = false): void {
    assertSendable(Object(content.data));
    const capture = this.#origin.getStore()?.capture;
    const { data, transient } = content;
    const { display_id } = Object(transient) as { display_id?: string };
    if (capture) capture({ kind: 'display', data: Object(data), id: display_id });
    else {
      this.#endLine();
      this.#publishOutput(update ? 'update_display_data' : 'display_data', content);
    }
  }

  clear(): void {
    const capture = this.#origin.getStore()?.capture;
    if (capture) capture({ kind: 'clear' });
    else this.#publishOutput('clear_output', { wait: false });
  }

  /** Asks the user for a line of input. A password is not echoed. */
  input(prompt = '', { password = false } = {}): Promise<string> {
    if (!this.supportsInput)
      return Promise.reject(new Error('this front end does not support input(); run the cell in a notebook'));
    const content = { prompt: clean(String(prompt)), password: password === true };
    return new Promise((answer) => {
      if (this.#questions.push({ content, answer }) === 1) this.#ask();
    });
  }

  receiveInput(value: string): void {
    this.#questions.shift()?.answer(value);
    this.#ask();
  }

  #ask(): void {
    const [question] = this.#questions;
    if (this.#cell && question) this.reply({ ...this.#cell, channel: 'stdin' }, 'input_request', question.content);
  }

  async confirm(question: string): Promise<boolean> {
    if (!this.supportsInput)
      throw new Error(`${question} You cannot answer in this front end; run the cell in a notebook`);
    return /^\s*y(es)?\s*$/i.test(await this.input(`${question} [y/N] `));
  }

  #publishOutput(type: string, content: Content): void {
    const cell = this.source;
    if (cell && !cell.content.silent) this.publish(cell, type, content);
  }
}

/**
 * Node.js 20 stores the async context in properties of promises, which show when a promise is printed. Makes them
 * hidden. Call it in a context. Newer versions have no such properties.
 */
function hideContextOfPromises(): void {
  const { defineProperty } = Object; // a cell may delete it
  for (const key of Object.getOwnPropertySymbols(new Promise(() => {})))
    defineProperty(Promise.prototype, key, {
      configurable: true,
      get: () => undefined,
      set(value) {
        // Without fields such as `get`, which a cell may add to all objects.
        const descriptor = { __proto__: null, value, writable: true, configurable: true };
        defineProperty(this, key, descriptor);
      },
    });
}
