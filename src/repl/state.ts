import type { Mode } from '../bench/index.js';
import type { Popup } from './completion/index.js';
import { type EditorState, EMPTY } from './editor/index.js';
import type { Walk } from './history/index.js';

/** All that the live area shows. */
export interface ReplState {
  readonly editor: EditorState;
  readonly walk: Walk | undefined;
  readonly popup: Popup | undefined;
  readonly mode: Mode;
  /** Waits for yes or no; nothing else is typed meanwhile. */
  readonly question: string | undefined;
  readonly running: Running | undefined;
  readonly columns: number;
  readonly rows: number;
  readonly isLeaving: boolean;
}

export interface Running {
  /** The first words of the input, or what is waited for. */
  readonly what: string;
  readonly sinceMs: number;
}

export function initialState(start: { mode: Mode; columns: number; rows: number }): ReplState {
  return {
    ...start,
    editor: EMPTY,
    walk: undefined,
    popup: undefined,
    question: undefined,
    running: undefined,
    isLeaving: false,
  };
}
