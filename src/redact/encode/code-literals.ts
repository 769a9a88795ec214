import { unescaped } from './escapes.js';

export type LiteralKind = 'string' | 'template' | 'regex' | 'comment';

/** Decodes the inside of a literal. In a regular expression, `\/` and the like are decoded, and `\d` is not. */
export function readLiteral(inside: string, kind: LiteralKind): string {
  if (kind === 'comment') return inside;
  return inside.replace(kind === 'regex' ? REGEX_UNIT : ESCAPE, readUnit);
}

/** For each character of the decoded text, its offset in `inside`. The last entry is the length of `inside`. */
export function literalOffsets(inside: string, kind: LiteralKind): readonly number[] {
  const offsets: number[] = [];
  let at = 0;
  for (const { written, read } of kind === 'comment' ? [...inside].map(plain) : unitsOf(inside, kind)) {
    for (let i = 0; i < read.length; i++) offsets.push(at);
    at += written.length;
  }
  offsets.push(inside.length);
  return offsets;
}

/** Writes a new text into a literal. Unchanged parts at both ends keep their spelling; the rest is escaped. */
export function rewriteLiteral(inside: string, text: string, kind: LiteralKind, quote: string): string {
  if (kind === 'comment')
    return quote === '/*' ? text.replaceAll('*/', '* /') : text.replace(/[\n\r\u2028\u2029]/g, ' ');
  const units = unitsOf(inside, kind);
  let first = 0;
  let at = 0;
  while (first < units.length && text.startsWith((units[first] as Unit).read, at))
    at += (units[first++] as Unit).read.length;
  let last = units.length;
  let end = text.length;
  while (last > first) {
    const { read } = units[last - 1] as Unit;
    if (end - read.length < at || !text.startsWith(read, end - read.length)) break;
    end -= read.length;
    last -= 1;
  }
  const written = (from: number, to: number) =>
    units
      .slice(from, to)
      // Before a digit, `\0` would be a different escape.
      .map((unit) => (unit.written === '\\0' ? '\\x00' : unit.written))
      .join('');
  return written(0, first) + writeLiteral(text.slice(at, end), kind, quote) + written(last, units.length);
}

export function writeLiteral(text: string, kind: LiteralKind, quote: string): string {
  switch (kind) {
    case 'comment':
      return text;
    case 'template':
      return text.replace(/[\\`]|\$(?=\{)/g, '\\$&').replaceAll('\r', '\\r');
    case 'regex':
      return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/[\n\r\u2028\u2029]/g, hex4);
    case 'string': {
      const json = JSON.stringify(text).slice(1, -1);
      return quote === "'" ? json.replace(/\\"|'/g, (sign) => (sign === "'" ? "\\'" : '"')) : json;
    }
  }
}

interface Unit {
  readonly written: string;
  readonly read: string;
}

const plain = (char: string): Unit => ({ written: char, read: char });

function unitsOf(inside: string, kind: LiteralKind): Unit[] {
  const pattern = kind === 'regex' ? REGEX_UNIT : ESCAPE;
  const units: Unit[] = [];
  let end = 0;
  for (const { 0: spelled, index } of inside.matchAll(pattern)) {
    for (; end < index; end++) units.push(plain(inside[end] as string));
    units.push({ written: spelled, read: readUnit(spelled) });
    end = index + spelled.length;
  }
  for (; end < inside.length; end++) units.push(plain(inside[end] as string));
  return units;
}

const ESCAPE = /\\(?:u\{[\da-fA-F]{1,8}\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[0-3]?[0-7]{1,2}|\r\n|[\s\S])/g;
// Does not match classes, anchors and references (`\d`, `\b`, `\p{L}`, `\k<name>`, `\1`), because they stand for no
// character.
const REGEX_UNIT = /\\(?:u\{[\da-fA-F]{1,6}\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[tnrfv0]|[^\w\s])/g;

const readUnit = (spelled: string) => unescaped(spelled) ?? spelled;
const hex4 = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Reserved and built-in words. Code would not work if redaction replaced one of them. */
export const RESERVED: ReadonlySet<string> = new Set(
  'abstract any as async await boolean break case catch class const continue debugger default delete do else enum export extends false finally for from function get if implements import in instanceof interface let new null number object of package private protected public return set static string super switch symbol this throw true try type typeof undefined unknown var void while with yield'.split(
    ' ',
  ),
);
