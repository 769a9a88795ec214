import type { MarkedSignature } from '../assist/index.js';
import type { Bench } from '../bench/index.js';
import type { EditorState } from './editor/index.js';
import type { ReplState, Store } from './state.js';

/** Keeps the signature of the call around the cursor in the state. It never waits for the types. */
export class SignatureHelp {
  readonly #store: Store<ReplState>;
  readonly #bench: Pick<Bench, 'signature'>;
  #asked: EditorState | undefined;
  /** The text up to the opening parenthesis of the call around the cursor. */
  #call = '';

  constructor(store: Store<ReplState>, bench: Pick<Bench, 'signature'>) {
    this.#store = store;
    this.#bench = bench;
  }

  /** Asks for the signature if the input or the cursor has changed. */
  update(): void {
    const { editor } = this.#store.get();
    if (editor === this.#asked) return;
    this.#asked = editor;
    const { opened = -1, signature } = this.#bench.signature(editor.text, editor.cursor) ?? {};
    const call = editor.text.slice(0, opened + 1);
    const isSameCall = call === this.#call;
    this.#call = call;
    if (!(signature instanceof Promise)) {
      this.#show(signature);
      return;
    }
    // Within a call, the row stays until the answer arrives. Otherwise, it would flicker at each key.
    if (!isSameCall) this.#show(undefined);
    void signature
      .catch(() => undefined)
      .then((answer) => {
        if (editor === this.#store.get().editor) this.#show(answer);
      });
  }

  #show(signature: MarkedSignature | undefined): void {
    if (signature !== this.#store.get().signature) this.#store.set({ signature });
  }
}
