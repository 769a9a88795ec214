import { join } from 'node:path';
import { type MessagePort, Worker } from 'node:worker_threads';
import { packageRoot } from '../../util/index.js';
import type { StandInData, StandInQuestion } from '../types/messages.js';
import type { Content, Request, ToSockets } from './messages.js';

/** How long the executing thread may take to begin with a request. */
const BUSY_MS = 250;
const TYPES: ReadonlySet<string> = new Set(['complete_request', 'inspect_request']);

type Answer = (content: Content) => void;

/**
 * Answers requests for completion and help while the executing thread computes. Its thread starts with the first such
 * request. It has the names, the types and the help, but no values.
 */
export class StandIn {
  #thread: Worker | undefined;
  #types: MessagePort | undefined;
  #names: readonly string[] = [];
  #asked = 0;
  readonly #waiting = new Map<number, { readonly request: Request; readonly answer: Answer }>();

  /** Receives what the thread needs to know of the session. */
  note(message: Extract<ToSockets, { kind: 'types' | 'names' }>): void {
    if (message.kind === 'names') this.#names = message.names;
    else this.#types = message.port;
  }

  /**
   * Calls `answer` if the executing thread does not begin with the request. The first thread that sets the returned flag
   * answers. Returns undefined for other requests.
   */
  watch(request: Request, answer: Answer): Int32Array | undefined {
    if (!TYPES.has(request.header.msg_type)) return undefined;
    const flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    setTimeout(() => {
      if (Atomics.exchange(flag, 0, 1) === 0) this.#ask(request, answer);
    }, BUSY_MS);
    return flag;
  }

  #ask(request: Request, answer: Answer): void {
    const id = ++this.#asked;
    this.#waiting.set(id, { request, answer });
    this.#thread ??= this.#start();
    const { header, content } = request;
    const question: StandInQuestion = { id, type: header.msg_type, content, names: this.#names };
    const port = this.#types;
    this.#types = undefined;
    this.#thread.postMessage({ ...question, port }, port ? [port] : []);
  }

  #start(): Worker {
    const thread = new Worker(join(packageRoot(), 'dist', 'kernel-main.js'), {
      workerData: { role: 'stand-in' } satisfies StandInData,
      stdout: true, // discards what it prints
      stderr: true,
    });
    thread.on('message', ({ id, content }: { id: number; content: Content }) => this.#settle(id, content));
    thread.on('error', () => {});
    thread.on('exit', () => {
      this.#thread = undefined;
      for (const [id, { request }] of this.#waiting) this.#settle(id, nothingFor(request));
    });
    thread.unref();
    return thread;
  }

  #settle(id: number, content: Content): void {
    this.#waiting.get(id)?.answer(content);
    this.#waiting.delete(id);
  }
}

function nothingFor({ header, content }: Request): Content {
  if (header.msg_type === 'inspect_request') return { status: 'ok', found: false, data: {}, metadata: {} };
  const { cursor_pos } = content;
  return { status: 'ok', matches: [], cursor_start: cursor_pos, cursor_end: cursor_pos, metadata: {} };
}
