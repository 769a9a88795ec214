import { Interrupted } from '../../eval/index.js';
import { isInstance } from '../../util/index.js';

export interface Job {
  readonly id: number;
  readonly source: string;
  readonly state: 'running' | 'done' | 'failed' | 'stopped';
}

/** When the list is longer, the oldest ended job is removed. */
const MAX_JOBS = 50;

/** Inputs that run in the background. Ctrl-C does not stop them, except one that blocks the event loop. */
export class Jobs {
  readonly #jobs = new Map<number, Job & { readonly end: AbortController }>();
  #count = 0;

  get list(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  /** Starts a job. `onEnd` receives its value, or the error of a job that failed or was stopped. */
  start(
    source: string,
    run: (signal: AbortSignal) => Promise<unknown>,
    onEnd: (job: Job, value: unknown) => void,
  ): Job {
    const job = { id: ++this.#count, source: onOneLine(source), state: 'running' as const, end: new AbortController() };
    this.#jobs.set(job.id, job);
    const finish = (state: Job['state'], value: unknown) => {
      // A job that was terminated while it was busy has not cancelled its requests yet.
      if (state === 'stopped') job.end.abort();
      const ended = { ...job, state };
      this.#jobs.set(job.id, ended);
      if (this.#jobs.size > MAX_JOBS) this.#jobs.delete(this.#oldestEnded());
      onEnd(ended, value);
    };
    run(job.end.signal).then(
      (value) => finish('done', value),
      (error) => finish(isInstance(error, Interrupted) ? 'stopped' : 'failed', error),
    );
    return job;
  }

  stop(id: number): void {
    this.#jobs.get(id)?.end.abort();
  }

  stopAll(): void {
    for (const { end } of this.#jobs.values()) end.abort();
  }

  #oldestEnded(): number {
    return [...this.#jobs.values()].find(({ state }) => state !== 'running')?.id ?? -1;
  }
}

const MAX_LENGTH = 100;

function onOneLine(source: string): string {
  const line = source.trim().replace(/\s*\n\s*/g, ' ');
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line;
}
