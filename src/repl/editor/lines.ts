import { type EditorState, movedTo } from './state.js';
import { graphemes, lineEnd, lineStart } from './stops.js';

export const isOnFirstLine = ({ text, cursor }: EditorState): boolean => lineStart(text, cursor) === 0;
export const isOnLastLine = ({ text, cursor }: EditorState): boolean => lineEnd(text, cursor) === text.length;

/** Moves one line up (`-1`) or down (`1`), towards the column where the series of vertical moves began. */
export function vertically(state: EditorState, step: -1 | 1): EditorState {
  const { text, cursor } = state;
  const start = lineStart(text, cursor);
  const goal = state.goal ?? graphemes(text.slice(start, cursor)).length;
  const target = step < 0 ? start - 1 : lineEnd(text, cursor) + 1;
  if (target < 0 || target > text.length) return state;
  const from = lineStart(text, target);
  const line = graphemes(text.slice(from, lineEnd(text, target)));
  return { ...movedTo(state, from + line.slice(0, goal).join('').length), goal };
}
