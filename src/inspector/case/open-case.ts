import { Worker } from 'node:worker_threads';
import type { CasePartName, CaseState, CaseWorkName } from '../case-contract.js';
// Types only: the thread is a program of its own.
import type { CaseReply, CaseRequest } from './case-thread.js';
import type { CaseResult, CaseTask } from './case-work.js';

export interface OpenCaseOptions {
  /** The script of the thread. */
  readonly entry: string;
  readonly secrets: readonly string[];
  /** How long one step may take, in milliseconds. */
  readonly maxMs?: number;
}

/** The thread ends when it needs more. */
const LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };
const MAX_MS = 5 * 60_000;
const GRACE_MS = 30_000;
const BY_COMMAND = 'The case was closed. For a long case, use patchbay import on the command line';

/** A case in a thread of its own, which runs one step at a time. */
export class OpenCase {
  readonly #thread: Worker;
  readonly #maxMs: number;
  readonly #parts = new Map<CasePartName, string>();
  readonly #listeners = new Set<() => void>();
  #name = '';
  #isReviewed = false;
  #isSmaller = false;
  /** How often each part was made, also in an earlier case: the page reads a part again when its number changes. */
  readonly #made = new Map<CasePartName, number>();
  #hasEnded = false;
  #running: { readonly name: CaseWorkName; progress: string; done(result: CaseResult | undefined): void } | undefined;
  #problem: CaseState['problem'] = null;
  #timer: NodeJS.Timeout | undefined;

  constructor({ entry, secrets, maxMs = MAX_MS }: OpenCaseOptions) {
    this.#maxMs = maxMs;
    this.#thread = new Worker(entry, {
      workerData: { secrets: [...secrets] },
      // The thread needs no variables, and those of the process contain credentials.
      env: {},
      execArgv: [],
      resourceLimits: LIMITS,
      // Output must not reach the terminal.
      stdout: true,
      stderr: true,
    });
    this.#thread.on('message', (reply: CaseReply) => this.#receive(reply));
    this.#thread.on('error', (error) => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#end(
        isMemory ? `It needed more than ${LIMITS.maxOldGenerationSizeMb} MB of memory. ${BY_COMMAND}` : error.message,
      );
    });
    this.#thread.on('exit', () => this.#end('The case was closed'));
    this.#thread.unref();
  }

  /** Whether steps can run. A case that is closed, or could not be opened, has none. */
  get isOpen(): boolean {
    return !this.#hasEnded && this.#name !== '';
  }

  get isIdle(): boolean {
    return !this.#hasEnded && !this.#running;
  }

  get state(): CaseState {
    const parts = [...this.#parts.keys()].map((name) => [name, this.#made.get(name)]);
    return {
      name: this.isOpen ? this.#name : null,
      work: this.#running ? { name: this.#running.name, progress: this.#running.progress } : null,
      problem: this.#problem,
      ...{ isReviewed: this.#isReviewed, isSmaller: this.#isSmaller },
      parts: Object.fromEntries(parts),
    };
  }

  /** Resolves after the next progress, or the end of the step, or `ms`. */
  async changed(ms: number): Promise<void> {
    if (!this.#running) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#listeners.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** A part as JSON. Undefined if it was not made yet. */
  part = (name: CasePartName): string | undefined => this.#parts.get(name);

  /** Starts a step. Undefined if another one runs. */
  start(task: CaseTask): Promise<CaseResult | undefined> | undefined {
    if (!this.isIdle) return undefined;
    this.#problem = null;
    if (task.name === 'open') this.#forget();
    this.#watch(() => (task.name === 'minimal' ? this.#endSearch() : this.#endLate()), this.#maxMs);
    return new Promise((done) => {
      this.#running = { name: task.name, progress: '', done };
      const moved = task.name === 'open' ? [task.upload.bytes.buffer] : [];
      this.#thread.postMessage(task satisfies CaseRequest, moved);
    });
  }

  #watch(act: () => void, ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, ms);
    this.#timer.unref();
  }

  /** A search that takes too long ends with its best result, if it ends at all. */
  #endSearch(): void {
    this.stop();
    this.#watch(() => this.#endLate(), GRACE_MS);
  }

  #endLate(): void {
    this.#end(`It took longer than ${this.#maxMs / 60_000} minutes. ${BY_COMMAND}`);
  }

  /** Ends the search for a smaller recording, with the best result so far, or a replay. */
  stop(): void {
    this.#thread.postMessage(null satisfies CaseRequest);
  }

  close(): void {
    this.#end(undefined);
  }

  #receive(reply: CaseReply): void {
    const running = this.#running;
    if (!running) return;
    if ('progress' in reply) {
      running.progress = reply.progress;
      this.#tell();
      return;
    }
    if ('problem' in reply) this.#problem = { name: running.name, message: reply.problem };
    else this.#keep(running.name, reply.result);
    this.#finish('result' in reply ? reply.result : undefined);
  }

  #forget(): void {
    this.#name = '';
    this.#isReviewed = false;
    this.#isSmaller = false;
    this.#parts.clear();
  }

  #keep(name: CaseWorkName, { title = this.#name, isReviewed = this.#isReviewed, parts = {} }: CaseResult): void {
    // The parts of one case are not those of the other.
    if (name === 'smaller' || name === 'whole') this.#forget();
    this.#name = title;
    this.#isReviewed = isReviewed;
    if (name === 'smaller') this.#isSmaller = true;
    // The causes and the replay of an earlier review have other values.
    if (name === 'review') for (const part of ['causes', 'minimal', 'replay'] as const) this.#parts.delete(part);
    for (const [part, json] of Object.entries(parts) as [CasePartName, string][]) {
      this.#made.set(part, (this.#made.get(part) ?? 0) + 1);
      this.#parts.set(part, json);
    }
  }

  #finish(result: CaseResult | undefined): void {
    clearTimeout(this.#timer);
    const { done } = this.#running ?? {};
    this.#running = undefined;
    done?.(result);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }

  #end(problem: string | undefined): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#running && problem !== undefined) this.#problem = { name: this.#running.name, message: problem };
    this.#forget();
    this.#finish(undefined);
    void this.#thread.terminate();
  }
}
