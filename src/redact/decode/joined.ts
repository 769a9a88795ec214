/**
 * Matches where one text is split: line breaks in base64, and strings joined with `+`. Some tools print long strings
 * this way.
 */
const SEAM = /(['"`])[ \t]*(?:\r?\n[ \t]*)?\+[ \t]*(?:\r?\n[ \t]*)?\1|\r?\n[ \t]*/g;
const LONG_LINE = /[\w+/-]{40}$/;

/** A quick check: false if the text has no seams. */
export function maySeam(text: string): boolean {
  const newLine = text.indexOf('\n');
  if (newLine >= 0 && newLine < text.length - 1) return true;
  for (let plus = text.indexOf('+'); plus >= 0; plus = text.indexOf('+', plus + 1))
    if (BETWEEN.test(text[plus - 1] ?? '') && BETWEEN.test(text[plus + 1] ?? '')) return true;
  return false;
}
const BETWEEN = /[\s'"`]/;

/** The ranges of the seams in a text. */
export function seamsOf(text: string): readonly { readonly start: number; readonly end: number }[] {
  if (!maySeam(text)) return NONE;
  const seams: { start: number; end: number }[] = [];
  for (const { 0: seam, 1: quote, index } of text.matchAll(SEAM)) {
    if (quote === undefined && !LONG_LINE.test(text.slice(Math.max(index - 40, 0), index))) continue;
    seams.push({ start: index, end: index + seam.length });
  }
  return seams;
}

const NONE: readonly never[] = [];
