import type { Completion, Signature, Suggestion } from '../assist/index.js';
import { resembling } from '../util/index.js';
import { type EditorState, replaced } from './editor/index.js';

export interface Popup {
  readonly from: number;
  readonly to: number;
  /** Empty if the popup only describes the current call. */
  readonly items: readonly Suggestion[];
  /** -1 until the user moves into the list. Until then, Enter still sends the input. */
  readonly selected: number;
  readonly call?: Signature;
  /** All suggestions of the answer, before the user typed on. */
  readonly all?: readonly Suggestion[];
  /** The end of the word in the request. For a shorter word, there may be more suggestions. */
  readonly askedTo?: number;
  /** Whether the popup is only a message. The next key closes it. */
  readonly isNote?: true;
}

/** A message below the input, so that a key without a result has a visible effect. */
export const noteOf = ({ cursor }: EditorState, text: string): Popup => ({
  from: cursor,
  to: cursor,
  items: [],
  selected: -1,
  call: { text },
  isNote: true,
});

export interface Completed {
  readonly editor: EditorState;
  readonly popup: Popup | undefined;
}

/** Applies a new completion: inserts the only suggestion, or inserts the common start and lists the suggestions. */
export function applyCompletion(editor: EditorState, { from, to, items, call }: Completion): Completed {
  const only = items.length === 1 ? items[0] : undefined;
  const word = editor.text.slice(from, to);
  const about = call && { call };
  // A similar name, such as `NaN` for `na`, is listed. The user decides.
  if (only?.text.startsWith(word) && only.text !== word) {
    return { editor: replaced(editor, from, to, only.text), popup: undefined };
  }
  if (only?.text === word) {
    return {
      editor,
      popup: call ? { from, to, items: [], selected: -1, call } : noteOf(editor, `${word} is complete`),
    };
  }
  if (items.length === 0) return { editor, popup: call && { from, to, items, selected: -1, call } };
  const agreed = commonStart(items);
  const goesFurther = agreed.length > word.length && agreed.startsWith(word);
  const next = goesFurther ? replaced(editor, from, to, agreed) : editor;
  const end = goesFurther ? from + agreed.length : to;
  return { editor: next, popup: { from, to: end, items, all: items, askedTo: to, selected: -1, ...about } };
}

export function markLoading(popup: Popup): Popup {
  const { call } = popup;
  return call ? { ...popup, call: { ...call, doc: `${call.doc ?? ''} · loading from the platform …` } } : popup;
}

/** Shows suggestions that arrive later. The text does not change, because no key has just been pressed. */
export function popupOf({ text, cursor }: EditorState, { from, to, items, call }: Completion): Popup | undefined {
  if (items.length === 0 && !call) return undefined;
  if (cursor !== to || from > text.length) return undefined;
  return { from, to, items, all: items, askedTo: to, selected: -1, ...(call && { call }) };
}

/** Filters the list as the user types. Returns undefined when the cursor has left the word or no suggestion matches. */
export function filterPopup(popup: Popup, editor: EditorState): Popup | undefined {
  if (editor.cursor < popup.from || popup.isNote) return undefined;
  const word = editor.text.slice(popup.from, editor.cursor);
  // Without suggestions, the description of the argument stays until the next argument.
  if (popup.items.length === 0) return /[,(){}\n]/.test(word) ? undefined : { ...popup, to: editor.cursor };
  // Backspace widens the list again.
  const all = popup.all ?? popup.items;
  const begin = all.filter(({ text }) => text.startsWith(word));
  // A character that cannot be part of a name ends the word.
  const hasLeft = /[^\p{L}\p{N}\p{M}_$-]/u.test(word);
  // One of the names in scope resembles almost any text.
  const comparable = all.filter(({ kind }) => kind !== 'variable' && kind !== 'keyword');
  const items = begin.length > 0 || hasLeft ? begin : resembling(comparable, word, ({ text }) => text);
  return items.length === 0 ? undefined : { ...popup, to: editor.cursor, items, selected: -1 };
}

/** Moves the selection up or down, and wraps around at the ends. */
export function moveSelection(popup: Popup, step: -1 | 1): Popup {
  const count = popup.items.length;
  if (count === 0) return popup;
  const from = popup.selected < 0 && step < 0 ? count : popup.selected;
  return { ...popup, selected: (from + step + count) % count };
}

const PAGE = 8;

/** Moves the selection by a page, and stops at the ends. */
export function pageSelection(popup: Popup, step: -1 | 1): Popup {
  const selected = Math.max(0, Math.min(popup.items.length - 1, Math.max(0, popup.selected) + step * PAGE));
  return { ...popup, selected };
}

export function acceptSelected(editor: EditorState, popup: Popup): EditorState {
  const item = popup.items[popup.selected];
  return item === undefined ? editor : replaced(editor, popup.from, popup.to, item.text);
}

function commonStart(items: readonly Suggestion[]): string {
  let start = items[0]?.text ?? '';
  for (const { text } of items) {
    while (!text.startsWith(start)) start = start.slice(0, -1);
  }
  return start;
}
