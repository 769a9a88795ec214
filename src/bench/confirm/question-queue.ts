import type { Ask } from './confirm-live.js';

/** Asks one question at a time, even if several requests wait for an answer, and measures the time they take. */
export class QuestionQueue {
  readonly #ask: Ask;
  #previous: Promise<unknown> = Promise.resolve();
  #waitedMs = 0;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  get waitedMs(): number {
    return this.#waitedMs;
  }

  ask: Ask = (question) => {
    const answer = this.#previous.then(async () => {
      const startMs = performance.now();
      try {
        return await this.#ask(question);
      } finally {
        this.#waitedMs += performance.now() - startMs;
      }
    });
    this.#previous = answer.catch(() => {});
    return answer;
  };
}

/** Measures the time since the call, except the time in which the user answers questions. */
export function stopwatch(questions: QuestionQueue | undefined): () => number {
  const waitedMs = () => questions?.waitedMs ?? 0;
  const startMs = performance.now() - waitedMs();
  return () => performance.now() - waitedMs() - startMs;
}
