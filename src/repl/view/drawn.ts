import stringWidth from 'string-width';
import type { Laid } from './layout.js';

/** What the last frame put on the screen, as far as the cursor's row. */
export interface Drawn {
  /** How wide each row above the cursor is. */
  readonly widthsAbove: readonly number[];
  readonly cursorX: number;
}

export const NOTHING_DRAWN: Drawn = { widthsAbove: [], cursorX: 0 };

export function drawnOf({ rows, cursor }: Laid, runningWidth: number | undefined): Drawn {
  const widths = rows.slice(0, cursor.y).map(({ lead, text }) => stringWidth(lead + text.replaceAll('\t', '  ')));
  return { widthsAbove: runningWidth === undefined ? widths : [runningWidth, ...widths], cursorX: cursor.x };
}

/** From the cursor, wherever the terminal has moved it, to the start of the frame; and everything from there erased. */
export function eraseDrawn({ widthsAbove, cursorX }: Drawn, columns: number): string {
  // A terminal that became narrower has broken the rows that no longer fit.
  const broken = widthsAbove.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), 0);
  const up = broken + Math.floor(cursorX / columns);
  return `\r${up > 0 ? `\x1b[${up}A` : ''}\x1b[J`;
}
