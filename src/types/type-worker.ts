import { Worker } from 'node:worker_threads';
import type { TypeReply, TypeRequest, TypeThreadData } from './messages.js';

/** Limits on the memory of the compiler. The worker ends when it needs more. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
/** How long the worker may take to load the compiler and the declarations, and to answer one request. */
const MAX_LOAD_MS = 60_000;

export interface TypeWorkerOptions {
  readonly entry: URL;
  readonly data: TypeThreadData;
  /** A worker that does not answer for this long is ended. */
  readonly hangMs: number;
  onReply(reply: TypeReply): void;
  /** Called once, when the worker has ended by itself or because it did not answer. */
  onEnd(reason: string): void;
}

/** A running worker, and the watch over its answers. It never keeps the process alive. */
export class TypeWorker {
  readonly #worker: Worker;
  readonly #options: TypeWorkerOptions;
  #isReady = false;
  #unanswered = 0;
  #watch: NodeJS.Timeout | undefined;
  #hasEnded = false;

  constructor(options: TypeWorkerOptions) {
    this.#options = options;
    const { entry, data } = options;
    this.#worker = new Worker(entry, {
      workerData: data,
      // The compiler needs no variables, and those of the process contain credentials.
      env: {},
      execArgv: [],
      resourceLimits: LIMITS,
      // Output must not reach the terminal. It is not read either: a stream that is read keeps the process alive.
      stdout: true,
      stderr: true,
    });
    this.#worker.on('message', (reply: TypeReply) => this.#receive(reply));
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error.message : String(error)));
    this.#worker.on('exit', () => this.#end('the types worker ended'));
    this.#worker.unref();
    this.#expectAnswer();
  }

  send(request: TypeRequest): void {
    if (this.#hasEnded) return;
    this.#unanswered += 1;
    if (this.#isReady && this.#unanswered === 1) this.#expectAnswer();
    this.#worker.postMessage(request);
  }

  async close(): Promise<void> {
    this.#hasEnded = true;
    clearTimeout(this.#watch);
    await this.#worker.terminate();
  }

  #receive(reply: TypeReply): void {
    if (this.#hasEnded) return;
    if (reply.kind === 'ready' || reply.kind === 'unavailable') this.#isReady = true;
    else this.#unanswered -= 1;
    this.#expectAnswer();
    this.#options.onReply(reply);
  }

  /** Starts the watch again, if an answer is due. */
  #expectAnswer(): void {
    clearTimeout(this.#watch);
    if (this.#isReady && this.#unanswered === 0) return;
    const ms = this.#isReady ? this.#options.hangMs : MAX_LOAD_MS;
    this.#watch = setTimeout(() => this.#end('the compiler did not answer'), ms);
    this.#watch.unref();
  }

  #end(reason: string): void {
    if (this.#hasEnded) return;
    void this.close();
    this.#options.onEnd(reason);
  }
}
