/** One text in pieces: base64 in lines, and strings that a plus sign puts together (so are long ones shown as well). */
const SEAM = /(['"`])[ \t]*(?:\r?\n[ \t]*)?\+[ \t]*(?:\r?\n[ \t]*)?\1|\r?\n[ \t]*/g;
const MAY_SEAM = /['"`]\s{0,64}\+/;
const LONG_LINE = /[\w+/-]{40}$/;

/** The seams of a text, from where to where. */
export function seamsOf(text: string): readonly { readonly start: number; readonly end: number }[] {
  if (!text.includes('\n') && !(text.includes('+') && MAY_SEAM.test(text))) return NONE;
  const seams: { start: number; end: number }[] = [];
  for (const { 0: seam, 1: quote, index } of text.matchAll(SEAM)) {
    if (quote === undefined && !LONG_LINE.test(text.slice(Math.max(index - 40, 0), index))) continue;
    seams.push({ start: index, end: index + seam.length });
  }
  return seams;
}

const NONE: readonly never[] = [];
