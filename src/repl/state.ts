import type { MarkedSignature } from '../assist/index.js';
import type { Mode } from '../bench/index.js';
import { type EditorState, EMPTY } from './editor/index.js';
import type { Search, Walk } from './history/index.js';
import type { Picker } from './picker.js';
import type { Popup } from './popup.js';
import type { ViState } from './vi/vi-state.js';

export interface ReplState {
  readonly editor: EditorState;
  /** The state of the vi keys. Undefined with Emacs keys. */
  readonly vi: ViState | undefined;
  readonly walk: Walk | undefined;
  /** The open Ctrl-R search, shown in place of the prompt. */
  readonly search: Search | undefined;
  /** The open list of ids and numbers, shown in place of the prompt. */
  readonly picker: Picker | undefined;
  /** The suggested rest of an earlier input, shown after the cursor. */
  readonly ghost: string;
  readonly popup: Popup | undefined;
  /** The signature of the call around the cursor. */
  readonly signature: MarkedSignature | undefined;
  /** The value of the input, in one line. */
  readonly preview: string | undefined;
  readonly mode: Mode;
  readonly recording: string | undefined;
  /** The question that waits for yes or no. Meanwhile, the user cannot type anything else. */
  readonly question: string | undefined;
  readonly running: Running | undefined;
  readonly columns: number;
  readonly rows: number;
  readonly isColoured: boolean;
  readonly isLeaving: boolean;
}

export interface Running {
  /** The first line of the input, or the current activity, such as `starting`. */
  readonly what: string;
  readonly sinceMs: number;
  readonly waitsFor?: () => string | undefined;
}

export function initialState(start: { mode: Mode; columns: number; rows: number; isColoured?: boolean }): ReplState {
  return {
    isColoured: true,
    ...start,
    editor: EMPTY,
    vi: undefined,
    walk: undefined,
    search: undefined,
    picker: undefined,
    ghost: '',
    popup: undefined,
    signature: undefined,
    preview: undefined,
    recording: undefined,
    question: undefined,
    running: undefined,
    isLeaving: false,
  };
}

/** A value that components subscribe to. Every key reads the current state, not that of the last frame. */
export class Store<State extends object> {
  #state: State;
  readonly #listeners = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  readonly get = (): State => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
