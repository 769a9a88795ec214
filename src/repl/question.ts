import type { Ask } from '../bench/index.js';
import type { ReplState, Store } from './state.js';

interface QuestionParts {
  readonly store: Store<ReplState>;
  readonly notice: (text: string) => void;
}

/** A question that is shown in place of the prompt. */
export class Question {
  readonly #parts: QuestionParts;
  /** Whether the user is typing. Those keys are not an answer. */
  readonly #isTyping: () => boolean;
  /** The open question. */
  #waiting: { readonly question: string; readonly resolve: (yes: boolean) => void } | undefined;
  /** Whether the question is shown in place of the prompt. */
  #isAsking = false;

  constructor(parts: QuestionParts, isTyping: () => boolean) {
    this.#parts = parts;
    this.#isTyping = isTyping;
  }

  get isAsking(): boolean {
    return this.#isAsking;
  }

  /** Asks a question. Any answer except y means no. The question waits while the user types a line. */
  ask: Ask = (question) =>
    new Promise((resolve) => {
      this.#waiting = { question, resolve };
      this.show();
      if (!this.#isAsking) this.#parts.notice(`Send or clear your input to answer this question: ${question}`);
    });

  /** Shows the open question, unless the user is typing. */
  show(): void {
    if (!this.#waiting || this.#isTyping()) return;
    const { question } = this.#waiting;
    this.#isAsking = true;
    this.#parts.store.set({ question });
  }

  answer(yes: boolean): void {
    if (!this.#waiting) return;
    const { question, resolve } = this.#waiting;
    this.#waiting = undefined;
    this.#isAsking = false;
    this.#parts.store.set({ question: undefined });
    this.#parts.notice(`${question} ${yes ? 'yes' : 'no'}`);
    resolve(yes);
  }
}
