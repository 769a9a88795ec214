/** The text that the user edits. All positions are offsets into `text` and never split a grapheme. */
export interface EditorState {
  readonly text: string;
  readonly cursor: number;
  /** The column that a series of up and down keys aims for. */
  readonly goal?: number;
  /** The text that the last kill removed, for Ctrl-Y. */
  readonly killed: string;
  readonly undo: readonly Snapshot[];
  /**
   * The kind of the last key: a series of typing is undone as one step, and a series of kills is yanked as one piece.
   */
  readonly last?: 'type' | 'kill';
}

interface Snapshot {
  readonly text: string;
  readonly cursor: number;
}

const UNDO_LIMIT = 200;

export const EMPTY: EditorState = { text: '', cursor: 0, killed: '', undo: [] };

/** Moves the cursor without changing the text. */
export function movedTo(state: EditorState, cursor: number): EditorState {
  return { text: state.text, cursor, killed: state.killed, undo: state.undo };
}

/** Replaces `from`…`to` with `text` and moves the cursor after it. */
export function replaced(state: EditorState, from: number, to: number, text: string): EditorState {
  if (from === to && text === '') return movedTo(state, state.cursor);
  return {
    text: state.text.slice(0, from) + text + state.text.slice(to),
    cursor: from + text.length,
    killed: state.killed,
    undo: [...state.undo, { text: state.text, cursor: state.cursor }].slice(-UNDO_LIMIT),
  };
}

/** Replaces the whole text, for example with a statement from the history. */
export function holding(state: EditorState, text: string): EditorState {
  return replaced(state, 0, state.text.length, text);
}

export function undone(state: EditorState): EditorState {
  const last = state.undo.at(-1);
  return last === undefined ? state : { ...last, killed: state.killed, undo: state.undo.slice(0, -1) };
}
