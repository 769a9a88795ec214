import type { Ask, Bench } from '../bench/index.js';
import { Completer } from './completer.js';
import { type EditorState, newline } from './editor/index.js';
import { continuation, type History } from './history/index.js';
import { chord, type Key, press } from './keys/index.js';
import { emptied, inEditor, inGhost, inHistory, inList, inSearch, inVi, viParts, withText } from './keystroke.js';
import { inPicker, openPicker } from './picker.js';
import { noteOf } from './popup.js';
import { Preview } from './preview.js';
import { unfinished } from './prompt.js';
import { Question } from './question.js';
import { SignatureHelp } from './signature-help.js';
import type { ReplState, Store } from './state.js';
import { onCharacter } from './vi/vi-keys.js';
import { VI_START } from './vi/vi-state.js';

interface SessionParts {
  readonly store: Store<ReplState>;
  readonly history: History;
  readonly bench: Promise<Bench>;
  readonly screen: { painted(): Promise<void>; write(text: string): void };
  readonly terminal: {
    /** Stops the process until the shell continues it. */
    suspend(): void;
    /** Opens text in the user's editor and returns the edited text. Rejects if the text must not change. */
    edit(text: string): Promise<string>;
    /** Takes back what an input has changed about the terminal. */
    keep?(): void;
  };
  readonly notice: (text: string) => void;
  readonly onLeave: (code: number) => void;
  /** False on terminals where a suggestion would look like typed text. */
  readonly offersGhost?: boolean;
  /** Whether the value of the input is shown below it. */
  readonly showsPreview?: boolean;
}

const LEAVE = '.exit';
const CALLBACK_ENDED = 'Interrupted: stopped a busy callback of an earlier input';
export const CLEAR_SCREEN = '\x1b[2J\x1b[H';

/**
 * Handles the keys that do more than edit text: send, stop, complete, browse the history, leave. Keys are handled in
 * order. An Enter that must wait (the bench loads, an input runs) also delays the keys after it.
 */
export class Session {
  readonly #parts: SessionParts;
  #bench: Bench | undefined;
  #keys: Key[] = [];
  #isRunning = false;
  #isStopped = false;
  /** Whether Ctrl-X was pressed, which begins a key of two parts. */
  #isAfterCtrlX = false;
  /** Whether the input is open in the user's editor. Later keys wait. */
  #isEditing = false;
  #hasShownHint = false;
  readonly #completer: Completer;
  readonly #question: Question;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#question = new Question(parts, () => this.#isTyping);
    this.#completer = new Completer({ ...parts, onChange: () => this.#updateGhost() });
    parts.bench.then(
      (bench) => {
        this.#bench = bench;
        const signatureHelp = new SignatureHelp(parts.store, bench);
        parts.store.subscribe(() => signatureHelp.update());
        const preview = parts.showsPreview ? new Preview(parts.store, bench) : undefined;
        parts.store.subscribe(() => preview?.update());
        parts.store.set({
          ...this.#shown(bench),
          ...(this.#isRunning ? {} : { running: undefined }),
        });
        this.#drain();
      },
      // The caller that opened the view reports this error. Without a bench, there is nothing to do here.
      () => {},
    );
  }

  /** Returns the state of the bench that the prompt shows. */
  #shown({ mode, recording, keys }: Bench): Partial<ReplState> {
    const vi = keys === 'vi' ? (this.#parts.store.get().vi ?? VI_START) : undefined;
    return { mode, recording, vi };
  }

  ask: Ask = (question) => this.#question.ask(question);

  /** Whether a line is unfinished. An Enter that waits in the queue also ends a line. */
  get #isTyping(): boolean {
    const last = this.#keys.at(-1);
    if (last) return last.kind !== 'press' || last.name !== 'enter';
    const { editor, search, picker } = this.#parts.store.get();
    return editor.text !== '' || search !== undefined || picker !== undefined;
  }

  receive(keys: readonly Key[]): void {
    if (keys.length > 0) this.#completer.stop();
    for (const key of keys) {
      const name = key.kind === 'press' ? chord(key) : '';
      if (name === 'ctrl-z') {
        this.#drain();
        this.#parts.terminal.suspend();
        continue;
      }
      if (this.#question.isAsking) {
        this.#question.answer(key.kind === 'text' && /^y(?:es)?$/i.test(key.text));
        if (name !== 'ctrl-c') continue;
      }
      if (name === 'ctrl-c') this.stop();
      else this.#keys.push(key);
    }
    this.#drain();
    this.#question.show();
  }

  /**
   * Handles Ctrl-C: stops the running input, or clears the prompt, or explains how to leave. `ended` is true if running
   * code had to be terminated. Without a running input, that code was a callback or a job, and Ctrl-C has no other
   * effect.
   */
  stop(ended = false): void {
    const { store, notice } = this.#parts;
    this.#keys = [];
    if (this.#isRunning) {
      this.#question.answer(false);
      this.#isStopped = true;
      this.#bench?.interrupt();
      return;
    }
    if (ended) {
      if (!this.#bench?.interrupt()) notice(CALLBACK_ENDED); // a stopped job prints its own message
      return;
    }
    const { editor, popup } = store.get();
    const isIdle = editor.text === '' && popup === undefined;
    // Show the hint once, until the user does something else.
    if (isIdle && !this.#hasShownHint) notice(`To leave, press Ctrl-D or type ${LEAVE}`);
    this.#hasShownHint = isIdle;
    store.set({ ...emptied(store.get()), search: undefined, picker: undefined });
    if (this.#bench === undefined) store.set({ running: undefined });
  }

  #drain(): void {
    while (this.#keys.length > 0 && !this.#isEditing) {
      const [first] = this.#keys;
      if (first === undefined) return;
      const [key = first, ...others] = viParts(this.#parts.store.get().vi, first);
      if (!this.#take(key)) return;
      this.#keys.splice(0, 1, ...others);
    }
  }

  /** Handles one key. Returns false if the key must wait. */
  #take(key: Key): boolean {
    const { store, history, screen } = this.#parts;
    const name = key.kind === 'press' ? chord(key) : '';
    this.#hasShownHint = false;
    const picked = inPicker(store.get(), key, name);
    if (picked) {
      store.set(picked);
      this.#updateGhost();
      return true;
    }
    const found = inSearch(store.get(), key, name, history.entries);
    if (found === 'taken') this.#acceptSearch();
    else if (found) {
      store.set(found);
      return true;
    }
    const state = store.get();
    const isSecond = this.#isAfterCtrlX;
    this.#isAfterCtrlX = name === 'ctrl-x';
    if (isSecond && name === 'ctrl-e') {
      void this.#edit();
      return true;
    }
    if (isSecond && name === 'ctrl-u') return this.#take(press('_', { ctrl: true }));
    const change = inVi(state, key, name, history.entries) ?? inList(state, name) ?? inGhost(state, name);
    if (change) store.set(change);
    else if (name === 'enter') return this.#enter();
    else if (name === 'ctrl-d' && state.editor.text === '') this.#leave();
    else if (name === 'tab') void this.#completer.complete();
    else if (name === 'ctrl-o') return this.#pick();
    else if (name === 'ctrl-l') screen.write(CLEAR_SCREEN);
    else store.set(inHistory(state, name, history.entries) ?? inEditor(state, key));
    const { popup, editor } = store.get();
    if (popup?.askedTo !== undefined && name === 'backspace' && editor.cursor < popup.askedTo)
      void this.#completer.widen();
    this.#stayOnCharacter();
    this.#updateGhost();
    return true;
  }

  /** In the normal mode of vi, the cursor is not after the last character of a line. */
  #stayOnCharacter(): void {
    const { vi, editor } = this.#parts.store.get();
    if (vi?.mode === 'normal') this.#parts.store.set({ editor: onCharacter(editor) });
  }

  /** Opens the input in the user's editor. */
  async #edit(): Promise<void> {
    const { store, terminal, notice } = this.#parts;
    this.#isEditing = true;
    store.set({ popup: undefined, ghost: '' });
    try {
      const text = await terminal.edit(store.get().editor.text);
      store.set({ ...withText(store.get(), text), walk: undefined });
    } catch (error) {
      notice(error instanceof Error ? error.message : String(error));
    }
    this.#isEditing = false;
    this.#drain();
  }

  /** Opens the list of ids and numbers. The key waits until the bench has loaded. */
  #pick(): boolean {
    const { editor } = this.#parts.store.get();
    const items = this.#bench?.knownItems(editor.text.slice(0, editor.cursor));
    if (items) this.#parts.store.set({ picker: openPicker(items), popup: undefined, ghost: '' });
    return items !== undefined;
  }

  /** Makes the search result the current input. */
  #acceptSearch(): void {
    const { store } = this.#parts;
    const state = store.get();
    const { search } = state;
    if (!search) return;
    store.set({ search: undefined, ...withText(state, search.matches[search.selected] ?? search.draft) });
  }

  /** Suggests the rest of an earlier input when the cursor is at the end of the text. */
  #updateGhost(): void {
    const { store, history, offersGhost = true } = this.#parts;
    const { editor, popup, ghost, vi } = store.get();
    const isAtEnd = offersGhost && vi?.mode !== 'normal' && editor.cursor === editor.text.length && popup === undefined;
    const next = isAtEnd ? continuation(history.entries, editor.text, history.hasFailed) : '';
    if (next !== ghost) store.set({ ghost: next });
  }

  #enter(): boolean {
    const { store } = this.#parts;
    const { editor } = store.get();
    if (editor.text.trim() === LEAVE) this.#leave();
    else if (editor.text.trim() === '') store.set(emptied(store.get()));
    else if (this.#isRunning) return false;
    else if (this.#bench === undefined) {
      if (!store.get().running)
        store.set({ running: { what: 'starting', sinceMs: performance.now() }, popup: undefined });
      return false;
    } else this.#send(this.#bench, editor);
    return true;
  }

  /** Runs the input if it is complete or has a syntax error, or else starts a new line. */
  #send(bench: Bench, editor: EditorState): void {
    const { status, indent, ...waits } = bench.completeness(editor.text);
    if (status === 'interrupted') this.stop();
    else if (status !== 'incomplete') void this.#run(bench, editor.text.trimEnd());
    // The suggested indent applies to the end of the text. Elsewhere, the line above determines the indent.
    else {
      const isAtEnd = editor.cursor === editor.text.length;
      const next = newline(editor, isAtEnd ? indent : undefined);
      this.#parts.store.set({ editor: next, popup: noteOf(next, unfinished(waits)) });
    }
  }

  async #run(bench: Bench, source: string): Promise<void> {
    const { store, screen, history, notice } = this.#parts;
    this.#isRunning = true;
    this.#isStopped = false;
    const redacted = bench.knownSecrets.input(source);
    history.add(redacted, notice);
    const running = {
      what: redacted.split('\n', 1).join(),
      sinceMs: performance.now(),
      waitsFor: () => bench.waitsFor,
    };
    // Draw the frame first: code that blocks the thread must not leave the old frame on the screen.
    const painted = screen.painted();
    store.set({ ...emptied(store.get()), running });
    await painted;
    // Ctrl-C or SIGTERM may have come before the input started.
    const isLeft = this.#isStopped || store.get().isLeaving;
    const outcome = isLeft ? undefined : await bench.run(source);
    this.#parts.terminal.keep?.();
    if (outcome) history.ended(redacted, outcome.ok, notice);
    this.#isRunning = false;
    store.set({ running: undefined, ...this.#shown(bench) });
    this.#drain();
  }

  #leave(): void {
    this.#keys = [];
    this.#parts.onLeave(0);
  }
}
