import type { Mode } from '../bench/index.js';
import type { Popup } from './completion/index.js';
import { type EditorState, EMPTY } from './editor/index.js';
import type { Search, Walk } from './history/index.js';

/** All that the live area shows. */
export interface ReplState {
  readonly editor: EditorState;
  readonly walk: Walk | undefined;
  /** Ctrl-R: stands in place of the prompt. */
  readonly search: Search | undefined;
  /** How an earlier input goes on from what is written; shown behind the cursor. */
  readonly ghost: string;
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
  /** The request that is under way at this moment. */
  readonly waitsFor?: () => string | undefined;
}

export function initialState(start: { mode: Mode; columns: number; rows: number }): ReplState {
  return {
    ...start,
    editor: EMPTY,
    walk: undefined,
    search: undefined,
    ghost: '',
    popup: undefined,
    question: undefined,
    running: undefined,
    isLeaving: false,
  };
}
