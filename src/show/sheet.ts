import { inspect } from 'node:util';
import stringWidth from 'string-width';
import { type CodeLanguage, largest, type SheetPart } from '../util/index.js';
import { brokenCode, brokenWords } from './broken.js';
import { clean, cleanLine } from './clean.js';
import { paint } from './paint.js';

/** A text to read, such as help. It adapts to the width in which it is shown. */
export class Sheet {
  constructor(
    readonly parts: readonly SheetPart[],
    readonly isFailure = false,
  ) {}
  toString(): string {
    return showSheet(this, { columns: 80, colour: false });
  }
  toJSON(): string {
    return this.toString();
  }
  [inspect.custom](): string {
    return this.toString();
  }
}

const INDENT = 2;
const GAP = 2;
/** With less room than this, the right side is shown below the left one. */
const NARROWEST = 24;

export function showSheet(sheet: Sheet, { columns, colour }: { columns: number; colour: boolean }): string {
  const { bold, dim } = paint(colour);
  const width = Math.max(20, columns - 1);
  const parts = sheet.parts.filter(isInWords);
  const blocks = parts.map((part) => {
    if (typeof part === 'string') return wrapped(clean(part), width).join('\n');
    if ('title' in part) return wrapped(cleanLine(part.title), width).map(bold).join('\n');
    if ('lines' in part)
      return part.lines
        .flatMap((line) => clean(line).split('\n'))
        .flatMap((line) => inWidth(line, width - INDENT, part.of))
        .map((line) => indented(line, width))
        .join('\n');
    return pairsIn(part.pairs, width, dim);
  });
  return blocks
    .filter((block) => block !== '')
    .map((block, i) => (i > 0 && isApart(parts, i) ? `\n${block}` : block))
    .join('\n');
}

/** Indents a line. One long word, such as an id in code, gets only as much indentation as fits. */
function indented(line: string, width: number): string {
  const text = line.replace(/^ +/, '');
  if (text.includes(' ')) return ' '.repeat(INDENT) + line;
  const room = Math.max(0, width - stringWidth(text));
  return ' '.repeat(Math.min(INDENT + line.length - text.length, room)) + text;
}

function inWidth(line: string, width: number, of: 'words' | CodeLanguage | undefined): string[] {
  if (of === undefined || stringWidth(line) <= width) return [line];
  if (of !== 'words') return brokenCode(line, width, of);
  const [lead = ''] = MARK.exec(line) ?? [];
  const lines = filled(line.slice(lead.length), width - lead.length);
  return lines.map((one, i) => (i === 0 ? lead : ' '.repeat(lead.length)) + one);
}

/** What further lines of a text are indented by, such as the mark of a difference. */
const MARK = /^ {0,4}(?:[+-] )?/;

type InWords = Exclude<SheetPart, { path: unknown } | { moments: unknown }>;

const isInWords = (part: SheetPart): part is InWords =>
  typeof part === 'string' || !('path' in part || 'moments' in part);

/** An empty line separates parts, except after a title. */
const isApart = (parts: readonly InWords[], i: number) => {
  const before = parts[i - 1];
  return !(typeof before === 'object' && 'title' in before);
};

function pairsIn(pairs: readonly (readonly [string, string])[], width: number, dim: (text: string) => string): string {
  const lefts = pairs.map(([left]) => cleanLine(left));
  // One long left side does not indent all the others. Its right side is shown below it.
  const cap = Math.floor(width * 0.4);
  const widest = largest(
    lefts.map((left) => stringWidth(left)).filter((one) => one <= cap),
    0,
  );
  const room = width - INDENT - widest - GAP;
  return pairs
    .flatMap(([, right], i) => {
      const left = lefts[i] as string;
      const own = hanging(left, width - INDENT);
      if (right === '') return [own];
      if (room < NARROWEST || fitsOnlyBelow(clean(right), room, width))
        return [own, ...below(clean(right), width, dim)];
      const [first = '', ...more] = filled(clean(right), room);
      const margin = ' '.repeat(INDENT + widest + GAP);
      const fits = stringWidth(left) <= widest;
      const begins = fits
        ? [`${own}${' '.repeat(widest + GAP - stringWidth(left))}${dim(first)}`]
        : [own, margin + dim(first)];
      return [...begins, ...more.map((line) => margin + dim(line))];
    })
    .join('\n');
}

/** Whether a text has a word, such as an id, that its column would break and a whole line would not. */
export function fitsOnlyBelow(text: string, room: number, width: number): boolean {
  const widest = largest(
    text.split(/\s+/).map((word) => stringWidth(word)),
    0,
  );
  return widest > room && widest <= width;
}

/** Wraps a text below its left side. A long word, such as an id, gets only as much indentation as fits. */
const below = (text: string, width: number, dim: (text: string) => string): string[] =>
  wrapped(text, width - 2 * INDENT).flatMap((line) => {
    const indent = Math.min(2 * INDENT, width - stringWidth(line));
    const lines = indent < 0 ? brokenWords(line, width - 2 * INDENT) : [line];
    return lines.map((one) => ' '.repeat(indent < 0 ? 2 * INDENT : indent) + dim(one));
  });

/** Wraps a left side, with further lines indented. */
const hanging = (left: string, width: number) =>
  (stringWidth(left) <= width ? [left] : filled(left, width - INDENT))
    .map((line, i) => ' '.repeat(i === 0 ? INDENT : 2 * INDENT) + line)
    .join('\n');

/** Wraps text at spaces. A word that is longer than a line has its own line. */
export function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && stringWidth(line) + 1 + stringWidth(word) > width) {
        lines.push(line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    return [...lines, line];
  });
}

/** Wraps text, and breaks a word that is longer than a line, so that no line leaves its column. */
export const filled = (text: string, width: number): string[] =>
  wrapped(text, width).flatMap((line) => brokenWords(line, width));

/** Lists names on one line: `3 fields: uri, status, …`. If not even one name fits, the line is only the lead. */
export function listed(lead: string, names: readonly string[], width: number): string[] {
  if (names.length === 0) return [];
  const line = (shown: number) => `${lead}${names.slice(0, shown).join(', ')}${shown < names.length ? ', …' : ''}`;
  let shown = Math.min(names.length, width);
  while (shown > 0 && stringWidth(line(shown)) > width) shown -= 1;
  return [shown > 0 ? line(shown) : lead.replace(/:? *$/, '')];
}
