import type { KnownItem } from '../assist/index.js';
import { resembling } from '../util/index.js';
import { type EditorState, highlighted, replaced } from './editor/index.js';
import type { Key } from './keys/index.js';
import type { ReplState } from './state.js';

/** The open list of ids and numbers, shown in place of the prompt. */
export interface Picker {
  readonly query: string;
  readonly items: readonly KnownItem[];
  /** The items that resemble the query, best first. */
  readonly matches: readonly KnownItem[];
  /** The index of the chosen match, or -1 without matches. */
  readonly selected: number;
}

export const openPicker = (items: readonly KnownItem[]): Picker =>
  filtered({ query: '', items, matches: [], selected: -1 }, '');

function filtered(picker: Picker, query: string): Picker {
  const matches = query === '' ? picker.items : resembling(picker.items, query, rowOf);
  return { ...picker, query, matches, selected: matches.length === 0 ? -1 : 0 };
}

/** The text of an item, with what tells items apart first: a narrow screen has no room for a whole id. */
export const rowOf = ({ value, kind, label }: KnownItem): string =>
  (value.startsWith('+') ? [value, label, kind] : [label, kind, value])
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');

/** Handles the keys of an open picker. Other keys have no effect there. */
export function inPicker({ picker, editor }: ReplState, key: Key, name: string): Partial<ReplState> | undefined {
  if (!picker) return undefined;
  const { query, matches, selected } = picker;
  if (key.kind === 'text' || key.kind === 'paste') return { picker: filtered(picker, query + key.text) };
  if (name === 'backspace') return { picker: filtered(picker, [...query].slice(0, -1).join('')) };
  const step = name === 'down' || name === 'ctrl-n' ? 1 : name === 'up' || name === 'ctrl-p' ? -1 : 0;
  if (step !== 0) return { picker: matches[selected + step] ? { ...picker, selected: selected + step } : picker };
  if (name === 'escape' || name === 'ctrl-g') return { picker: undefined };
  const chosen = name === 'enter' || name === 'tab' ? matches[selected] : undefined;
  return chosen ? { picker: undefined, editor: inserted(editor, chosen.value) } : {};
}

/** Inserts a value at the cursor, in quotes unless the cursor is in a string. */
function inserted(editor: EditorState, value: string): EditorState {
  const { cursor } = editor;
  return replaced(editor, cursor, cursor, isInString(editor) ? value : `'${value}'`);
}

function isInString({ text, cursor }: EditorState): boolean {
  let from = 0;
  for (const { to, style } of highlighted(text, -1)) {
    if (style === 'string' && from < cursor && cursor <= to)
      return cursor < to || to - from === 1 || text[cursor - 1] !== text[from];
    from = to;
  }
  return false;
}
