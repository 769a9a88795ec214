import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { spawnIsolated } from '../../bench/index.js';
import { attempt, jsonOf, Lines, plainLine } from '../../util/index.js';
import type { Limits } from '../assignment/class-folder.js';
import { REPORT_FD, Report, type Task } from './messages.js';

export interface GradingRunOptions {
  readonly limits: Pick<Limits, 'cell_seconds' | 'total_seconds'>;
  /** Stops the process. */
  readonly signal?: AbortSignal | undefined;
}

export interface GradingRun {
  readonly reports: readonly Report[];
  /** Why not all steps ran to their ends, without the last dot. `index`: the step that was running. */
  readonly ended?: { readonly text: string; readonly index: number };
}

/** Larger states of a sandbox are refused. */
const MAX_REPORT_LENGTH = 32 * 2 ** 20;
const MAX_REPORTED = 128 * 2 ** 20;
const MAX_STDERR = 2_000;

/** Runs one task in a new process, and ends the process at each limit. */
export async function runInGradingProcess(task: Task, options: GradingRunOptions): Promise<GradingRun> {
  // Tests are code of the teacher, and compile TypeScript with a program.
  const child = await spawnIsolated('grading-process.js', { isRestricted: task.kind === 'run' });
  return new ProcessRun(child, options).result(task);
}

class ProcessRun {
  readonly #child: ChildProcess;
  readonly #options: GradingRunOptions;
  readonly #reports: Report[] = [];
  #index = 0;
  #isDone = false;
  #ended: GradingRun['ended'];
  #timer: NodeJS.Timeout | undefined;
  #stderr = '';

  constructor(child: ChildProcess, options: GradingRunOptions) {
    this.#child = child;
    this.#options = options;
  }

  async result(task: Task): Promise<GradingRun> {
    const { limits, signal } = this.#options;
    const interrupt = () => this.#stop('it was interrupted');
    if (signal?.aborted) interrupt();
    signal?.addEventListener('abort', interrupt);
    const total = setTimeout(
      () => this.#stop(`the submission took longer than ${limits.total_seconds} s`),
      limits.total_seconds * 1000,
    );
    this.#child.stdout?.resume();
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-MAX_STDERR);
    });
    const exit = once(this.#child, 'close');
    this.#child.stdin?.end(JSON.stringify(task));
    for await (const line of this.#lines(this.#child.stdio[REPORT_FD] as Readable)) this.#take(line); // a pipe
    await exit;
    clearTimeout(total);
    clearTimeout(this.#timer);
    signal?.removeEventListener('abort', interrupt);
    if (!this.#isDone) this.#stop(`the process ended early: ${plainLine(this.#stderr, MAX_STDERR)}`);
    return { reports: this.#reports, ...(this.#ended && { ended: this.#ended }) };
  }

  async *#lines(pipe: Readable): AsyncGenerator<string> {
    const waiting: string[] = [];
    const lines = new Lines({
      max: MAX_REPORT_LENGTH,
      line: (text) => void waiting.push(text),
      tooLong: () => this.#stop('the sandbox of the submission is too large'),
    });
    let bytes = 0;
    for await (const chunk of pipe) {
      bytes += chunk.length;
      if (bytes > MAX_REPORTED) this.#stop('the sandbox of the submission is too large');
      lines.add(chunk);
      yield* waiting.splice(0);
    }
  }

  #take(line: string): void {
    const read = Report.safeParse(attempt(() => jsonOf(line)));
    if (!read.success || this.#ended) return;
    const report = read.data;
    this.#reports.push(report);
    if (report.kind === 'begin') this.#begin(report.index);
    else if (report.kind === 'stopped') this.#stop(report.text);
    else if (report.kind === 'done') this.#isDone = true;
  }

  #begin(index: number): void {
    const { cell_seconds } = this.#options.limits;
    this.#index = index;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#stop(`the cell took longer than ${cell_seconds} s`), cell_seconds * 1000);
  }

  #stop(text: string): void {
    if (this.#isDone) return;
    this.#ended ??= { text, index: this.#index };
    this.#child.kill('SIGKILL');
  }
}
