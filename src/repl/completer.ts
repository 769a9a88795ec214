import type { Completion } from '../assist/index.js';
import type { Bench } from '../bench/index.js';
import { applyCompletion, markLoading, noteOf, popupOf } from './popup.js';
import type { ReplState, Store } from './state.js';

interface CompleterParts {
  readonly store: Store<ReplState>;
  readonly bench: Promise<Bench>;
  /** Called after a completion has changed the input. */
  readonly onChange: () => void;
}

/** Requests completions from the bench and shows them. Answers for an earlier state of the input are ignored. */
export class Completer {
  readonly #parts: CompleterParts;
  #stopLoading = () => {};

  constructor(parts: CompleterParts) {
    this.#parts = parts;
  }

  /** Cancels a completion request to the platform. */
  stop(): void {
    this.#stopLoading();
  }

  /** Completes the word at the cursor, or lists the suggestions. */
  async complete(): Promise<void> {
    const { store, onChange } = this.#parts;
    const asked = store.get().editor;
    const answer = await this.#answer();
    const { editor } = store.get();
    // The user has typed in the meantime, so the answer is outdated.
    if (answer === undefined || editor !== asked) return;
    const next = applyCompletion(editor, answer);
    store.set(next);
    onChange();
    // If Tab has extended the text, the suggestions belong to a different request.
    if (next.editor !== editor) return;
    if (answer.more && !(await this.#loadMore(answer.more))) return;
    if (store.get().popup === undefined) store.set({ popup: noteOf(editor, 'No suggestions') });
  }

  /** Requests the list again after Backspace has made the word shorter than that of the request. */
  async widen(): Promise<void> {
    const { store } = this.#parts;
    const asked = store.get().editor;
    const answer = await this.#answer();
    const { editor, popup } = store.get();
    if (editor === asked && popup !== undefined && answer && answer.items.length > 0)
      store.set({ popup: popupOf(editor, answer) });
  }

  #answer(): Promise<Completion | undefined> {
    const { text, cursor } = this.#parts.store.get().editor;
    return this.#parts.bench.then((ready) => ready.complete(text, cursor)).catch(() => undefined);
  }

  /** Adds suggestions when they arrive. Returns false if a key was pressed in the meantime. */
  async #loadMore(more: NonNullable<Completion['more']>): Promise<boolean> {
    const { store } = this.#parts;
    const { editor, popup } = store.get();
    const asked = new AbortController();
    this.#stopLoading = () => {
      asked.abort();
      this.#stopLoading = () => {};
      store.set({ popup });
    };
    store.set({ popup: popup && markLoading(popup) });
    const answer = await more(asked.signal).catch(() => undefined);
    if (asked.signal.aborted) return false;
    this.#stopLoading();
    if (answer) store.set({ popup: popupOf(editor, answer) });
    return true;
  }
}
