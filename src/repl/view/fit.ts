import stringWidth from 'string-width';
import { graphemes } from '../editor/index.js';

/** Truncates text to a number of cells, with an ellipsis. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let shown = '';
  let used = 0;
  for (const character of graphemes(text)) {
    used += stringWidth(character);
    if (used > width - 1) break;
    shown += character;
  }
  return width < 1 ? '' : `${shown}…`;
}

/** Truncates the start of text, with an ellipsis. */
function cutStart(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let shown = '';
  for (const character of graphemes(text).reverse()) {
    if (stringWidth(character + shown) > width - 1) break;
    shown = character + shown;
  }
  return width < 1 ? '' : `…${shown}`;
}

/** The parts of a line around its most important part. */
export interface Parted {
  readonly before: string;
  readonly active: string;
  readonly after: string;
}

/** Truncates a line so that its active part stays visible. */
export function cutAround({ before, active, after }: Parted, width: number): Parted {
  const ellipsis = Math.min(1, stringWidth(after));
  const shown = cut(active, width - Math.min(1, stringWidth(before)) - ellipsis);
  const lead = cutStart(before, width - stringWidth(shown) - ellipsis);
  return { before: lead, active: shown, after: cut(after, width - stringWidth(lead + shown)) };
}

/** Truncates or pads text to exactly the given number of cells. */
export function fitted(text: string, width: number): string {
  const shown = cut(text, width);
  return shown + ' '.repeat(Math.max(0, width - stringWidth(shown)));
}
