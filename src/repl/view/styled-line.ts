import stringWidth from 'string-width';
import { graphemes } from '../../util/index.js';

/** One character on the screen, with the parameters of its colour codes: `1;36`. */
interface Cell {
  readonly text: string;
  readonly style: string;
}

const ERASE_REST = '\x1b[K';
const ERASE_LINE = '\x1b[2K';

/** The output for a line, which starts at a column. */
interface LineChange {
  readonly column: number;
  readonly text: string;
}

/**
 * A longer change uses codes that move or erase a part of a line. tmux then takes the line for wider than it is when the
 * window is resized, so a short line is written whole.
 */
const LONG = 200;

/** Returns short output that turns one line on the screen into another. Both have colour codes. */
export function lineChange(before: string, after: string): LineChange {
  const [old, next] = [cellsOf(before), cellsOf(after)];
  const whole = { column: 0, text: ERASE_LINE + written(next) };
  // Terminals disagree about the width of emoji, so columns after one are unknown.
  if (![...old, ...next].every(isOfKnownWidth)) return whole;
  const max = Math.min(old.length, next.length);
  let start = 0;
  while (start < max && isSame(old[start], next[start])) start++;
  let end = 0;
  while (end < max - start && isSame(old.at(-1 - end), next.at(-1 - end))) end++;
  const column = widthOf(next.slice(0, start));
  const middle = written(next.slice(start, next.length - end));
  const added = widthOf(next) - widthOf(old);
  if (added === 0) return { column, text: middle };
  const rest = written(next.slice(start));
  if (added > 0) {
    const isInserted = start + end === old.length && end > 0 && rest.length > LONG;
    return { column, text: isInserted ? `\x1b[${added}@${middle}` : rest };
  }
  if (whole.text.length <= LONG) return whole;
  const isRemoved = start + end === next.length;
  return { column, text: isRemoved && end > 0 ? `\x1b[${-added}P` : rest + ERASE_REST };
}

const isSame = (one: Cell | undefined, other: Cell | undefined) =>
  one?.text === other?.text && one?.style === other?.style;

const isOfKnownWidth = ({ text }: Cell) => text.length === 1;

const widthOf = (cells: readonly Cell[]): number =>
  cells.reduce((sum, { text }) => sum + (/^[\x20-\x7e]$/.test(text) ? 1 : stringWidth(text)), 0);

/** Splits a line into characters and the styles that its colour codes give them. */
function cellsOf(line: string): Cell[] {
  const cells: Cell[] = [];
  const style = new Map<string, string>();
  for (const piece of line.split(/(\x1b\[[\d;]*m)/)) {
    if (piece.startsWith('\x1b[')) {
      applyCode(style, piece.slice(2, -1));
      continue;
    }
    const codes = [...style.values()].join(';');
    for (const text of graphemes(piece)) cells.push({ text, style: codes });
  }
  return cells;
}

/** The codes that end a style, and the styles that they end. */
const ENDS: Readonly<Record<string, string>> = {
  22: 'weight',
  23: 'italic',
  24: 'underline',
  27: 'inverse',
  29: 'strike',
  39: 'colour',
  49: 'background',
};
const WEIGHTS = ['1', '2'];
const BEGINS: Readonly<Record<string, string>> = { 3: 'italic', 4: 'underline', 7: 'inverse', 9: 'strike' };

function applyCode(style: Map<string, string>, code: string): void {
  const ended = ENDS[code];
  if (code === '' || code === '0') style.clear();
  else if (ended === 'weight') for (const weight of WEIGHTS) style.delete(weight);
  else if (ended !== undefined) style.delete(ended);
  else if (WEIGHTS.includes(code)) style.set(code, code);
  else style.set(BEGINS[code] ?? (/^(?:4|10)/.test(code) ? 'background' : 'colour'), code);
}

/** Writes characters with their colours, and ends with the default style. */
function written(cells: readonly Cell[]): string {
  let style = '';
  let text = '';
  for (const cell of cells) {
    if (cell.style !== style) text += cell.style === '' ? '\x1b[m' : `\x1b[${style === '' ? '' : '0;'}${cell.style}m`;
    style = cell.style;
    text += cell.text;
  }
  return style === '' ? text : `${text}\x1b[m`;
}
