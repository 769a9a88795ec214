import { type EditorState, replaced } from './state.js';
import { lineStart } from './stops.js';

const STEP = '  ';

/** Inserts a line with this indent, or that of the line above plus a step after an open bracket or arrow. */
export function newline(state: EditorState, indent?: string): EditorState {
  const { text, cursor } = state;
  if (indent !== undefined) return replaced(state, cursor, cursor, `\n${indent}`);
  const before = text.slice(lineStart(text, cursor), cursor);
  const margin = /^[ \t]*/.exec(before)?.[0] ?? '';
  const isOpening = /(?:[{([]|=>)\s*$/.test(before);
  return replaced(state, cursor, cursor, `\n${margin}${isOpening ? STEP : ''}`);
}

/** Inserts a closing bracket. As the first character of its line, it moves one step to the left. */
export function closing(state: EditorState, bracket: string): EditorState | undefined {
  if (!/^[)\]}]$/.test(bracket)) return undefined;
  const start = lineStart(state.text, state.cursor);
  const before = state.text.slice(start, state.cursor);
  if (start === 0 || before.trim() !== '' || !before.endsWith(STEP)) return undefined;
  return replaced(state, state.cursor - STEP.length, state.cursor, bracket);
}
