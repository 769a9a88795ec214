import stringWidth from 'string-width';
import type { Laid } from './layout.js';

/** The layout of the last frame, up to the row of the cursor. */
export interface Drawn {
  /** The width of each row above the cursor. */
  readonly widthsAbove: readonly number[];
  readonly cursorX: number;
}

export const NOTHING_DRAWN: Drawn = { widthsAbove: [], cursorX: 0 };

export function drawnOf({ rows, cursor }: Laid, runningWidth: number | undefined): Drawn {
  const widths = rows.slice(0, cursor.y).map(({ lead, text }) => stringWidth(lead + text.replaceAll('\t', '  ')));
  return { widthsAbove: runningWidth === undefined ? widths : [runningWidth, ...widths], cursorX: cursor.x };
}

/** Returns the escape sequences that move from the cursor to the start of the frame and erase everything below. */
export function eraseDrawn({ widthsAbove, cursorX }: Drawn, columns: number): string {
  // A terminal that became narrower has wrapped the rows that no longer fit.
  const broken = widthsAbove.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), 0);
  const up = broken + Math.floor(cursorX / columns);
  return `\r${up > 0 ? `\x1b[${up}A` : ''}\x1b[J`;
}
