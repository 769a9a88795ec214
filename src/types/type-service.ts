import {
  LATEST_BYTES,
  LATEST_COMPLETE,
  LATEST_SIGNATURE,
  type TypeCompletion,
  type TypeMemory,
  type TypeQuery,
  type TypeReply,
  type TypeSignature,
  type TypeWarning,
} from './messages.js';
import { SessionSources } from './session-sources.js';
import { TypeWorker } from './type-worker.js';

export interface TypeServiceOptions {
  /** The folder that relative imports of inputs start from. Their files are only read for their types. */
  readonly folder?: string;
  /** The names of the environment variables, for `process.env.`. Values are not read. */
  readonly variables?: readonly string[];
  readonly entry?: URL;
  /** A worker that does not answer for this long is replaced by a new one. */
  readonly hangMs?: number;
}

export interface TypeRequestOptions {
  /** The caller gets `undefined` after this time. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export type TypeServiceStatus =
  | { readonly state: 'off' }
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly compiler: string }
  | { readonly state: 'unavailable'; readonly reason: string; readonly install?: string };

export interface TypeService {
  /** Starts the worker. Call it when the bench is idle: requests before that are not answered. */
  warmUp(): void;
  /** Adds an input that ran successfully. Later requests see its declarations and, as `_`, its value. */
  add(source: string): void;
  /** Returns suggestions, or `undefined` if there are none or the time is over. A newer call ends an older one. */
  complete(source: string, cursor: number, options?: TypeRequestOptions): Promise<TypeCompletion | undefined>;
  /** Returns the signature of the call around the cursor. A newer call ends an older one. */
  signature(source: string, cursor: number, options?: TypeRequestOptions): Promise<TypeSignature | undefined>;
  /** Returns the members that an input misspells, or `undefined` without an answer. Ask before `add` of the input. */
  check(source: string, options?: TypeRequestOptions): Promise<readonly TypeWarning[] | undefined>;
  /** Returns the type of an expression, or `undefined` without an answer. */
  typeOf(source: string, options?: TypeRequestOptions): Promise<string | undefined>;
  status(): TypeServiceStatus;
  /** Returns the memory of the worker, or `undefined` if it does not run. */
  memory(): Promise<TypeMemory | undefined>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 1_000;
/** A later warning would appear next to another input. */
const CHECK_MS = 5_000;
const HANG_MS = 10_000;
/** A longer input is not sent: the compiler would take seconds. */
const MAX_SOURCE_LENGTH = 100_000;
/** After this many crashes in this time, the service stays off. */
const MAX_CRASHES = 3;
const CRASHES_WITHIN_MS = 600_000;

/** Creates the TypeScript service of a session. The compiler runs in a worker, so that the main thread never waits. */
export function createTypeService(options: TypeServiceOptions = {}): TypeService {
  return new WorkerTypeService(options);
}

interface Waiting {
  readonly kind: TypeQuery['kind'];
  settle(answer: unknown): void;
}

class WorkerTypeService implements TypeService {
  readonly #options: TypeServiceOptions;
  readonly #latest = new SharedArrayBuffer(LATEST_BYTES);
  readonly #waiting = new Map<number, Waiting>();
  readonly #sources = new SessionSources();
  #status: TypeServiceStatus = { state: 'off' };
  #worker: TypeWorker | undefined;
  #lastId = 0;
  #crashes: readonly number[] = [];

  constructor(options: TypeServiceOptions) {
    this.#options = options;
  }

  warmUp(): void {
    if (this.#status.state === 'off') this.#start();
  }

  add(source: string): void {
    if (this.#status.state === 'unavailable' || source.length > MAX_SOURCE_LENGTH) return;
    const id = ++this.#lastId;
    this.#sources.add(id, source);
    this.#worker?.send({ kind: 'add', id, source });
  }

  async complete(source: string, cursor: number, options?: TypeRequestOptions): Promise<TypeCompletion | undefined> {
    // The worker answers a request of this kind with this type.
    return (await this.#ask({ kind: 'complete', source, cursor }, options)) as TypeCompletion | undefined;
  }

  async signature(source: string, cursor: number, options?: TypeRequestOptions): Promise<TypeSignature | undefined> {
    return (await this.#ask({ kind: 'signature', source, cursor }, options)) as TypeSignature | undefined; // as above
  }

  async check(
    source: string,
    options: TypeRequestOptions = { timeoutMs: CHECK_MS },
  ): Promise<readonly TypeWarning[] | undefined> {
    return (await this.#ask({ kind: 'check', source }, options)) as readonly TypeWarning[] | undefined; // as above
  }

  async typeOf(source: string, options?: TypeRequestOptions): Promise<string | undefined> {
    return (await this.#ask({ kind: 'type', source }, options)) as string | undefined; // as above
  }

  async memory(): Promise<TypeMemory | undefined> {
    return (await this.#ask({ kind: 'memory' }, undefined)) as TypeMemory | undefined; // as above
  }

  status(): TypeServiceStatus {
    return this.#status;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#stop({ state: 'unavailable', reason: 'the service was closed' });
    await worker?.close();
  }

  #ask(question: Question, { timeoutMs = TIMEOUT_MS, signal }: TypeRequestOptions = {}): Promise<unknown> {
    const worker = this.#worker;
    const isTooLong = question.kind !== 'memory' && question.source.length > MAX_SOURCE_LENGTH;
    if (!worker || isTooLong || signal?.aborted) return Promise.resolve(undefined);
    const id = ++this.#lastId;
    this.#supersede(question.kind, id);
    return new Promise((resolve) => {
      const settle = (answer: unknown) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        this.#waiting.delete(id);
        resolve(answer);
      };
      const giveUp = () => settle(undefined);
      const timer = setTimeout(giveUp, timeoutMs);
      timer.unref();
      signal?.addEventListener('abort', giveUp);
      this.#waiting.set(id, { kind: question.kind, settle });
      worker.send({ ...question, id });
    });
  }

  /** Ends the older requests of a kind. The worker skips them, too. */
  #supersede(kind: TypeQuery['kind'], id: number): void {
    if (kind === 'memory' || kind === 'check' || kind === 'type') return;
    Atomics.store(new Int32Array(this.#latest), kind === 'complete' ? LATEST_COMPLETE : LATEST_SIGNATURE, id);
    for (const waiting of [...this.#waiting.values()]) if (waiting.kind === kind) waiting.settle(undefined);
  }

  #start(): void {
    const { entry, folder = process.cwd(), variables = Object.keys(process.env), hangMs = HANG_MS } = this.#options;
    this.#status = { state: 'loading' };
    this.#worker = new TypeWorker({
      entry: entry ?? new URL('./types-thread.js', import.meta.url),
      data: { folder, variables, latest: this.#latest },
      hangMs,
      onReply: (reply) => this.#receive(reply),
      onEnd: (reason) => this.#restart(reason),
    });
    for (const [id, source] of this.#sources.entries()) this.#worker.send({ kind: 'add', id, source });
  }

  #receive(reply: TypeReply): void {
    switch (reply.kind) {
      case 'ready':
        this.#status = { state: 'ready', compiler: reply.compiler };
        return;
      case 'unavailable': {
        const worker = this.#worker;
        this.#stop({ state: 'unavailable', reason: reply.reason, install: reply.install });
        void worker?.close();
        return;
      }
      case 'added':
        this.#sources.confirm(reply.id);
        return;
      default:
        this.#waiting.get(reply.id)?.settle(reply.answer);
    }
  }

  /** Replaces a worker that has ended. The input that it was adding, if any, is left out. */
  #restart(reason: string): void {
    const now = performance.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < CRASHES_WITHIN_MS), now];
    this.#stop({ state: 'unavailable', reason: `TypeScript stopped ${this.#crashes.length} times: ${reason}` });
    this.#sources.dropFailed();
    if (this.#crashes.length < MAX_CRASHES) this.#start();
  }

  #stop(status: TypeServiceStatus): void {
    this.#status = status;
    this.#worker = undefined;
    for (const waiting of [...this.#waiting.values()]) waiting.settle(undefined);
  }
}

type Question = TypeQuery extends infer Query ? (Query extends TypeQuery ? Omit<Query, 'id'> : never) : never;
