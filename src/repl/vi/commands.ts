import { graphemes } from '../../util/index.js';
import {
  type EditorState,
  lineEnd,
  lineStart,
  movedTo,
  newline,
  nextStop,
  previousStop,
  redone,
  replaced,
  undone,
} from '../editor/index.js';
import { firstWord } from './motions.js';

export interface Range {
  readonly from: number;
  readonly to: number;
  readonly isLinewise: boolean;
}

export interface Result {
  readonly editor: EditorState;
  readonly inserts?: boolean;
}

export const OPERATORS: Readonly<Record<string, (editor: EditorState, range: Range) => Result>> = {
  d: (editor, range) => ({ editor: removed(editor, range) }),
  c: (editor, range) => {
    // A changed line keeps its place and its indent.
    const from = range.isLinewise ? Math.min(firstWord(editor.text, range.from), range.to) : range.from;
    return { editor: replaced(withCut(editor, range), from, range.to, ''), inserts: true };
  },
  y: (editor, range) => ({ editor: movedTo(withCut(editor, range), range.isLinewise ? editor.cursor : range.from) }),
};

/** Keeps the text of a range for `p`. Lines end with a newline. */
function withCut(editor: EditorState, { from, to, isLinewise }: Range): EditorState {
  const killed = editor.text.slice(from, to) + (isLinewise ? '\n' : '');
  return killed === '' ? editor : { ...editor, killed, cuts: [killed, ...(editor.cuts ?? [])].slice(0, MAX_CUTS) };
}

const MAX_CUTS = 30;

function removed(editor: EditorState, range: Range): EditorState {
  const { from, to, isLinewise } = range;
  const state = withCut(editor, range);
  if (!isLinewise) return replaced(state, from, to, '');
  const { text } = editor;
  const next = to < text.length ? replaced(state, from, to + 1, '') : replaced(state, Math.max(0, from - 1), to, '');
  return movedTo(next, firstWord(next.text, next.cursor));
}

interface Command {
  readonly run: (editor: EditorState, count: number, character: string) => Result;
  readonly takesCharacter?: true;
}

/** Commands that stand for an operator and its motion. */
export const ALIASES: Readonly<Record<string, string>> = {
  x: 'dl',
  X: 'dh',
  D: 'd$',
  C: 'c$',
  S: 'cc',
  s: 'cl',
  Y: 'yy',
};

const inserting =
  (place: (editor: EditorState) => EditorState): Command['run'] =>
  (editor) => ({ editor: place(editor), inserts: true });

const repeated =
  (step: (editor: EditorState) => EditorState): Command['run'] =>
  (editor, count) => {
    let state = editor;
    for (let done = 0; done < count; done++) state = step(state);
    return { editor: state };
  };

const afterCursor = ({ text, cursor }: EditorState) => Math.min(lineEnd(text, cursor), nextStop(text, cursor));

/** The commands of normal mode that use no motion. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  i: { run: inserting((editor) => editor) },
  a: { run: inserting((editor) => movedTo(editor, afterCursor(editor))) },
  I: { run: inserting((editor) => movedTo(editor, firstWord(editor.text, editor.cursor))) },
  A: { run: inserting((editor) => movedTo(editor, lineEnd(editor.text, editor.cursor))) },
  o: { run: inserting((editor) => newline(movedTo(editor, lineEnd(editor.text, editor.cursor)))) },
  O: { run: inserting(lineAbove) },
  r: { run: replacedCharacters, takesCharacter: true },
  '~': { run: (editor, count) => ({ editor: withOtherCase(editor, count) }) },
  J: { run: (editor, count) => ({ editor: joined(editor, count) }) },
  p: { run: (editor, count) => ({ editor: put(editor, count, 'after') }) },
  P: { run: (editor, count) => ({ editor: put(editor, count, 'before') }) },
  u: { run: repeated(undone) },
  'ctrl-r': { run: repeated(redone) },
};

function lineAbove(editor: EditorState): EditorState {
  const start = lineStart(editor.text, editor.cursor);
  const indent = editor.text.slice(start, firstWord(editor.text, editor.cursor));
  const next = replaced(editor, start, start, `${indent}\n`);
  return { ...next, cursor: start + indent.length };
}

/** Returns the end of `count` characters from the cursor, or undefined if the line has fewer. */
function endOf({ text, cursor }: EditorState, count: number): number | undefined {
  const rest = graphemes(text.slice(cursor, lineEnd(text, cursor)));
  return rest.length < count ? undefined : cursor + rest.slice(0, count).join('').length;
}

function replacedCharacters(editor: EditorState, count: number, character: string): Result {
  const end = endOf(editor, count);
  if (end === undefined) return { editor };
  const next = replaced(editor, editor.cursor, end, character.repeat(count));
  return { editor: { ...next, cursor: previousStop(next.text, next.cursor) } };
}

function withOtherCase(editor: EditorState, count: number): EditorState {
  const end = endOf(editor, count) ?? lineEnd(editor.text, editor.cursor);
  return replaced(editor, editor.cursor, end, otherCase(editor.text.slice(editor.cursor, end)));
}

export function otherCase(text: string): string {
  const other = graphemes(text).map((character) => {
    const upper = character.toUpperCase();
    return character === upper ? character.toLowerCase() : upper;
  });
  return other.join('');
}

/** Joins the line with the next ones. A space replaces each newline and indent, except before a closing bracket. */
function joined(editor: EditorState, count: number): EditorState {
  const { text, cursor } = editor;
  let state = editor;
  for (let done = 0; done < Math.max(1, count - 1); done++) {
    const end = lineEnd(state.text, cursor);
    const next = firstWord(state.text, end + 1);
    if (end === state.text.length) break;
    const isTight = end === lineStart(state.text, end) || /[^\S\n]/.test(state.text[end - 1] ?? '');
    const space = isTight || next === lineEnd(state.text, next) || state.text[next] === ')' ? '' : ' ';
    state = { ...replaced(state, end, next, space), cursor: end };
  }
  return state.text === text ? editor : { ...replaced(editor, 0, text.length, state.text), cursor: state.cursor };
}

function put(editor: EditorState, count: number, where: 'after' | 'before'): EditorState {
  const { text, cursor, killed } = editor;
  if (killed === '') return editor;
  if (!killed.endsWith('\n')) {
    const at = where === 'after' ? afterCursor(editor) : cursor;
    const next = replaced(editor, at, at, killed.repeat(count));
    return { ...next, cursor: previousStop(next.text, next.cursor) };
  }
  const lines = killed.repeat(count);
  const isAfter = where === 'after';
  const at = isAfter ? lineEnd(text, cursor) : lineStart(text, cursor);
  const next = replaced(editor, at, at, isAfter ? `\n${lines.slice(0, -1)}` : lines);
  return { ...next, cursor: firstWord(next.text, isAfter ? at + 1 : at) };
}
