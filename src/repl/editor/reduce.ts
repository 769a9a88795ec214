import { graphemes } from '../../util/index.js';
import { chord, type Key } from '../keys/index.js';
import { closing, newline } from './indent.js';
import { cutsOf, type EditorState, EMPTY, movedTo, redone, replaced, undone } from './state.js';
import { blankStart, lineEnd, lineStart, nextStop, previousStop, wordEnd, wordStart } from './stops.js';

/** Returns the editor after a key, or the same object if the key has no meaning here (Enter, Tab, Ctrl-C, …). */
export function reduce(state: EditorState, key: Key): EditorState {
  if (key.kind === 'paste') return replaced(state, state.cursor, state.cursor, key.text);
  if (key.kind === 'text') return typed(state, key.text);
  return COMMANDS[chord(key)]?.(state) ?? state;
}

type Command = (state: EditorState) => EditorState;

const goTo =
  (find: (text: string, at: number) => number): Command =>
  (state) =>
    movedTo(state, find(state.text, state.cursor));

const remove =
  (find: (text: string, at: number) => number): Command =>
  (state) => {
    const at = find(state.text, state.cursor);
    return replaced(state, Math.min(at, state.cursor), Math.max(at, state.cursor), '');
  };

/** Removes text and keeps it for Ctrl-Y. Consecutive kills are kept as one piece. */
const kill =
  (find: (text: string, at: number) => number): Command =>
  (state) => {
    const at = find(state.text, state.cursor);
    const cut = state.text.slice(Math.min(at, state.cursor), Math.max(at, state.cursor));
    if (cut === '') return state;
    const earlier = state.last === 'kill' ? state.killed : '';
    const killed = at < state.cursor ? cut + earlier : earlier + cut;
    const older = state.cuts?.slice(state.last === 'kill' ? 1 : 0) ?? [];
    return { ...remove(find)(state), killed, cuts: [killed, ...older].slice(0, MAX_CUTS), last: 'kill' };
  };

const MAX_CUTS = 30;

const yank = (state: EditorState, from: number, at: number): EditorState => ({
  ...replaced(state, from, state.cursor, state.cuts?.[at] ?? state.killed),
  yank: { from, at },
});

/** Replaces the piece that has just been inserted with the next older one. */
const olderYank: Command = (state) =>
  state.yank && state.cuts ? yank(state, state.yank.from, (state.yank.at + 1) % state.cuts.length) : state;

/** Swaps the two graphemes around the cursor, or the last two of a line. */
const transpose: Command = (state) => {
  const { text, cursor } = state;
  const end = cursor === lineEnd(text, cursor) ? cursor : nextStop(text, cursor);
  const middle = previousStop(text, end);
  const start = previousStop(text, middle);
  if (start < lineStart(text, end) || start === middle) return state;
  return replaced(state, start, end, text.slice(middle, end) + text.slice(start, middle));
};

/** Swaps the word after the cursor, or the last one, with the word before it. */
const transposeWords: Command = (state) => {
  const { text, cursor } = state;
  const second = wordStart(text, wordEnd(text, cursor));
  const first = wordStart(text, second);
  const [firstEnd, secondEnd] = [wordEnd(text, first), wordEnd(text, second)];
  if (firstEnd > second) return state;
  const between = text.slice(firstEnd, second);
  return replaced(state, first, secondEnd, text.slice(second, secondEnd) + between + text.slice(first, firstEnd));
};

/** Changes the case of the rest of the word, or of the next one. */
const recase =
  (change: (word: string) => string): Command =>
  (state) => {
    const end = wordEnd(state.text, state.cursor);
    return replaced(state, state.cursor, end, change(state.text.slice(state.cursor, end)));
  };

const capitalized = (word: string) => word.toLowerCase().replace(/\p{L}/u, (letter) => letter.toUpperCase());

const removeBlanks: Command = (state) => {
  const { text, cursor } = state;
  const before = /[ \t]*$/.exec(text.slice(0, cursor))?.[0].length ?? 0;
  const after = /^[ \t]*/.exec(text.slice(cursor))?.[0].length ?? 0;
  return replaced(state, cursor - before, cursor + after, '');
};

/** Returns the end of the line or, if the cursor is there already, the position after the newline. */
const restOfLine = (text: string, at: number) => (lineEnd(text, at) === at ? nextStop(text, at) : lineEnd(text, at));

const COMMANDS: Readonly<Record<string, Command>> = {
  left: goTo(previousStop),
  'ctrl-b': goTo(previousStop),
  right: goTo(nextStop),
  'ctrl-f': goTo(nextStop),
  up: (state) => (isOnFirstLine(state) ? state : vertically(state, -1)),
  down: (state) => (isOnLastLine(state) ? state : vertically(state, 1)),
  home: goTo(lineStart),
  'ctrl-a': goTo(lineStart),
  end: goTo(lineEnd),
  'ctrl-e': goTo(lineEnd),
  'ctrl-home': goTo(() => 0),
  'alt-<': goTo(() => 0),
  'ctrl-end': goTo((text) => text.length),
  'alt->': goTo((text) => text.length),
  'ctrl-left': goTo(wordStart),
  'alt-left': goTo(wordStart),
  'alt-b': goTo(wordStart),
  'ctrl-right': goTo(wordEnd),
  'alt-right': goTo(wordEnd),
  'alt-f': goTo(wordEnd),
  backspace: remove(previousStop),
  'ctrl-h': remove(previousStop),
  delete: remove(nextStop),
  'ctrl-d': remove(nextStop),
  'ctrl-k': kill(restOfLine),
  'ctrl-u': kill(lineStart),
  'ctrl-w': kill(blankStart),
  'alt-backspace': kill(wordStart),
  'alt-d': kill(wordEnd),
  'ctrl-y': (state) => yank(state, state.cursor, 0),
  'alt-y': olderYank,
  'ctrl-t': transpose,
  'alt-t': transposeWords,
  'alt-u': recase((word) => word.toUpperCase()),
  'alt-l': recase((word) => word.toLowerCase()),
  'alt-c': recase(capitalized),
  'alt-\\': removeBlanks,
  'ctrl-_': undone,
  'alt-_': redone,
  'alt-/': redone,
  'alt-enter': (state) => newline(state),
  'shift-enter': (state) => newline(state),
};

/** Inserts typed text. Undo treats a series of letters as one step. */
function typed(state: EditorState, text: string): EditorState {
  const next = closing(state, text) ?? replaced(state, state.cursor, state.cursor, text);
  const isRun = state.last === 'type' && !/^\s/.test(text);
  return { ...next, undo: isRun ? state.undo : next.undo, last: 'type' };
}

export function cleared(state: EditorState): EditorState {
  return { ...EMPTY, ...cutsOf(state) };
}

export const isOnFirstLine = ({ text, cursor }: EditorState): boolean => lineStart(text, cursor) === 0;
export const isOnLastLine = ({ text, cursor }: EditorState): boolean => lineEnd(text, cursor) === text.length;

/** Moves one line up (`-1`) or down (`1`), towards the column where the series of vertical moves began. */
function vertically(state: EditorState, step: -1 | 1): EditorState {
  const { text, cursor } = state;
  const start = lineStart(text, cursor);
  const goal = state.goal ?? graphemes(text.slice(start, cursor)).length;
  const target = step < 0 ? start - 1 : lineEnd(text, cursor) + 1;
  if (target < 0 || target > text.length) return state;
  const from = lineStart(text, target);
  const line = graphemes(text.slice(from, lineEnd(text, target)));
  return { ...movedTo(state, from + line.slice(0, goal).join('').length), goal };
}
