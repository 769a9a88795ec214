import { fileURLToPath } from 'node:url';
import { functionSource } from '../../eval/index.js';
import { counted, type SheetPart } from '../../util/index.js';
import type { Session } from '../complete/complete.js';
import { valueAt } from '../complete/from-scope.js';

const MAX_LINES = 60;
const MAX_LINE = 400;

/** Returns the source of a function and its place, for `f??`. Returns nothing for another value. */
export function sourceHelp(topic: string, session: Pick<Session, 'peek'>): SheetPart[] {
  const value = valueAt(topic.split('.'), session);
  if (typeof value !== 'function') return [];
  const { text, file, line, input } = functionSource(value);
  if (text === undefined) return [{ title: 'Source' }, 'The source is native code.'];
  const place = file === undefined ? '' : ` · ${placeText(file)}:${line}`;
  return [{ title: `Source${place}` }, ...linesOf(typedText(text, input))];
}

/** The text of the function has no types. A short input shows it as it was typed. */
const typedText = (text: string, input: string | undefined): string =>
  input === undefined || input.includes(text) || input.split('\n').length > MAX_LINES ? text : input.trim();

const placeText = (file: string) => (file.startsWith('file:') ? fileURLToPath(file) : file);

function linesOf(text: string): SheetPart[] {
  const all = text.split('\n');
  const lines = all.slice(0, MAX_LINES).map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line));
  const left = all.length - lines.length;
  return [{ lines, of: 'TypeScript' }, ...(left > 0 ? [`… ${counted(left, 'more line')}`] : [])];
}
