/** The text that the user edits. All positions are offsets into `text` and never split a grapheme. */
export interface EditorState {
  readonly text: string;
  readonly cursor: number;
  /** The column that a series of up and down keys aims for. */
  readonly goal?: number;
  /** The text that the last kill removed, for Ctrl-Y. */
  readonly killed: string;
  /** The removed pieces, latest first, for Alt-Y. */
  readonly cuts?: readonly string[];
  /** The piece that Ctrl-Y or Alt-Y has just inserted: its start, and its index in `cuts`. */
  readonly yank?: { readonly from: number; readonly at: number };
  /** The argument that Alt-. has just inserted: its start, and the index of its statement in the history. */
  readonly argument?: { readonly from: number; readonly at: number };
  readonly undo: readonly Snapshot[];
  /** The undone texts, latest last. Any other change clears them. */
  readonly redo?: readonly Snapshot[];
  /** The last key: a series of typing is undone as one step, and a series of kills is yanked as one piece. */
  readonly last?: 'type' | 'kill';
}

interface Snapshot {
  readonly text: string;
  readonly cursor: number;
}

const UNDO_LIMIT = 200;

export const EMPTY: EditorState = { text: '', cursor: 0, killed: '', undo: [] };

export function movedTo(state: EditorState, cursor: number): EditorState {
  const { text, undo, redo } = state;
  return { text, cursor, ...cutsOf(state), undo, ...(redo && { redo }) };
}

/** Replaces `from`…`to` with `text` and moves the cursor after it. */
export function replaced(state: EditorState, from: number, to: number, text: string): EditorState {
  if (from === to && text === '') return movedTo(state, state.cursor);
  return {
    text: state.text.slice(0, from) + text + state.text.slice(to),
    cursor: from + text.length,
    ...cutsOf(state),
    undo: [...state.undo, { text: state.text, cursor: state.cursor }].slice(-UNDO_LIMIT),
  };
}

/** Replaces the whole text, for example with a statement from the history. */
export function holding(state: EditorState, text: string): EditorState {
  return replaced(state, 0, state.text.length, text);
}

export function undone(state: EditorState): EditorState {
  const last = state.undo.at(-1);
  if (last === undefined) return state;
  const redo = [...(state.redo ?? []), snapshotOf(state)];
  return { ...last, ...cutsOf(state), undo: state.undo.slice(0, -1), redo };
}

export function redone(state: EditorState): EditorState {
  const last = state.redo?.at(-1);
  if (last === undefined) return state;
  return { ...last, ...cutsOf(state), undo: [...state.undo, snapshotOf(state)], redo: state.redo?.slice(0, -1) ?? [] };
}

const snapshotOf = ({ text, cursor }: EditorState): Snapshot => ({ text, cursor });

export const cutsOf = ({ killed, cuts }: EditorState): Pick<EditorState, 'killed' | 'cuts'> => ({
  killed,
  ...(cuts && { cuts }),
});
