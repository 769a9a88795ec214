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

/** Truncates or pads text to exactly the given number of cells. */
export function fitted(text: string, width: number): string {
  const shown = cut(text, width);
  return shown + ' '.repeat(Math.max(0, width - stringWidth(shown)));
}
