import { type EditorState, lineEnd, lineStart, movedTo, previousStop, replaced } from '../editor/index.js';
import { commandIn, motionOf, type ViCommand } from './parse-command.js';
import { run } from './run-command.js';
import { type ViChange, type ViState, withMark, withRegister } from './vi-state.js';
import { inVisualMode } from './visual.js';

/** Handles a character, or a key such as `ctrl-r`, in normal mode. */
export function inNormalMode(vi: ViState, editor: EditorState, character: string): ViChange {
  if (vi.visual) {
    const change = inVisualMode(vi, vi.visual, editor, character);
    if (change !== 'motion') return change;
    const moved = inNormalMode({ ...vi, visual: undefined }, editor, character);
    return { ...moved, vi: { ...moved.vi, visual: vi.visual } };
  }
  const typed = vi.pending + character;
  const command = commandIn(typed);
  if (command === 'more') return { vi: { ...vi, pending: typed }, editor };
  const ready = { ...vi, pending: '' };
  if (command === undefined) return { vi: ready, editor };
  const { key, operator, count } = command;
  if (operator === undefined && key === '/') return { vi: ready, editor, press: { name: 'search', count } };
  if (operator === undefined && (key === 'j' || key === 'k'))
    return { vi: ready, editor, press: { name: key === 'j' ? 'down' : 'up', count } };
  if (key === 'v' || key === 'V')
    return { vi: { ...ready, visual: { anchor: editor.cursor, isLinewise: key === 'V' } }, editor };
  if (key === 'm') return { vi: withMark(ready, command.argument, editor), editor };
  if (key === '.') return { vi: ready, editor: repeated(ready, editor, command) };
  const isFind = motionOf(key)?.takesCharacter === true;
  const found = isFind && !"'`".includes(key) ? { ...ready, find: { key, character: command.argument } } : ready;
  const { editor: changed, inserts } = run(found, editor, command);
  const isCut = command.register !== undefined && operator !== undefined && changed.cuts !== editor.cuts;
  const next = isCut ? withRegister(found, command.register, changed.killed) : found;
  if (inserts) {
    const insertion = { command, text: changed.text, at: changed.cursor };
    return { vi: { ...next, mode: 'insert', undoFrom: editor.undo.length, insertion }, editor: changed };
  }
  const isChange = changed.text !== editor.text && key !== 'u' && key !== 'ctrl-r';
  return {
    vi: isChange ? { ...next, change: { command, inserted: '' } } : next,
    editor: onCharacter(changed),
  };
}

/** Repeats the latest change and the text that was typed after it, as one step of undo. */
function repeated(vi: ViState, editor: EditorState, { count, hasCount }: ViCommand): EditorState {
  if (vi.change === undefined) return editor;
  const { command, inserted } = vi.change;
  const result = run(vi, editor, hasCount ? { ...command, count } : command);
  const { cursor } = result.editor;
  const changed = result.inserts ? beforeInserted(replaced(result.editor, cursor, cursor, inserted)) : result.editor;
  return onCharacter({ ...changed, undo: changed.undo.slice(0, editor.undo.length + 1) });
}

/** Moves the cursor from the place after typed text to its last character. */
function beforeInserted(editor: EditorState): EditorState {
  const { text, cursor } = editor;
  return movedTo(editor, cursor === lineStart(text, cursor) ? cursor : previousStop(text, cursor));
}

/** Begins normal mode. The cursor moves to the character before it, as in vi. */
export function leaveInsertMode(vi: ViState, editor: EditorState): Pick<ViChange, 'vi' | 'editor'> {
  const { insertion, undoFrom } = vi;
  const change = insertion && changeOf(insertion, editor.text);
  return {
    vi: {
      ...vi,
      mode: 'normal',
      pending: '',
      insertion: undefined,
      ...(change && { change }),
    },
    editor: { ...beforeInserted(editor), undo: editor.undo.slice(0, undoFrom + 1) },
  };
}

/** Returns the change that insert mode made, or undefined if it also changed the text around its start. */
function changeOf({ command, text, at }: NonNullable<ViState['insertion']>, after: string): ViState['change'] {
  const [head, tail] = [text.slice(0, at), text.slice(at)];
  const isAround = after.length >= text.length && after.startsWith(head) && after.endsWith(tail);
  return isAround ? { command, inserted: after.slice(at, after.length - tail.length) } : undefined;
}

/** In normal mode, the cursor is on a character, not after the last one of its line. */
export function onCharacter(editor: EditorState): EditorState {
  const { text, cursor } = editor;
  const isAfterLast = cursor === lineEnd(text, cursor) && cursor > lineStart(text, cursor);
  return isAfterLast ? { ...editor, cursor: previousStop(text, cursor) } : editor;
}
