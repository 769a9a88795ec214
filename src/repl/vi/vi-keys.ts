import { type EditorState, lineEnd, lineStart, movedTo, nextStop, previousStop } from '../editor/index.js';
import { ALIASES, COMMANDS, OPERATORS, type Range, type Result } from './commands.js';
import { LINE_MOTIONS, MOTIONS, type Motion } from './motions.js';

export interface ViState {
  readonly mode: 'insert' | 'normal';
  readonly pending: string;
  /** The latest `f`, `F`, `t` or `T`, for `;` and `,`. */
  readonly find?: { readonly key: string; readonly character: string };
  /** The number of undo steps before insert mode began. The text typed in insert mode is one step. */
  readonly undoFrom: number;
}

/** Each input begins in insert mode. */
export const VI_START: ViState = { mode: 'insert', pending: '', undoFrom: 0 };

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
  const isFind = motionOf(key)?.takesCharacter === true;
  const next = isFind ? { ...ready, find: { key, character: command.argument } } : ready;
  const result = run(next, editor, command);
  const changed = result.editor;
  return result.inserts
    ? { vi: { ...next, mode: 'insert', undoFrom: editor.undo.length }, editor: changed }
    : { vi: next, editor: onCharacter(changed) };
}

/** Begins normal mode. The cursor moves to the character before it, as in vi. */
export function leaveInsertMode(vi: ViState, editor: EditorState): Pick<ViChange, 'vi' | 'editor'> {
  const { text, cursor, undo } = editor;
  const left = cursor === lineStart(text, cursor) ? cursor : previousStop(text, cursor);
  return {
    vi: { ...vi, mode: 'normal', pending: '' },
    editor: { ...movedTo(editor, left), undo: undo.slice(0, vi.undoFrom + 1) },
  };
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
  if (motion.isInclusive && at >= cursor) at = nextStop(text, at);
  return { from: Math.min(at, cursor), to: Math.max(at, cursor), isLinewise: false };
}

function linesFrom({ text, cursor }: EditorState, count: number): Range {
  let to = lineEnd(text, cursor);
  for (let done = 1; done < count && to < text.length; done++) to = lineEnd(text, to + 1);
  return { from: lineStart(text, cursor), to, isLinewise: true };
}

/** A complete command of normal mode, such as `2d3w` or `rx`. */
interface ViCommand {
  readonly count: number;
  readonly operator?: string;
  /** The key of the motion or of the command. `dd` has its operator here. */
  readonly key: string;
  /** The character after `f`, `r` and similar keys. */
  readonly argument: string;
}

const FORM = /^([1-9]\d*)?(?:(?!ctrl-r)([dcy])([1-9]\d*)?)?(?:(ctrl-r|gg|[^\d]|0)(.+)?)?$/su;
/** Keys that take a character in vi, such as `ci'`, `ma` and `zt`, and have no meaning here. They end with it. */
const UNSUPPORTED = { alone: /^[zmqZ'"`@[\]]$/, afterOperator: /^[ia]$/ };
const MOST_REPEATS = 1000;

/** Parses the keys typed so far. Returns `more` for the start of a command, and undefined for an invalid one. */
function commandIn(typed: string): ViCommand | 'more' | undefined {
  const [form, first, operator, second, key, argument = ''] = FORM.exec(typed) ?? [];
  if (form === undefined) return undefined;
  if (key === undefined || (key === 'g' && argument === '')) return 'more';
  if (argument === '' && UNSUPPORTED[operator === undefined ? 'alone' : 'afterOperator'].test(key)) return 'more';
  const alias = operator === undefined ? ALIASES[key] : undefined;
  if (alias !== undefined) return commandIn(`${first ?? ''}${alias}`);
  const takesCharacter = MOTIONS[key]?.takesCharacter ?? (operator === undefined && COMMANDS[key]?.takesCharacter);
  if (takesCharacter && argument === '') return 'more';
  if ((!takesCharacter && argument !== '') || !isKnown(key, operator)) return undefined;
  const count = Math.min(MOST_REPEATS, Number(first ?? 1) * Number(second ?? 1));
  return { count, key, argument, ...(operator !== undefined && { operator }) };
}

function isKnown(key: string, operator: string | undefined): boolean {
  if (motionOf(key) !== undefined || key === ';' || key === ',') return true;
  return operator === undefined ? key === '/' || COMMANDS[key] !== undefined : key === operator && key in OPERATORS;
}

const motionOf = (key: string): Motion | undefined => MOTIONS[key] ?? LINE_MOTIONS[key];
