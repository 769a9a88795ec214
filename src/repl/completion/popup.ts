import type { Completion, Signature, Suggestion } from '../../assist/index.js';
import { resembling } from '../../util/index.js';
import { type EditorState, replaced } from '../editor/index.js';

/** The list under the prompt. */
export interface Popup {
  readonly from: number;
  readonly to: number;
  /** May be empty where there is only something to say about the call. */
  readonly items: readonly Suggestion[];
  /** -1 until somebody goes into the list: until then Enter still sends the input. */
  readonly selected: number;
  /** The call that the cursor is in. */
  readonly call?: Signature;
}

export interface Completed {
  readonly editor: EditorState;
  readonly popup: Popup | undefined;
}

/** What a fresh answer does: nothing, finish the word, go as far as all suggestions agree, or offer them. */
export function completed(editor: EditorState, { from, to, items, call }: Completion): Completed {
  const only = items.length === 1 ? items[0] : undefined;
  const word = editor.text.slice(from, to);
  const about = call && { call };
  if (only?.text.toLowerCase().startsWith(word.toLowerCase()) && only.text !== word) {
    return { editor: replaced(editor, from, to, only.text), popup: undefined };
  }
  if (items.length === 0) return { editor, popup: call && { from, to, items, selected: -1, call } };
  const agreed = commonStart(items);
  const goesFurther = agreed.length > word.length && agreed.startsWith(word);
  const next = goesFurther ? replaced(editor, from, to, agreed) : editor;
  return { editor: next, popup: { from, to: goesFurther ? from + agreed.length : to, items, selected: -1, ...about } };
}

/** The list while the platform is asked what else there is. */
export function asking(popup: Popup): Popup {
  const { call } = popup;
  return call ? { ...popup, call: { ...call, doc: `${call.doc ?? ''} · asking the platform …` } } : popup;
}

/** The same without touching the text: nobody has just pressed a key for it. */
export function offered({ text, cursor }: EditorState, { from, to, items, call }: Completion): Popup | undefined {
  if (items.length === 0 && !call) return undefined;
  return cursor === to && from <= text.length ? { from, to, items, selected: -1, ...(call && { call }) } : undefined;
}

/** The list while its word is being typed on: what still fits, nothing when the word was left. */
export function refined(popup: Popup, editor: EditorState): Popup | undefined {
  if (editor.cursor < popup.from) return undefined;
  const word = editor.text.slice(popup.from, editor.cursor);
  // Where there is nothing to choose, what is said about the argument stands until the next one.
  if (popup.items.length === 0) return /[,(){}\n]/.test(word) ? undefined : { ...popup, to: editor.cursor };
  const begin = popup.items.filter(({ text }) => text.startsWith(word));
  // Anything but a letter or a digit has left the word.
  const hasLeft = /[^\p{L}\p{N}\p{M}_$-]/u.test(word);
  const items = begin.length > 0 || hasLeft ? begin : resembling(popup.items, word, ({ text }) => text);
  return items.length === 0 ? undefined : { ...popup, to: editor.cursor, items, selected: -1 };
}

/** Up or down in the list, round its ends. */
export function chosen(popup: Popup, step: -1 | 1): Popup {
  const count = popup.items.length;
  if (count === 0) return popup;
  const from = popup.selected < 0 && step < 0 ? count : popup.selected;
  return { ...popup, selected: (from + step + count) % count };
}

/** The chosen suggestion put in place of the word. */
export function accepted(editor: EditorState, popup: Popup): EditorState {
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
