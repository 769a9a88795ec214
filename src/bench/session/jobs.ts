import { Interrupted } from '../../eval/index.js';

export interface Job {
  readonly id: number;
  readonly source: string;
  readonly state: 'running' | 'done' | 'failed' | 'stopped';
}

/** An ended job is listed for a while. */
const KEPT = 50;

/** Inputs that run in the background: Ctrl-C leaves them alone, unless one keeps everything else from running. */
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
      // Interrupted while it was busy, nobody has told its requests yet.
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

/** What stands before a single `&` at the end; undefined when there is none. */
export const backgroundSource = (source: string): string | undefined => /^([\s\S]*\S)\s*(?<!&)&\s*$/.exec(source)?.[1];
