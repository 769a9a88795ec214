import type { Sign } from './signs-in.js';

/** A part of the text that can have a request and its result. */
export interface Unit {
  /** The indexes of its signs. */
  readonly signs: number[];
  readonly firstLine: number;
  lastLine: number;
}

interface Group extends Unit {
  readonly parent: Group | undefined;
  readonly depth: number;
  readonly isList: boolean;
}

const MAX_DEPTH = 40;

/**
 * The parts of a text from the smallest to the largest: objects in one line, lines, objects in several lines, parts with
 * one mark, records, paragraphs. A sign is in a unit of each kind.
 */
export function unitsOf(signs: readonly Sign[], lines: readonly string[]): Unit[] {
  const objects = objectsIn(signs, lines);
  const isRecorded = signs.some(({ line }) => isRecordStart(lines)(line));
  const isInLine = ({ firstLine, lastLine }: Unit) => firstLine === lastLine;
  return [
    ...objects.filter(isInLine),
    ...partsOf(signs, ({ line }) => line),
    ...objects.filter((one) => !isInLine(one)),
    ...(isRecorded ? partsOf(signs, starts(lines, isRecordStart(lines))) : []),
    ...partsOf(signs, paragraphsOf(lines)),
  ];
}

/** The objects in brackets, the inner ones first. A list is not one request. Quotes can be escaped or missing. */
function objectsIn(signs: readonly Sign[], lines: readonly string[]): Group[] {
  const groups: Group[] = [];
  let open: Group | undefined;
  let next = 0;
  for (const [line, text] of lines.entries()) {
    const take = (end: number) => {
      for (let sign = signs[next]; sign && (sign.line < line || (sign.line === line && sign.at < end)); ) {
        open?.signs.push(next);
        sign = signs[++next];
      }
    };
    for (const { 0: mark, index } of text.matchAll(/[{}[\]]/g)) {
      take(index);
      if (mark === '{' || mark === '[') {
        const depth = (open?.depth ?? 0) + 1;
        if (depth > MAX_DEPTH) continue;
        open = { parent: open, depth, isList: mark === '[', signs: [], firstLine: line, lastLine: line };
      } else if (open) {
        open.lastLine = line;
        groups.push(open);
        open.parent?.signs.push(...open.signs);
        open = open.parent;
      }
    }
    take(text.length + 1);
  }
  return groups
    .filter(({ isList, signs }) => !isList && signs.length > 1)
    .sort((one, other) => other.depth - one.depth);
}

/** Neighbouring signs with one key. */
function partsOf(signs: readonly Sign[], keyOf: (sign: Sign) => number): Unit[] {
  const parts: Unit[] = [];
  let last: number | undefined;
  for (const [index, sign] of signs.entries()) {
    const key = keyOf(sign);
    const part = key === last ? parts.at(-1) : undefined;
    if (part) {
      part.signs.push(index);
      part.lastLine = sign.line;
    } else parts.push({ signs: [index], firstLine: sign.line, lastLine: sign.line });
    last = key;
  }
  return parts.filter((one) => one.signs.length > 1);
}

/** The number of the paragraph that each sign is in. */
export const paragraphsOf = (lines: readonly string[]): ((sign: Pick<Sign, 'line'>) => number) =>
  starts(lines, (i) => (lines[i - 1] ?? '').trim() === '' && (lines[i] ?? '').trim() !== '');

/** The number of the part that each line is in. */
function starts(lines: readonly string[], isStart: (index: number) => boolean): (sign: Pick<Sign, 'line'>) => number {
  let number = 0;
  const numbers = lines.map((_, index) => (isStart(index) ? ++number : number));
  return ({ line }) => numbers[line] ?? 0;
}

const TIME =
  /^\W{0,3}(?:\w{1,12}\W{1,3}){0,2}(?:\d{4}[-/]\d\d[-/]\d\d|\d{1,2}:\d\d:\d\d|\d\d\/[A-Z][a-z]{2}\/\d{4}|[A-Z][a-z]{2} [ \d]\d \d\d:)/;

/** A line with a time begins a record of a log. */
const isRecordStart =
  (lines: readonly string[]) =>
  (index: number): boolean =>
    TIME.test((lines[index] ?? '').slice(0, 80));
