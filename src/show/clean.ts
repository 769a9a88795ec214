import { Styles } from './styles.js';

/** Invisible characters that change the text direction or end a line, for use inside a character class. */
export const UNSEEN = '\\u061c\\u200e\\u200f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';

export const hexOf = (sign: string): string => sign.charCodeAt(0).toString(16).padStart(4, '0');

// Text from the network, from user code and from files is not trusted. It must not control the terminal.

const SGR = /^\x1b\[[\d;]*m$/;
// A complete escape sequence: CSI, OSC and other strings up to their end, or a two-byte sequence.
const SEQUENCE = /^\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])?/;
const CONTROL = new RegExp(`[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f${UNSEEN}]`);
const LINE_BREAKS = /[\t\n\v\f\r\x85\u2028\u2029]+/g;
const CONTROLS = new RegExp(CONTROL.source, 'g');

/** Removes control characters and escape sequences. Newlines and tabs stay. */
export function clean(text: string): string {
  return CONTROL.test(text) ? filter(text, () => '') : text;
}

/** Like `clean`, on one line. A line break in a name must not start another row of a list. */
export function cleanLine(text: string): string {
  return clean(text.replace(LINE_BREAKS, ' '));
}

/** Like `clean`, but keeps colours and closes them at the end. For the output of the user's own code. */
export function cleanExceptColours(text: string): string {
  if (!CONTROL.test(text)) return text;
  const styles = new Styles();
  const shown = filter(text, (sequence) => (SGR.test(sequence) ? styles.kept(sequence) : ''));
  return styles.end === '' ? shown : shown.replace(/\n?$/, (line) => styles.end + line);
}

/** Like `cleanExceptColours`, for a stream whose lines may be overwritten, as progress bars do: `\r` stays. */
export function cleanStream(text: string): string {
  return CONTROL.test(text)
    ? text
        .split(/\r(?!\n)/)
        .map(cleanExceptColours)
        .join('\r')
    : text;
}

function filter(text: string, kept: (sequence: string) => string): string {
  let out = '';
  for (let index = 0; index < text.length; ) {
    const start = text.indexOf('\x1b', index);
    const end = start < 0 ? text.length : start;
    out += text.slice(index, end).replaceAll('\r\n', '\n').replace(CONTROLS, '');
    if (start < 0) break;
    // Looks ahead a limited distance, because unfinished sequences would otherwise take quadratic time.
    const sequence = SEQUENCE.exec(text.slice(start, start + 4096))?.[0] ?? '\x1b';
    out += kept(sequence);
    index = start + sequence.length;
  }
  return out;
}

/** Returns the first lines of a text. `more` is the number of omitted lines. */
export function firstLines(text: string, max: number): { readonly text: string; readonly more: number } {
  let at = -1;
  for (let line = 0; line < max; line++) {
    at = text.indexOf('\n', at + 1);
    if (at < 0) return { text, more: 0 };
  }
  let more = 1;
  for (let next = text.indexOf('\n', at + 1); next >= 0; next = text.indexOf('\n', next + 1)) more++;
  return { text: text.slice(0, at), more };
}

/** A text in quotes, perhaps coloured, as `inspect` prints it. */
const PIECE = /(?:\x1b\[32m)?(?:'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\\n])*`)(?:\x1b\[39m)?/;
const SPLIT = new RegExp(`${PIECE.source}(?: \\+\\n *${PIECE.source})+`, 'g');
const COLOUR = '\x1b[32m';

/** Joins the pieces of a long text again: inside of objects, `inspect` splits texts at newlines and prints `'…' + '…'`. */
export function joinedTexts(printed: string): string {
  return printed.includes(' +\n') ? printed.replace(SPLIT, oneText) : printed;
}

function oneText(split: string): string {
  const pieces = split.match(new RegExp(PIECE.source, 'g')) ?? [];
  const isColoured = split.startsWith(COLOUR);
  const quoted = isColoured ? pieces.map((piece) => piece.slice(COLOUR.length, -COLOUR.length)) : pieces;
  const contents = quoted.map((piece) => piece.slice(1, -1));
  // The pieces can have different quotes, so their contents are escaped for one kind.
  const quote = ["'", '"', '`'].find((one) => !contents.some((content) => content.includes(one))) ?? "'";
  const text = contents.map((content) => escapedFor(quote, content)).join('');
  return isColoured ? `${COLOUR}${quote}${text}${quote}\x1b[39m` : `${quote}${text}${quote}`;
}

const escapedFor = (quote: string, content: string) =>
  content.replace(/\\.|['"`]/g, (found) => (found === quote ? `\\${quote}` : found));
