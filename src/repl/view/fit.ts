import stringWidth from 'string-width';
import { graphemePieces, graphemes } from '../../util/index.js';

/** A shorter text is measured at once: the time of `stringWidth` grows with the square of the length. */
const SHORT = 500;

/** Truncates text to a number of cells, with an ellipsis. Reads only the part that is shown. */
export function cut(text: string, width: number): string {
  if (text.length <= SHORT && stringWidth(text) <= width) return text;
  let shown = '';
  let used = 0;
  for (const piece of graphemePieces(text)) {
    for (const character of piece) {
      const cells = stringWidth(character);
      if (used + cells > width) return width < 1 ? '' : `${fitting(shown, width - 1)}…`;
      shown += character;
      used += cells;
    }
  }
  return text;
}

/** Returns the start of a text that is hardly wider than the width. */
function fitting(text: string, width: number): string {
  const kept = graphemes(text);
  while (kept.length > 0 && stringWidth(kept.join('')) > width) kept.pop();
  return kept.join('');
}

/** Truncates the start of text, with an ellipsis. */
function cutStart(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const all = graphemes(text);
  let from = all.length;
  for (let used = 0; from > 0; from--) {
    used += stringWidth(all[from - 1] as string);
    if (used > width - 1) break;
  }
  return width < 1 ? '' : `…${all.slice(from).join('')}`;
}

/** Returns the number of cells of a text. */
export function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  if (text.length <= SHORT) return stringWidth(text);
  let width = 0;
  for (const piece of graphemePieces(text)) width += stringWidth(piece.join(''));
  return width;
}

/** The parts of a line around its most important part. */
export interface Parted {
  readonly before: string;
  readonly active: string;
  readonly after: string;
}

/** Truncates a line so that its active part stays visible. */
export function cutAround({ before, active, after }: Parted, width: number): Parted {
  const ellipsis = Math.min(1, textWidth(after));
  const shown = cut(active, width - Math.min(1, textWidth(before)) - ellipsis);
  const lead = cutStart(before, width - textWidth(shown) - ellipsis);
  return { before: lead, active: shown, after: cut(after, width - textWidth(lead + shown)) };
}

/** Truncates or pads text to exactly the given number of cells. */
export function fitted(text: string, width: number): string {
  const shown = cut(text, width);
  return shown + ' '.repeat(Math.max(0, width - textWidth(shown)));
}
