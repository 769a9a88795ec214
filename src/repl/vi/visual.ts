import { graphemes } from '../../util/index.js';
import { type EditorState, lineEnd, lineStart, movedTo, nextStop, previousStop, replaced } from '../editor/index.js';
import { COMMANDS, OPERATORS, otherCase, type Range } from './commands.js';
import { firstWord } from './motions.js';
import { motionOf } from './parse-command.js';
import { objectRange } from './run-command.js';
import { registerText, type ViChange, type ViState, type Visual, withRegister } from './vi-state.js';

/** The selected text. It includes the character at the cursor. */
export function selectionOf({ anchor, isLinewise }: Visual, { text, cursor }: EditorState): Range {
  const [from, last] = [Math.min(anchor, cursor, text.length), Math.max(anchor, cursor)];
  return isLinewise
    ? { from: lineStart(text, from), to: lineEnd(text, last), isLinewise }
    : { from, to: nextStop(text, last), isLinewise };
}

/** The keys that use the selection, and the operators behind them. A capital letter uses whole lines. */
const OPERATOR_KEYS: Readonly<Record<string, string>> = {
  d: 'd',
  x: 'd',
  D: 'd',
  X: 'd',
  y: 'y',
  Y: 'y',
  c: 'c',
  s: 'c',
  C: 'c',
  S: 'c',
  R: 'c',
};

/** Keys that change the case of the selection. */
const CASES: Readonly<Record<string, (text: string) => string>> = {
  u: (text) => text.toLowerCase(),
  U: (text) => text.toUpperCase(),
  '~': otherCase,
};

const VISUAL_KEYS: readonly string[] = [...Object.keys(OPERATOR_KEYS), ...Object.keys(CASES), ...'vVoiarJpP'];

const FORM = /^(?:"([a-zA-Z]))?([1-9]\d*)?(?:(g[geE]|[^\d]|0)(.+)?)?$/su;

/** Handles a key in visual mode. Returns `motion` for a key that is not special there. */
export function inVisualMode(vi: ViState, visual: Visual, editor: EditorState, character: string): ViChange | 'motion' {
  const typed = vi.pending + character;
  const [form, register, count, key, argument = ''] = FORM.exec(typed) ?? [];
  const ready = { ...vi, pending: '' };
  const waits =
    typed === '"' || (form !== undefined && (key === undefined || ('iar'.includes(key) && argument === '')));
  if (waits) return { vi: { ...vi, pending: typed }, editor };
  if (form === undefined || key === undefined) return { vi: ready, editor };
  if (!VISUAL_KEYS.includes(key)) return isMotion(key) ? 'motion' : { vi: ready, editor };
  if (key === 'v' || key === 'V') return { vi: { ...ready, visual: switched(visual, key === 'V') }, editor };
  if (key === 'o')
    return { vi: { ...ready, visual: { ...visual, anchor: editor.cursor } }, editor: movedTo(editor, visual.anchor) };
  if (key === 'i' || key === 'a') {
    const range = objectRange(editor, { key, argument, count: Number(count ?? 1), hasCount: count !== undefined });
    if (range === undefined) return { vi: ready, editor };
    const { from, to, isLinewise } = range;
    return {
      vi: { ...ready, visual: { anchor: from, isLinewise } },
      editor: movedTo(editor, Math.max(from, previousStop(editor.text, to))),
    };
  }
  const left = { ...ready, visual: undefined };
  const lines = selectionOf({ ...visual, isLinewise: true }, editor);
  const range = key === key.toUpperCase() && key in OPERATOR_KEYS ? lines : selectionOf(visual, editor);
  // An undo moves the cursor there.
  const start = movedTo(editor, range.from);
  if (key in OPERATOR_KEYS) return operated(left, start, range, OPERATOR_KEYS[key] ?? '', register);
  if (key === 'J') {
    const count = editor.text.slice(lines.from, lines.to).split('\n').length;
    return { vi: left, editor: COMMANDS.J?.run(movedTo(editor, lines.from), count, '').editor ?? editor };
  }
  if (key === 'p' || key === 'P')
    return {
      vi: left,
      editor: put(start, range, register === undefined ? editor.killed : registerText(vi, register)),
    };
  const change =
    CASES[key] ??
    ((text: string) =>
      graphemes(text)
        .map((one) => (one === '\n' ? one : argument))
        .join(''));
  const next = replaced(start, range.from, range.to, change(editor.text.slice(range.from, range.to)));
  return { vi: left, editor: { ...next, cursor: range.from } };
}

/** Whether the key moves the cursor or sets a mark, as in normal mode. `g` begins a key of two characters. */
const isMotion = (key: string) => [';', ',', 'm', 'g'].includes(key) || motionOf(key) !== undefined;

/** The mode that has the key ends with it. The other one keeps the selection. */
const switched = (visual: Visual, isLinewise: boolean): Visual | undefined =>
  visual.isLinewise === isLinewise ? undefined : { ...visual, isLinewise };

function operated(
  vi: ViState,
  editor: EditorState,
  range: Range,
  operator: string,
  register: string | undefined,
): ViChange {
  const result = OPERATORS[operator]?.(editor, range);
  if (!result) return { vi, editor };
  const after =
    operator === 'y'
      ? movedTo(result.editor, range.isLinewise ? firstWord(editor.text, range.from) : range.from)
      : result.editor;
  const isCut = register !== undefined && after.cuts !== editor.cuts;
  const next = isCut ? withRegister(vi, register, after.killed) : vi;
  return {
    vi: result.inserts ? { ...next, mode: 'insert', undoFrom: editor.undo.length, insertion: undefined } : next,
    editor: after,
  };
}

/** Replaces the selection. A line in the text stays a line. */
function put(editor: EditorState, { from, to, isLinewise }: Range, text: string): EditorState {
  if (text === '') return editor;
  const isLine = text.endsWith('\n');
  const inserted = isLinewise ? (isLine ? text.slice(0, -1) : text) : isLine ? `\n${text}` : text;
  const killed = editor.text.slice(from, to) + (isLinewise ? '\n' : '');
  const next = replaced({ ...editor, killed, cuts: [killed, ...(editor.cuts ?? [])] }, from, to, inserted);
  return isLine
    ? { ...next, cursor: firstWord(next.text, isLinewise ? from : from + 1) }
    : { ...next, cursor: previousStop(next.text, next.cursor) };
}
