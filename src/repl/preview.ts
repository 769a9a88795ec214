import type { Bench } from '../bench/index.js';
import type { EditorState } from './editor/index.js';
import type { ReplState, Store } from './state.js';

/** The pause in typing after which the input is evaluated, so that no evaluation delays a key. */
const PAUSE_MS = 150;

/** Keeps the value of the input in the state, after a pause in typing. */
export class Preview {
  readonly #store: Store<ReplState>;
  readonly #bench: Pick<Bench, 'preview'>;
  #asked: EditorState['text'] = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Store<ReplState>, bench: Pick<Bench, 'preview'>) {
    this.#store = store;
    this.#bench = bench;
  }

  /** Waits for a pause if the text has changed. The value of an earlier text disappears at once. */
  update(): void {
    const { editor, preview, isLeaving } = this.#store.get();
    if (isLeaving) clearTimeout(this.#timer);
    if (editor.text === this.#asked) return;
    this.#asked = editor.text;
    clearTimeout(this.#timer);
    if (preview !== undefined) this.#store.set({ preview: undefined });
    if (editor.text.trim() !== '') this.#timer = setTimeout(() => this.#show(), PAUSE_MS).unref();
  }

  #show(): void {
    const { editor, running, isLeaving } = this.#store.get();
    if (isLeaving) return;
    if (running !== undefined) {
      this.#asked = ''; // asks again after the run
      return;
    }
    const preview = this.#bench.preview(editor.text);
    if (preview !== undefined) this.#store.set({ preview });
  }
}
