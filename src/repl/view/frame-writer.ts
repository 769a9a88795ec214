import stringWidth from 'string-width';
import { lineChange } from './styled-line.js';

/** The rows of the live area with their colour codes, and the cursor. */
export interface Frame {
  readonly lines: readonly string[];
  readonly cursor: { readonly x: number; readonly y: number };
}

const EMPTY: Frame = { lines: [], cursor: { x: 0, y: 0 } };
const HIDE_CURSOR = '\x1b[?25l';
const SHOW_CURSOR = '\x1b[?25h';
const ERASE_BELOW = '\x1b[J';

/**
 * Writes the frames of the live area to the terminal. It writes only what differs from the frame on the screen, because
 * a slow connection would show a whole frame late.
 */
export class FrameWriter {
  readonly #write: (text: string) => void;
  #latest: Frame = EMPTY;
  /** The frame on the screen. */
  #shown: Frame = EMPTY;
  /** The text to write when the terminal is free again. */
  #held: string | undefined;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  draw(frame: Frame): void {
    this.#latest = frame;
    if (this.#held === undefined) this.#show();
  }

  /** Writes whole lines above the live area. */
  above(text: string): void {
    if (this.#held !== undefined) {
      this.#held += text;
      return;
    }
    this.#show(text);
  }

  /** Erases the live area and writes nothing until `release`: another program uses the terminal. */
  hold(): void {
    this.#write(frameChange(this.#shown, EMPTY));
    this.#shown = EMPTY;
    this.#held = '';
  }

  /** Draws the live area at the line of the cursor, after another program has used the terminal. */
  release(): void {
    const text = this.#held ?? '';
    this.#held = undefined;
    this.#shown = EMPTY;
    this.#show(`\r${ERASE_BELOW}${text}`);
  }

  /** Erases the live area after the terminal was resized. The next frame draws it again. */
  resized(columns: number): void {
    if (this.#held === undefined) this.#write(eraseRewrapped(this.#shown, columns));
    this.#latest = EMPTY;
    this.#shown = EMPTY;
  }

  #show(above = ''): void {
    const shown = above === '' ? this.#shown : EMPTY;
    const change = frameChange(shown, this.#latest);
    const text = above === '' ? change : frameChange(this.#shown, EMPTY) + above + change;
    this.#shown = this.#latest;
    const isSmall = above === '' && !text.includes('\n') && text.length < SMALL;
    if (text !== '') this.#write(isSmall ? text : HIDE_CURSOR + text + SHOW_CURSOR);
  }
}

/** The cursor does not visibly jump during shorter output. */
const SMALL = 100;

/** Returns the output that turns one frame into another. */
function frameChange(before: Frame, after: Frame): string {
  let text = '';
  // The column is unknown after text, because the cursor may be after the last column.
  let at: { x: number | undefined; y: number } = before.cursor;
  let rows = Math.max(1, before.lines.length);
  const move = (x: number, y: number) => {
    const target = Math.min(y, rows - 1);
    if (target < at.y) text += `\x1b[${at.y - target}A`;
    if (target > at.y) text += `\x1b[${target - at.y}B`;
    // A new row can be below the last row of the screen, which scrolls then.
    for (; rows <= y; rows++) text += '\r\n';
    const column = y > target ? 0 : at.x;
    if (column !== x) text += x === 0 ? '\r' : `\x1b[${x + 1}G`;
    at = { x, y };
  };
  for (const [y, line] of after.lines.entries()) {
    const old = before.lines[y] ?? '';
    if (old === line) continue;
    const change = lineChange(old, line);
    move(change.column, y);
    text += change.text;
    at = { x: undefined, y };
  }
  if (after.lines.length < before.lines.length) {
    move(0, after.lines.length);
    text += ERASE_BELOW;
  }
  move(after.cursor.x, after.cursor.y);
  return text;
}

/** Erases a frame of a terminal that may have become narrower and has wrapped the rows that no longer fit. */
function eraseRewrapped({ lines, cursor }: Frame, columns: number): string {
  const above = lines.slice(0, cursor.y).map((line) => Math.max(1, Math.ceil(stringWidth(line) / columns)));
  const up = above.reduce((sum, rows) => sum + rows, 0) + Math.floor(cursor.x / columns);
  return `\r${up > 0 ? `\x1b[${up}A` : ''}${ERASE_BELOW}`;
}
