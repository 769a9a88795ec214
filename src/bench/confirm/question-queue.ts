import type { Ask } from './confirm-live.js';

/** Puts one question after the other, however many requests wait for an answer, and counts the time it takes. */
export class OneQuestion {
  readonly #ask: Ask;
  #before: Promise<unknown> = Promise.resolve();
  #waitedMs = 0;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** How long questions have stood there in all. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  ask: Ask = (question) => {
    const answer = this.#before.then(async () => {
      const begun = performance.now();
      try {
        return await this.#ask(question);
      } finally {
        this.#waitedMs += performance.now() - begun;
      }
    });
    this.#before = answer.catch(() => {});
    return answer;
  };
}
