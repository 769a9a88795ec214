import type { Completion } from '../assist/index.js';
import type { Ask, Bench } from '../bench/index.js';
import { asking, completed, offered } from './completion/index.js';
import { cleared, type EditorState, holding, newline } from './editor/index.js';
import { continuation, type History } from './history/index.js';
import { chord, type Key } from './keys/index.js';
import { inEditor, inGhost, inHistory, inList, inSearch } from './keystroke.js';
import type { ReplState } from './state.js';
import type { Store } from './store.js';

interface SessionParts {
  readonly store: Store<ReplState>;
  readonly history: History;
  readonly bench: Promise<Bench>;
  readonly screen: { painted(): Promise<void>; write(text: string): void };
  readonly notice: (text: string) => void;
  readonly onLeave: (code: number) => void;
  /** False where nothing could tell what is offered from what was typed. */
  readonly offersGhost?: boolean;
}

const LEAVE = '.exit';
const CALLBACK_ENDED = 'Interrupted: a callback of an earlier input was busy, and has been stopped';
export const CLEAR_SCREEN = '\x1b[2J\x1b[H';

/**
 * What keys do beyond the text: sending an input, stopping it, completing, walking the history, leaving.
 * Keys are taken in order; an Enter that cannot be taken yet (the bench loads, an input runs) holds back those behind it.
 */
export class Session {
  readonly #parts: SessionParts;
  #bench: Bench | undefined;
  /** Asked, and not answered yet. */
  #waiting: { readonly question: string; readonly resolve: (yes: boolean) => void } | undefined;
  /** Stands there instead of the prompt. */
  #isAsking = false;
  #keys: Key[] = [];
  #isRunning = false;
  #isStopped = false;
  #hasSaidHowToLeave = false;
  /** Completion may be asking the platform; the next key ends that. */
  #stopAsking = () => {};

  constructor(parts: SessionParts) {
    this.#parts = parts;
    parts.bench.then(
      (bench) => {
        this.#bench = bench;
        parts.store.set({ mode: bench.mode, ...(this.#isRunning ? {} : { running: undefined }) });
        this.#drain();
      },
      // Whoever opened the view hears of it; here is only nothing to send inputs to.
      () => {},
    );
  }

  /** Puts a question in place of the prompt. Anything but y is a no. Who is writing a line finishes it first. */
  ask: Ask = (question) =>
    new Promise((resolve) => {
      this.#waiting = { question, resolve };
      this.#raise();
      if (!this.#isAsking) this.#parts.notice(`This waits until what you write is sent or cleared: ${question}`);
    });

  /** Keys that somebody meant for a line are no answer. */
  #raise(): void {
    if (!this.#waiting || this.#isTyping) return;
    const { question } = this.#waiting;
    this.#isAsking = true;
    this.#parts.store.set({ question });
  }

  /** An Enter that is held back ends a line as well. */
  get #isTyping(): boolean {
    const last = this.#keys.at(-1);
    if (last) return last.kind !== 'press' || last.name !== 'enter';
    const { editor, search } = this.#parts.store.get();
    return editor.text !== '' || search !== undefined;
  }

  #close(yes: boolean): void {
    if (!this.#waiting) return;
    const { question, resolve } = this.#waiting;
    this.#waiting = undefined;
    this.#isAsking = false;
    this.#parts.store.set({ question: undefined });
    this.#parts.notice(`${question} ${yes ? 'yes' : 'no'}`);
    resolve(yes);
  }

  hear(keys: readonly Key[]): void {
    if (keys.length > 0) this.#stopAsking();
    for (const key of keys) {
      if (this.#isAsking) {
        this.#close(key.kind === 'text' && /^y(?:es)?$/i.test(key.text));
        if (key.kind !== 'press' || chord(key) !== 'ctrl-c') continue;
      }
      if (key.kind === 'press' && chord(key) === 'ctrl-c') this.stop();
      else this.#keys.push(key);
    }
    this.#drain();
    this.#raise();
  }

  /**
   * Ctrl-C: stops what runs, else gives up what is written, else says how to leave. `ended` when execution had to be
   * ended for it: without a running input that was some callback or a job, and Ctrl-C has had its effect.
   */
  stop(ended = false): void {
    const { store, notice } = this.#parts;
    this.#keys = [];
    if (this.#isRunning) {
      this.#close(false);
      this.#isStopped = true;
      this.#bench?.interrupt();
      return;
    }
    if (ended) {
      // A busy job says itself that it has been stopped.
      if (!this.#bench?.interrupt()) notice(CALLBACK_ENDED);
      return;
    }
    const { editor, popup } = store.get();
    const isIdle = editor.text === '' && popup === undefined;
    // Once is enough until something else was done.
    if (isIdle && !this.#hasSaidHowToLeave) notice(`Ctrl-D or ${LEAVE} leaves`);
    this.#hasSaidHowToLeave = isIdle;
    store.set({ editor: cleared(editor), popup: undefined, walk: undefined, search: undefined, ghost: '' });
    if (this.#bench === undefined) store.set({ running: undefined });
  }

  #drain(): void {
    while (this.#keys.length > 0) {
      const [key] = this.#keys;
      if (key === undefined || !this.#take(key)) return;
      this.#keys.shift();
    }
  }

  /** False when the key has to wait. */
  #take(key: Key): boolean {
    const { store, history, screen } = this.#parts;
    const name = key.kind === 'press' ? chord(key) : '';
    this.#hasSaidHowToLeave = false;
    const found = inSearch(store.get(), key, name, history.entries);
    if (found === 'taken') this.#takeFound();
    else if (found) {
      store.set(found);
      return true;
    }
    const state = store.get();
    const change = inList(state, name) ?? inGhost(state, name);
    if (change) store.set(change);
    else if (name === 'enter') return this.#enter();
    else if (name === 'ctrl-d' && state.editor.text === '') this.#leave();
    else if (name === 'tab') void this.#complete();
    else if (name === 'ctrl-l') screen.write(CLEAR_SCREEN);
    else store.set(inHistory(state, name, history.entries) ?? inEditor(state, key));
    this.#goOn();
    return true;
  }

  /** What was found becomes what is written. */
  #takeFound(): void {
    const { store } = this.#parts;
    const { search, editor } = store.get();
    store.set({ search: undefined, editor: holding(editor, search?.found ?? search?.draft ?? '') });
  }

  /** Says how an earlier input goes on, when somebody stands at the end of its beginning. */
  #goOn(): void {
    const { store, history, offersGhost = true } = this.#parts;
    const { editor, popup, ghost } = store.get();
    const isAtEnd = offersGhost && editor.cursor === editor.text.length && popup === undefined;
    const next = isAtEnd ? continuation(history.entries, editor.text) : '';
    if (next !== ghost) store.set({ ghost: next });
  }

  async #complete(): Promise<void> {
    const { store, bench } = this.#parts;
    const asked = store.get().editor;
    const answer = await bench.then((ready) => ready.complete(asked.text, asked.cursor)).catch(() => undefined);
    const { editor } = store.get();
    // Somebody typed on: the answer is to a question that nobody asks any more.
    if (answer === undefined || editor !== asked) return;
    const next = completed(editor, answer);
    store.set(next);
    this.#goOn();
    // What Tab has gone further with is another question.
    if (answer.more && next.editor === editor) await this.#askMore(answer.more);
  }

  /** What the platform has to offer comes into the list when it comes, unless a key was pressed in the meantime. */
  async #askMore(more: NonNullable<Completion['more']>): Promise<void> {
    const { store } = this.#parts;
    const { editor, popup } = store.get();
    const asked = new AbortController();
    this.#stopAsking = () => {
      asked.abort();
      this.#stopAsking = () => {};
      store.set({ popup });
    };
    store.set({ popup: popup && asking(popup) });
    const answer = await more(asked.signal).catch(() => undefined);
    if (asked.signal.aborted) return;
    this.#stopAsking();
    if (answer) store.set({ popup: offered(editor, answer) });
  }

  #enter(): boolean {
    const { store } = this.#parts;
    const { editor } = store.get();
    if (editor.text.trim() === LEAVE) this.#leave();
    else if (editor.text.trim() === '') store.set({ editor: cleared(editor), popup: undefined });
    else if (this.#isRunning) return false;
    else if (this.#bench === undefined) {
      if (!store.get().running)
        store.set({ running: { what: 'starting', sinceMs: performance.now() }, popup: undefined });
      return false;
    } else this.#send(this.#bench, editor);
    return true;
  }

  /** Runs what is complete (or never will be), and gives the rest another line. */
  #send(bench: Bench, editor: EditorState): void {
    const { status, indent } = bench.completeness(editor.text);
    if (status === 'interrupted') this.stop();
    else if (status !== 'incomplete') void this.#run(bench, editor.text.trimEnd());
    // The answer is about the end of the text; elsewhere the line above knows better.
    else {
      const isAtEnd = editor.cursor === editor.text.length;
      this.#parts.store.set({ editor: newline(editor, isAtEnd ? indent : undefined), popup: undefined });
    }
  }

  async #run(bench: Bench, source: string): Promise<void> {
    const { store, screen } = this.#parts;
    this.#isRunning = true;
    this.#isStopped = false;
    const discreet = bench.discretion.input(source);
    this.#keep(discreet);
    const what = discreet.split('\n', 1)[0] as string;
    const running = { what, sinceMs: performance.now(), waitsFor: () => bench.waitsFor };
    // The frame first: an input that never gives the thread back must not leave the old one standing.
    const painted = screen.painted();
    store.set({ editor: cleared(store.get().editor), popup: undefined, walk: undefined, ghost: '', running });
    await painted;
    // Ctrl-C may have come before there was anything to interrupt.
    if (!this.#isStopped) await bench.run(source);
    this.#isRunning = false;
    store.set({ running: undefined, mode: bench.mode });
    this.#drain();
  }

  #keep(statement: string): void {
    const { history, notice } = this.#parts;
    try {
      history.add(statement);
    } catch (error) {
      notice(`the history is not kept: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #leave(): void {
    this.#keys = [];
    this.#parts.onLeave(0);
  }
}
