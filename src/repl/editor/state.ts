/** The text being written. All positions are offsets into `text` that never split a character as people see it. */
export interface EditorState {
  readonly text: string;
  readonly cursor: number;
  /** The column that a run of up and down aims for. */
  readonly goal?: number;
  /** What the last kill took away, for Ctrl-Y. */
  readonly killed: string;
  readonly undo: readonly Snapshot[];
  /** What the last key did: runs of typing are undone as one, runs of kills are yanked as one. */
  readonly last?: 'type' | 'kill';
}

interface Snapshot {
  readonly text: string;
  readonly cursor: number;
}

const UNDO_LIMIT = 200;

export const EMPTY: EditorState = { text: '', cursor: 0, killed: '', undo: [] };

/** The cursor somewhere else, the text as it was. */
export function movedTo(state: EditorState, cursor: number): EditorState {
  return { text: state.text, cursor, killed: state.killed, undo: state.undo };
}

/** `from`…`to` replaced by `text`, the cursor behind it. */
export function replaced(state: EditorState, from: number, to: number, text: string): EditorState {
  if (from === to && text === '') return movedTo(state, state.cursor);
  return {
    text: state.text.slice(0, from) + text + state.text.slice(to),
    cursor: from + text.length,
    killed: state.killed,
    undo: [...state.undo, { text: state.text, cursor: state.cursor }].slice(-UNDO_LIMIT),
  };
}

/** Everything replaced at once: from history, or cleared. */
export function holding(state: EditorState, text: string): EditorState {
  return replaced(state, 0, state.text.length, text);
}

export function undone(state: EditorState): EditorState {
  const last = state.undo.at(-1);
  return last === undefined ? state : { ...last, killed: state.killed, undo: state.undo.slice(0, -1) };
}
