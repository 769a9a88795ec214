import { type EditorState, lineEnd, lineStart, movedTo, nextStop, previousStop, replaced } from '../editor/index.js';
import { ALIASES, COMMANDS, OPERATORS, type Range, type Result } from './commands.js';
import { LINE_MOTIONS, MOTIONS, type Motion } from './motions.js';
import { TEXT_OBJECTS } from './text-objects.js';

export interface ViState {
  readonly mode: 'insert' | 'normal';
  readonly pending: string;
  /** The latest `f`, `F`, `t` or `T`, for `;` and `,`. */
  readonly find?: { readonly key: string; readonly character: string };
  /** The number of undo steps before insert mode began. The text typed in insert mode is one step. */
  readonly undoFrom: number;
  /** The command that began insert mode, and the text at that time. */
  readonly insertion?: { readonly command: ViCommand; readonly text: string; readonly at: number } | undefined;
  /** The latest change, for `.`. */
  readonly change?: { readonly command: ViCommand; readonly inserted: string };
}

/** Each input begins in insert mode. */
export const VI_START: ViState = { mode: 'insert', pending: '', undoFrom: 0, insertion: undefined };

export interface ViChange {
  readonly vi: ViState;
  readonly editor: EditorState;
  /** A key of the prompt: a line or a statement up or down, or a search in the history. */
  readonly press?: { readonly name: 'up' | 'down' | 'search'; readonly count: number };
}

/** Handles a character, or a key such as `ctrl-r`, in normal mode. */
export function inNormalMode(vi: ViState, editor: EditorState, character: string): ViChange {
  const typed = vi.pending + character;
  const command = commandIn(typed);
  if (command === 'more') return { vi: { ...vi, pending: typed }, editor };
  const ready = { ...vi, pending: '' };
  if (command === undefined) return { vi: ready, editor };
  const { key, operator, count } = command;
  if (operator === undefined && key === '/') return { vi: ready, editor, press: { name: 'search', count } };
  if (operator === undefined && (key === 'j' || key === 'k'))
    return { vi: ready, editor, press: { name: key === 'j' ? 'down' : 'up', count } };
  if (key === '.') return { vi: ready, editor: repeated(ready, editor, command) };
  const isFind = motionOf(key)?.takesCharacter === true;
  const next = isFind ? { ...ready, find: { key, character: command.argument } } : ready;
  const { editor: changed, inserts } = run(next, editor, command);
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

function run(vi: ViState, editor: EditorState, command: ViCommand): Result {
  const { operator, key, count, argument } = command;
  const apply = operator === undefined ? undefined : OPERATORS[operator];
  if (apply) {
    const range = key === operator ? linesFrom(editor, count) : rangeOf(vi, editor, command);
    return range === undefined ? { editor } : apply(editor, range);
  }
  const known = COMMANDS[key];
  if (known) return known.run(editor, count, argument);
  const target = targetOf(vi, editor, command)?.at;
  return { editor: target === undefined ? editor : movedTo(editor, target) };
}

/** Returns the target of a motion, and the position before its last repetition. */
function targetOf({ find }: ViState, { text, cursor }: EditorState, { key, count, argument }: ViCommand) {
  const isRepeat = key === ';' || key === ',';
  if (isRepeat && find === undefined) return undefined;
  const name = isRepeat && find ? (key === ';' ? find.key : otherCase(find.key)) : key;
  const motion = motionOf(name);
  if (!motion) return undefined;
  let [at, before] = [cursor, cursor];
  for (let done = 0; done < count; done++) {
    before = at;
    // The cursor is already next to the character that `t` found.
    const start = !isRepeat ? at : name === 't' ? nextStop(text, at) : name === 'T' ? previousStop(text, at) : at;
    const next = motion.to(text, start, isRepeat && find ? find.character : argument);
    if (next === undefined) return undefined;
    at = next;
  }
  return { at, before, motion };
}

const otherCase = (key: string) => (key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase());

function rangeOf(vi: ViState, editor: EditorState, command: ViCommand): Range | undefined {
  const { key, argument, count } = command;
  if (key === 'i' || key === 'a') {
    const span = TEXT_OBJECTS[argument]?.({ text: editor.text, at: editor.cursor, count }, key);
    return span && { isLinewise: false, ...span };
  }
  const target = targetOf(vi, editor, command);
  if (target === undefined) return undefined;
  const { text, cursor } = editor;
  const { motion, before } = target;
  let { at } = target;
  if (motion.isLinewise)
    return {
      from: lineStart(text, Math.min(at, cursor)),
      to: lineEnd(text, Math.max(at, cursor)),
      isLinewise: true,
    };
  if (motion.staysInLine && at > lineEnd(text, before)) at = Math.max(lineEnd(text, before), cursor);
  // `cw` leaves the space after the word.
  if (motion.staysInLine && command.operator === 'c' && !/\s/.test(text[cursor] ?? ' '))
    at = cursor + text.slice(cursor, at).trimEnd().length;
  const [from, last] = [Math.min(at, cursor), Math.max(at, cursor)];
  return { from, to: motion.isInclusive ? nextStop(text, last) : last, isLinewise: false };
}

function linesFrom({ text, cursor }: EditorState, count: number): Range {
  let to = lineEnd(text, cursor);
  for (let done = 1; done < count && to < text.length; done++) to = lineEnd(text, to + 1);
  return { from: lineStart(text, cursor), to, isLinewise: true };
}

/** A complete command of normal mode, such as `2d3w` or `rx`. */
interface ViCommand {
  readonly count: number;
  readonly hasCount: boolean;
  readonly operator?: string;
  /** The key of the motion or of the command. `dd` has its operator here. */
  readonly key: string;
  /** The character after `f`, `r` and similar keys, or after the `i` and `a` of a text object. */
  readonly argument: string;
}

const FORM = /^([1-9]\d*)?(?:(?!ctrl-r)([dcy])([1-9]\d*)?)?(?:(ctrl-r|g[geE]|[^\d]|0)(.+)?)?$/su;
/** Keys that take a character in vi, such as `ma` and `zt`, and have no meaning here. They end with it. */
const UNSUPPORTED = /^[zmqZ'"`@[\]]$/;
const MAX_REPEATS = 1000;

/** Parses the keys typed so far. Returns `more` for the start of a command, and undefined for an invalid one. */
function commandIn(typed: string): ViCommand | 'more' | undefined {
  const [form, first, operator, second, key, argument = ''] = FORM.exec(typed) ?? [];
  if (form === undefined) return undefined;
  if (key === undefined || (key === 'g' && argument === '')) return 'more';
  const isObject = operator !== undefined && (key === 'i' || key === 'a');
  if (argument === '' && (isObject || (operator === undefined && UNSUPPORTED.test(key)))) return 'more';
  const alias = operator === undefined ? ALIASES[key] : undefined;
  if (alias !== undefined) return commandIn(`${first ?? ''}${alias}`);
  const takesCharacter = MOTIONS[key]?.takesCharacter ?? (operator === undefined && COMMANDS[key]?.takesCharacter);
  if (takesCharacter && argument === '') return 'more';
  const isValid = isObject
    ? TEXT_OBJECTS[argument] !== undefined
    : (takesCharacter || argument === '') && isKnown(key, operator);
  if (!isValid) return undefined;
  const count = Math.min(MAX_REPEATS, Number(first ?? 1) * Number(second ?? 1));
  const hasCount = (first ?? second) !== undefined;
  return { count, hasCount, key, argument, ...(operator !== undefined && { operator }) };
}

function isKnown(key: string, operator: string | undefined): boolean {
  if (motionOf(key) !== undefined || key === ';' || key === ',') return true;
  return operator === undefined
    ? key === '/' || key === '.' || COMMANDS[key] !== undefined
    : key === operator && key in OPERATORS;
}

const motionOf = (key: string): Motion | undefined => MOTIONS[key] ?? LINE_MOTIONS[key];
