import { graphemes } from '../util/index.js';
import {
  cleared,
  type EditorState,
  holding,
  isOnFirstLine,
  isOnLastLine,
  reduce,
  replaced,
  wordEnd,
} from './editor/index.js';
import { beginSearch, chosen, lastArgument, newer, older, searched } from './history/index.js';
import { type Key, press } from './keys/index.js';
import { acceptSelected, filterPopup, moveSelection, noteOf, pageSelection } from './popup.js';
import type { ReplState } from './state.js';
import { inNormalMode, leaveInsertMode, onCharacter } from './vi/vi-keys.js';
import { VI_START } from './vi/vi-state.js';

type Change = Partial<ReplState>;

export function inList({ popup, editor }: ReplState, name: string): Change | undefined {
  if (popup === undefined) return undefined;
  if (name === 'escape') return { popup: undefined };
  // A popup without suggestions uses no keys except Escape.
  if (popup.items.length === 0) return undefined;
  if (name === 'tab' || name === 'down') return { popup: moveSelection(popup, 1) };
  if (name === 'shift-tab' || name === 'up') return { popup: moveSelection(popup, -1) };
  if (name === 'pagedown') return { popup: pageSelection(popup, 1) };
  if (name === 'pageup') return { popup: pageSelection(popup, -1) };
  if (name === 'enter' && popup.selected >= 0) return { editor: acceptSelected(editor, popup), popup: undefined };
  return undefined;
}

/** Handles a key that moves to an older or newer statement: up on the first line, down on the last. */
export function inHistory(state: ReplState, name: string, entries: readonly string[]): Change | undefined {
  const { editor, walk } = state;
  if (name === 'alt-.') return { editor: withLastArgument(editor, entries), popup: undefined, walk: undefined };
  const isOlder = name === 'ctrl-p' || (name === 'up' && isOnFirstLine(editor));
  const isNewer = name === 'ctrl-n' || (name === 'down' && isOnLastLine(editor));
  if (!isOlder && !isNewer) return undefined;
  const step = isOlder ? older(entries, walk, editor.text) : newer(entries, walk);
  if (step) return { ...withText(state, step.text), walk: step.walk, popup: undefined };
  const isFiltered = (walk?.draft ?? editor.text) !== '';
  const none = `No earlier input${isFiltered ? ' starts with this text' : ''}`;
  return { popup: isOlder ? noteOf(editor, none) : undefined };
}

/** Replaces the whole input. In insert mode of vi, the text before is a step of undo. */
export function withText({ editor, vi }: ReplState, text: string): Pick<ReplState, 'editor' | 'vi'> {
  const next = holding(editor, text);
  return { editor: next, vi: vi && { ...vi, undoFrom: next.undo.length, insertion: undefined } };
}

/** Returns the change that empties the prompt. Each input begins in insert mode. */
export const emptied = ({ editor, vi }: ReplState): Change => ({
  editor: cleared(editor),
  vi: vi && { ...vi, ...VI_START },
  popup: undefined,
  walk: undefined,
  ghost: '',
});

/** Inserts the last argument of the latest statement, or replaces it with that of an older one. */
function withLastArgument(editor: EditorState, entries: readonly string[]): EditorState {
  const { from, at } = editor.argument ?? { from: editor.cursor, at: entries.length };
  const statement = entries[at - 1];
  if (statement === undefined) return editor;
  return { ...replaced(editor, from, editor.cursor, lastArgument(statement)), argument: { from, at: at - 1 } };
}

export function inEditor({ editor: before, popup, walk }: ReplState, key: Key): Change {
  // A character that cannot continue the word, such as `.` or `(`, first accepts the selected suggestion.
  const takesWord = popup !== undefined && key.kind === 'text' && /^[^\p{L}\p{N}_$]/u.test(key.text);
  const editor = reduce(takesWord ? acceptSelected(before, popup) : before, key);
  if (editor === before) return {};
  const isTyping = !takesWord && editor.text !== before.text;
  return {
    editor,
    popup: popup && isTyping ? filterPopup(popup, editor) : undefined,
    walk: editor.text === before.text ? walk : undefined,
  };
}

/** Handles Ctrl-R and the keys of a search. `taken` accepts the entry found; the key is then handled as usual. */
export function inSearch(
  state: ReplState,
  key: Key,
  name: string,
  entries: readonly string[],
): Change | 'taken' | undefined {
  const { search, editor, vi } = state;
  if (!search)
    return name === 'ctrl-r' && vi?.mode !== 'normal'
      ? { search: beginSearch(entries, editor.text), popup: undefined, ghost: '' }
      : undefined;
  if (name === 'ctrl-r' || name === 'down') return { search: chosen(search, 1) };
  if (name === 'ctrl-s' || name === 'up') return { search: chosen(search, -1) };
  if (name === 'backspace') return { search: searched(entries, search, [...search.query].slice(0, -1).join('')) };
  if (name === 'escape' || name === 'ctrl-g') return { search: undefined, editor: holding(editor, search.draft) };
  if (key.kind === 'text') return { search: searched(entries, search, search.query + key.text) };
  return 'taken';
}

/** Handles a key that accepts the suggested rest of the input, or its next word, at the end of the text. */
export function inGhost({ ghost, editor }: ReplState, name: string): Change | undefined {
  const takes = name === 'right' || name === 'ctrl-f' || name === 'end' || name === 'ctrl-e';
  const takesWord = name === 'alt-right' || name === 'alt-f' || name === 'ctrl-right';
  if (ghost === '' || !(takes || takesWord) || editor.cursor !== editor.text.length) return undefined;
  const length = takesWord ? wordEnd(ghost, 0) : ghost.length;
  return { editor: holding(editor, editor.text + ghost.slice(0, length)), ghost: ghost.slice(length) };
}

/** Keys that have another name in the normal mode of vi. */
const VI_NAMES: Readonly<Record<string, string>> = {
  left: 'h',
  right: 'l',
  home: '0',
  end: '$',
  backspace: 'h',
  delete: 'x',
  'ctrl-r': 'ctrl-r',
};

/** Handles the keys that differ with vi keys: Escape, and all keys of normal mode. */
export function inVi(state: ReplState, key: Key, name: string, entries: readonly string[]): Change | undefined {
  const { vi, editor } = state;
  if (vi === undefined) return undefined;
  if (vi.mode === 'insert')
    return name === 'escape' ? { ...leaveInsertMode(vi, editor), popup: undefined, ghost: '' } : undefined;
  if (name === 'escape') return { vi: { ...vi, pending: '', visual: undefined }, popup: undefined };
  const character = key.kind === 'text' ? key.text : VI_NAMES[name];
  if (character === undefined) return undefined;
  const { press: pressed, ...change } = inNormalMode(
    vi,
    editor,
    character === ' ' && vi.pending === '' ? 'l' : character,
  );
  if (pressed === undefined) return { ...change, popup: undefined };
  if (pressed.name === 'search') return { ...change, search: beginSearch(entries, editor.text), popup: undefined };
  let next: ReplState = { ...state, ...change, popup: undefined };
  for (let done = 0; done < pressed.count; done++)
    next = {
      ...next,
      ...((vi.visual ? undefined : inHistory(next, pressed.name, entries)) ?? inEditor(next, press(pressed.name))),
    };
  return { vi: next.vi, editor: onCharacter(next.editor), walk: next.walk, popup: next.popup };
}

/** Splits keys that arrive together: the characters of normal mode, and Escape with the character after it. */
export function viParts(vi: ReplState['vi'], key: Key): readonly Key[] {
  if (vi === undefined || key.kind === 'paste') return [key];
  if (key.kind === 'text') {
    const letters = vi.mode === 'normal' ? graphemes(key.text) : [];
    return letters.length > 1 ? letters.map((text) => ({ kind: 'text', text })) : [key];
  }
  const isEscaped = key.alt && !key.ctrl && graphemes(key.name).length === 1;
  return isEscaped ? [press('escape'), { kind: 'text', text: key.name }] : [key];
}
