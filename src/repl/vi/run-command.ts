import { type EditorState, lineEnd, lineStart, movedTo, nextStop, previousStop } from '../editor/index.js';
import { COMMANDS, OPERATORS, otherCase, type Range, type Result } from './commands.js';
import { MARK_MOTIONS } from './motions.js';
import { motionOf, type ViCommand } from './parse-command.js';
import { TEXT_OBJECTS } from './text-objects.js';
import { markedPosition, registerText, type ViState } from './vi-state.js';

/** Runs a command. Without a register, it uses the latest deleted or copied text. */
export function run(vi: ViState, editor: EditorState, command: ViCommand): Result {
  const { register, ...plain } = command;
  if (register === undefined || !(command.key === 'p' || command.key === 'P')) return runPlain(vi, editor, plain);
  const { editor: after, ...result } = runPlain(vi, { ...editor, killed: registerText(vi, register) }, plain);
  return { ...result, editor: { ...after, killed: editor.killed } };
}

function runPlain(vi: ViState, editor: EditorState, command: ViCommand): Result {
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
function targetOf(vi: ViState, { text, cursor }: EditorState, { key, count, argument }: ViCommand) {
  const { find } = vi;
  const toMark = MARK_MOTIONS[key];
  if (toMark) {
    const mark = markedPosition(vi, argument, text);
    const at = mark === undefined ? undefined : toMark.to(text, mark, argument);
    return at === undefined ? undefined : { at, before: cursor, motion: toMark };
  }
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

function rangeOf(vi: ViState, editor: EditorState, command: ViCommand): Range | undefined {
  const { key } = command;
  if (key === 'i' || key === 'a') return objectRange(editor, command);
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

/** Returns the range of a text object, such as `iw`. */
export function objectRange(editor: EditorState, { key, argument, count }: ViCommand): Range | undefined {
  const span = TEXT_OBJECTS[argument]?.({ text: editor.text, at: editor.cursor, count }, key === 'i' ? 'i' : 'a');
  return span && { isLinewise: false, ...span };
}

function linesFrom({ text, cursor }: EditorState, count: number): Range {
  let to = lineEnd(text, cursor);
  for (let done = 1; done < count && to < text.length; done++) to = lineEnd(text, to + 1);
  return { from: lineStart(text, cursor), to, isLinewise: true };
}
