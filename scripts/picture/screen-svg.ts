// A terminal's screen as SVG: one <text> per run of cells that look the same.
import type { IBufferCell, Terminal } from '@xterm/headless';

/** How a cell looks. */
interface Look {
  readonly ink: string;
  readonly back: string | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
}

/** Cells of one row beside each other that look the same. */
interface Run {
  readonly key: string;
  readonly look: Look;
  readonly x: number;
  text: string;
}

const CELL = { width: 8.43, height: 18 };
const TITLE = 'The bench in a terminal';
const MARGIN = 14;
const BAR = 30;
const INK = '#d8dee9';
const PAPER = '#1b1f27';
// The sixteen colours that a program names by number.
const PALETTE = [
  ['#3b4252', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#d8dee9'],
  ['#7f8795', '#f08a92', '#b3d69a', '#f0d399', '#82c4f8', '#d79be8', '#7fd0da', '#ffffff'],
].flat();

export function screenSvg(terminal: Terminal, { columns, rows }: { columns: number; rows: number }): string {
  const width = Math.ceil(columns * CELL.width + 2 * MARGIN);
  const height = rows * CELL.height + BAR + MARGIN;
  const dots = ['#e06c75', '#e5c07b', '#98c379'].map(
    (colour, index) => `<circle cx="${MARGIN + 6 + index * 20}" cy="15" r="6" fill="${colour}"/>`,
  );
  const lines = Array.from({ length: rows }, (_, y) => rowSvg(terminal, y, columns)).flat();
  return [
    `<svg role="img" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">`,
    `<title>${TITLE}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${PAPER}"/>`,
    ...dots,
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}

function rowSvg(terminal: Terminal, y: number, columns: number): string[] {
  const { active } = terminal.buffer;
  const line = active.getLine(active.baseY + y);
  const runs: Run[] = [];
  for (let x = 0; x < columns; x++) {
    const cell = line?.getCell(x);
    if (!cell || cell.getWidth() === 0) continue;
    const look = lookOf(cell);
    const key = JSON.stringify(look);
    const last = runs.at(-1);
    if (last?.key === key) last.text += cell.getChars() || ' ';
    else runs.push({ key, look, x, text: cell.getChars() || ' ' });
  }
  const top = BAR + y * CELL.height;
  return runs.flatMap(({ look, x, text }) => [
    ...(look.back ? [rectangle(x, top, text, look.back)] : []),
    ...(text.trim() === '' ? [] : [words(x, top, text, look)]),
  ]);
}

const rectangle = (x: number, top: number, text: string, fill: string) =>
  `<rect x="${left(x)}" y="${top}" width="${([...text].length * CELL.width).toFixed(1)}" height="${CELL.height}" fill="${fill}"/>`;

function words(x: number, top: number, text: string, { ink, bold, dim, italic, underline }: Look): string {
  // Blanks at the ends are left out, and the width is fixed, so that columns stay in line in every font.
  const start = text.length - text.trimStart().length;
  const shown = text.trim();
  const style = [
    `fill="${ink}"`,
    ...(bold ? ['font-weight="bold"'] : []),
    ...(dim ? ['opacity="0.6"'] : []),
    ...(italic ? ['font-style="italic"'] : []),
    ...(underline ? ['text-decoration="underline"'] : []),
  ].join(' ');
  const length = ([...shown].length * CELL.width).toFixed(1);
  return `<text x="${left(x + start)}" y="${top + 13}" textLength="${length}" xml:space="preserve" ${style}>${escaped(shown)}</text>`;
}

const left = (x: number) => (MARGIN + x * CELL.width).toFixed(1);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function lookOf(cell: IBufferCell): Look {
  const front = colourOf(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor());
  const back = colourOf(cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor());
  const isInverse = cell.isInverse() !== 0;
  return {
    ink: isInverse ? (back ?? PAPER) : (front ?? INK),
    back: isInverse ? (front ?? INK) : back,
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0,
  };
}

function colourOf(isRgb: boolean, isPalette: boolean, value: number): string | undefined {
  if (isRgb) return `#${value.toString(16).padStart(6, '0')}`;
  if (!isPalette) return undefined;
  if (value < 16) return PALETTE[value];
  if (value >= 232) return `#${(8 + (value - 232) * 10).toString(16).padStart(2, '0').repeat(3)}`;
  const step = (part: number) => (part === 0 ? 0 : 55 + 40 * part).toString(16).padStart(2, '0');
  const inCube = value - 16;
  return `#${step(Math.floor(inCube / 36))}${step(Math.floor(inCube / 6) % 6)}${step(inCube % 6)}`;
}
