// Newlines and tabs are kept. Characters that change the direction of text are removed.
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

// Most texts contain only these characters, and are many and short.
const USUAL = /^[\t\n\x20-\x7e]*$/;

/** Returns text from outside without control characters, limited to `most` characters. */
export function plainText(text: string, max: number): string {
  if (text.length <= max && USUAL.test(text)) return text;
  // Truncated first, because filtering megabytes would be wasted work.
  const plain = text
    .slice(0, max * 2)
    .replaceAll('\r\n', '\n')
    .replace(CONTROLS, '');
  const short = plain.length > max ? `${plain.slice(0, max - 1)}…` : plain;
  return short.replace(/\p{Cs}/gu, '\ufffd');
}

/** Does the same, in one line. */
export const plainLine = (text: string, max: number): string =>
  plainText(text, max)
    .replace(/ \s+|[^\S ]\s*/g, ' ')
    .trim();

/** White space behind which text can hide: a screen shows less of a line, and fewer lines. */
export const WIDE_SPACE = /\s{80,}/g;

/** Replaces long white space by its length. A line break in it stays, because it ends a comment. */
export const withoutWideSpace = (code: string): string =>
  code.replace(WIDE_SPACE, (space, index: number) => {
    if (index + space.length === code.length) return '';
    const note = `[${space.length.toLocaleString('en')} characters of white space]`;
    return /[\n\r\u2028\u2029]/.test(space) ? `\n${note}\n` : ` ${note} `;
  });
