import { type EditorState, replaced } from './state.js';
import { lineStart } from './stops.js';

const STEP = '  ';

/** A new line, as far in as somebody says, else as the line above, and one step more behind an opening bracket or an arrow. */
export function newline(state: EditorState, indent?: string): EditorState {
  const { text, cursor } = state;
  if (indent !== undefined) return replaced(state, cursor, cursor, `\n${indent}`);
  const before = text.slice(lineStart(text, cursor), cursor);
  const margin = /^[ \t]*/.exec(before)?.[0] ?? '';
  const isOpening = /(?:[{([]|=>)\s*$/.test(before);
  return replaced(state, cursor, cursor, `\n${margin}${isOpening ? STEP : ''}`);
}

/** A closing bracket typed first on its line takes the line one step out. */
export function closing(state: EditorState, bracket: string): EditorState | undefined {
  if (!/^[)\]}]$/.test(bracket)) return undefined;
  const start = lineStart(state.text, state.cursor);
  const before = state.text.slice(start, state.cursor);
  if (start === 0 || before.trim() !== '' || !before.endsWith(STEP)) return undefined;
  return replaced(state, state.cursor - STEP.length, state.cursor, bracket);
}
