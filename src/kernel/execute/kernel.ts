import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Bench, runCommand } from '../../bench/index.js';
import { clean, cleanStream, type Sheet } from '../../show/index.js';
import type { SheetPart } from '../../util/index.js';
import { completeReply } from '../types/complete.js';
import { inspectReply } from '../types/inspect.js';
import { notebookHelp } from '../types/notebook-help.js';
import { completeModule } from '../types/own-modules.js';
import type { Types } from '../types/types.js';
import type { Content, Header, Request, ToMain, ToSockets } from '../wire/messages.js';
import { cellError } from './cell-error.js';
import { createExecutor, type ExecuteReply, type TypeChecking } from './execute.js';
import type { History } from './history.js';
import { withoutSecrets } from './without-secrets.js';

export interface KernelParts {
  readonly bench: Bench;
  readonly types: Types;
  readonly history: History;
  readonly typeChecking: TypeChecking;
  /** Draws the displays that a cell deferred. */
  settle?(): void;
  /** Sends a message to the thread that owns the sockets. */
  send(message: ToSockets): void;
}

/**
 * Creates the executing half of the kernel. It receives requests one by one and replies through the thread that owns
 * the sockets.
 */
export function createKernel({ bench, types, history, typeChecking, settle = () => {}, ...out }: KernelParts) {
  const queue: Request[] = [];
  const cellOfInput = new Map<number, Request>();
  const executor = createExecutor({ bench, types, history, typeChecking, settle, publish, print });
  let current: Request | undefined;
  /** The last cell that was not silent. */
  let shown: Request | undefined;
  let running = false;
  /** The stream that the last output was printed to. */
  let stream: { readonly name: 'stdout' | 'stderr'; readonly parent: Header | undefined } | undefined;
  let passFence: (() => void) | undefined;
  let giveInput: ((value: string) => void) | undefined;
  const send = (message: ToSockets) => out.send(withoutSecrets(message, bench.knownSecrets));

  bench.log.follow((event) => {
    if (event.kind === 'input' && running && current) cellOfInput.set(event.input, current);
    if (event.kind === 'clear') clear();
    if (event.kind === 'leave')
      print(current, 'stderr', 'A notebook is left in its own menu: shut down the kernel there.\n');
    if (event.kind !== 'console' && event.kind !== 'notice') return;
    const cell = (event.input !== undefined && cellOfInput.get(event.input)) || current;
    if (event.kind === 'console') print(cell, event.stream, event.text);
    else print(cell, 'stderr', `${event.text}\n`);
  });

  function receive(message: Extract<ToMain, { kind: 'request' | 'fence' | 'input' }>): void {
    if (message.kind === 'fence') passFence?.();
    else if (message.kind === 'input') giveInput?.(message.value);
    else if (message.request.header.msg_type !== 'execute_request') void answer(message.request);
    else if (queue.push(message.request) && !running) void drain();
  }

  async function drain(): Promise<void> {
    running = true;
    for (let request = queue.shift(); request; request = queue.shift()) {
      current = request;
      if (!request.content.silent) shown = request;
      status(request, 'busy');
      const reply = await executor.execute(request).catch(broken);
      giveInput = undefined; // a late `input_reply` belongs to this cell, not to the next
      // Node.js reports an unhandled rejection after the other promises have run. Wait for that report, because some
      // front ends stop listening at `idle`.
      await nextTurn();
      // Cells that have arrived by now were sent before the client could know that this cell failed.
      const aborted = reply.status === 'error' && request.content.stop_on_error !== false ? await arrived() : [];
      send({ kind: 'reply', type: 'execute_reply', content: reply, to: request });
      status(request, 'idle');
      aborted.forEach(abort);
    }
    running = false;
  }

  /**
   * Reports a failure of the kernel itself, for example after a cell changed a built-in. Uses few features on purpose.
   */
  function broken(error: unknown): ExecuteReply {
    const evalue = clean(`the kernel itself failed (${error instanceof Error ? error.message : error}); restart it`);
    const content = { ename: 'KernelBroken', evalue, traceback: [`KernelBroken: ${evalue}`] };
    if (current) publish(current, 'error', content);
    return { status: 'error', execution_count: executor.count(), ...content };
  }

  /** Removes and returns all waiting cells, including those in transit between the threads. */
  async function arrived(): Promise<Request[]> {
    await new Promise<void>((resolve) => {
      passFence = resolve;
      send({ kind: 'fence' });
    });
    return queue.splice(0);
  }

  function abort(request: Request): void {
    status(request, 'busy');
    const content = { status: 'aborted', execution_count: executor.count() };
    send({ kind: 'reply', type: 'execute_reply', content, to: request });
    status(request, 'idle');
  }

  async function answer(request: Request): Promise<void> {
    const type = request.header.msg_type;
    status(request, 'busy');
    try {
      const content = await contentFor(type, request.content);
      if (content) send({ kind: 'reply', type: type.replace(/_request$/, '_reply'), content, to: request });
      else if (type === 'comm_open') publish(request, 'comm_close', { comm_id: request.content.comm_id, data: {} });
    } catch (error) {
      const content = { status: 'error', ...cellError(error, [], () => undefined) };
      send({ kind: 'reply', type: type.replace(/_request$/, '_reply'), content, to: request });
    }
    status(request, 'idle');
  }

  async function contentFor(type: string, content: Content): Promise<Content | undefined> {
    if (type === 'complete_request') return completeReply(content, complete, types);
    if (type === 'inspect_request') return inspectReply(content, { help, peek: bench.scope.peek, types });
    if (type === 'history_request') return history.answer(content);
    if (type === 'is_complete_request') return isCompleteReply(bench.completeness(String(content.code ?? '')));
    return undefined;
  }

  const complete = async (source: string, cursor: number) =>
    completeModule(source, cursor) ?? bench.complete(source, cursor);

  async function help(topic: string): Promise<readonly SheetPart[]> {
    const own = notebookHelp(topic, bench.scope.peek);
    if (own || !topic.startsWith('.')) return own ?? bench.help(topic);
    return ((await runCommand(`.help ${topic}`, bench)) as Sheet).parts;
  }

  /** Asks the user of the front end for a line of input. A password is not echoed. */
  function input(prompt = '', { password = false } = {}): Promise<string> {
    if (!current?.content.allow_stdin) return Promise.reject(new Error('this front end does not take input'));
    const content = { prompt: clean(String(prompt)), password: password === true };
    send({ kind: 'reply', type: 'input_request', content, to: { ...current, channel: 'stdin' } });
    return new Promise((resolve) => {
      giveInput = resolve;
    });
  }

  async function ask(question: string): Promise<boolean> {
    if (!current?.content.allow_stdin) throw new Error(`${question} Nobody is here to answer`);
    return /^\s*y(es)?\s*$/i.test(await input(`${question} [y/N] `));
  }

  /** Clears the output of the running cell. */
  function clear(): void {
    if (current && !current.content.silent) publish(current, 'clear_output', { wait: false });
  }

  function display(content: Content, update = false): void {
    if (current && !current.content.silent) publish(current, update ? 'update_display_data' : 'display_data', content);
  }

  function publish(request: Request, type: string, content: Content): void {
    send({ kind: 'publish', type, content, parent: request.header });
  }

  function print(request: Request | undefined, name: 'stdout' | 'stderr', text: string): void {
    if (request?.content.silent) return;
    const parent = request?.header;
    if (stream?.name !== name || stream.parent !== parent) {
      stream = { name, parent };
      send({ kind: 'stream', ...stream });
    }
    send(cleanStream(text));
  }

  function status(request: Request, execution_state: 'busy' | 'idle'): void {
    publish(request, 'status', { execution_state });
  }

  /**
   * Prints an error that no cell awaited below the running cell. If that request is silent, prints it below the last
   * cell that was not.
   */
  function complain(text: string): void {
    print(current?.content.silent ? shown : current, 'stderr', `${text}\n`);
  }

  /**
   * Called after an interrupt terminated the code. Without a running cell, that code was a callback of an earlier cell.
   */
  function ended(): void {
    if (!running) complain('Interrupted: a callback of an earlier cell was busy, and has been stopped');
  }

  return {
    receive,
    input,
    ask,
    clear,
    display,
    ended,
    complain,
    say: (name: 'stdout' | 'stderr', text: string) => print(current, name, text),
  };
}

function isCompleteReply({ status, indent }: ReturnType<Bench['completeness']>): Content {
  if (status === 'incomplete') return { status, indent: indent ?? '' };
  return { status: status === 'interrupted' ? 'unknown' : status };
}
