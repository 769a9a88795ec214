import { Interrupted } from '../../eval/index.js';

export interface Job {
  readonly id: number;
  readonly source: string;
  readonly state: 'running' | 'done' | 'failed' | 'stopped';
}

/** When the list is longer, the oldest ended job is removed. */
const KEPT = 50;

/** Inputs that run in the background. Ctrl-C does not stop them, except one that blocks the event loop. */
export class Jobs {
  readonly #jobs = new Map<number, Job & { readonly end: AbortController }>();
  #count = 0;

  get list(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  start(source: string, run: (signal: AbortSignal) => Promise<unknown>, told: (job: Job, value: unknown) => void): Job {
    const job = { id: ++this.#count, source: onOneLine(source), state: 'running' as const, end: new AbortController() };
    this.#jobs.set(job.id, job);
    const ended = (state: Job['state'], value: unknown) => {
      // A job that was terminated while it was busy has not cancelled its requests yet.
      if (state === 'stopped') job.end.abort();
      const over = { ...job, state };
      this.#jobs.set(job.id, over);
      if (this.#jobs.size > KEPT) this.#jobs.delete(this.#oldestEnded());
      told(over, value);
    };
    run(job.end.signal).then(
      (value) => ended('done', value),
      (error) => ended(error instanceof Interrupted ? 'stopped' : 'failed', error),
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

const SHOWN = 100;

function onOneLine(source: string): string {
  const line = source.trim().replace(/\s*\n\s*/g, ' ');
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line;
}

/** Returns the source before a single `&` at the end, or undefined when there is no `&`. */
export const backgroundSource = (source: string): string | undefined => /^([\s\S]*\S)\s*(?<!&)&\s*$/.exec(source)?.[1];
