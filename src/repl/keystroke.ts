import { accepted, chosen, refined } from './completion/index.js';
import { holding, isOnFirstLine, isOnLastLine, reduce } from './editor/index.js';
import { newer, older } from './history/index.js';
import type { Key } from './keys/index.js';
import type { ReplState } from './state.js';

type Change = Partial<ReplState>;

/** A key that the open list of suggestions takes for itself. */
export function inList({ popup, editor }: ReplState, name: string): Change | undefined {
  if (popup === undefined) return undefined;
  if (name === 'tab' || name === 'down') return { popup: chosen(popup, 1) };
  if (name === 'shift-tab' || name === 'up') return { popup: chosen(popup, -1) };
  if (name === 'escape') return { popup: undefined };
  if (name === 'enter' && popup.selected >= 0) return { editor: accepted(editor, popup), popup: undefined };
  return undefined;
}

/** A key that goes to an older or a newer statement: up on the first line, down on the last. */
export function inHistory({ editor, walk }: ReplState, name: string, entries: readonly string[]): Change | undefined {
  const isOlder = name === 'ctrl-p' || (name === 'up' && isOnFirstLine(editor));
  const isNewer = name === 'ctrl-n' || (name === 'down' && isOnLastLine(editor));
  if (!isOlder && !isNewer) return undefined;
  const step = isOlder ? older(entries, walk, editor.text) : newer(entries, walk);
  return step ? { editor: holding(editor, step.text), walk: step.walk, popup: undefined } : {};
}

/** A key of the editor, and what it does to the list beside it. */
export function inEditor({ editor: before, popup, walk }: ReplState, key: Key): Change {
  // Something that cannot go on the chosen word takes the word first: `.` and `(` behind a name.
  const takesWord = popup !== undefined && key.kind === 'text' && /^[^\p{L}\p{N}_$]/u.test(key.text);
  const editor = reduce(takesWord ? accepted(before, popup) : before, key);
  if (editor === before) return {};
  const isTyping = !takesWord && editor.text !== before.text;
  return {
    editor,
    popup: popup && isTyping ? refined(popup, editor) : undefined,
    walk: editor.text === before.text ? walk : undefined,
  };
}
