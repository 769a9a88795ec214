// Newlines and tabs may stay; marks that turn the direction of writing may not.
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

// Most texts hold nothing else, and are many and short.
const USUAL = /^[\t\n\x20-\x7e]*$/;

/** Text from outside, without control characters and no longer than `most` characters. */
export function plainText(text: string, most: number): string {
  if (text.length <= most && USUAL.test(text)) return text;
  // Cut before and after: a filter over megabytes would be work for nothing.
  const plain = text
    .slice(0, most * 2)
    .replaceAll('\r\n', '\n')
    .replace(CONTROLS, '');
  const short = plain.length > most ? `${plain.slice(0, most - 1)}…` : plain;
  return short.replace(/\p{Cs}/gu, '\ufffd');
}

/** The same on one line. */
export const plainLine = (text: string, most: number): string =>
  plainText(text, most)
    .replace(/ \s+|[^\S ]\s*/g, ' ')
    .trim();
