import { fromUtf8 } from '../../util/index.js';

// Matches the escapes of code, JSON, URLs, forms and XML.
const ESCAPE =
  /\\(?:u\{[\da-fA-F]{1,8}\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[0-3]?[0-7]{1,2}|\r\n|[\s\S])|(?:%[\da-fA-F]{2})+|&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|amp|lt|gt|quot|apos);/y;

export function mayEscape(text: string): boolean {
  if (text.includes('\\') || text.includes('%')) return true;
  for (let sign = text.indexOf('&'); sign >= 0; sign = text.indexOf('&', sign + 1))
    if (ENTITY.test(text.slice(sign + 1, sign + 5))) return true;
  return false;
}
const ENTITY = /^(?:#|amp|lt;|gt;|quot|apos)/;

/** Decodes the escapes of a text once. Returns undefined if this changes nothing. */
export function unescaped(text: string): string | undefined {
  if (!mayEscape(text)) return undefined;
  let read = '';
  let pieces: string[] = [];
  let end = 0;
  for (let index = nextEscape(text, 0); index < text.length; index = nextEscape(text, end)) {
    if (index > end) pieces.push(text.slice(end, index));
    end = endOfEscape(text, index);
    pieces.push(readEscape(text.slice(index, end)));
    if (pieces.length < MAX_PIECES) continue;
    read += pieces.join('');
    pieces = [];
  }
  if (end === 0) return undefined;
  read += pieces.join('') + text.slice(end);
  return read === text ? undefined : read;
}

/** Millions of pieces in one list keep the garbage collector busy. */
const MAX_PIECES = 4096;

const [BACKSLASH, PERCENT, AMPERSAND] = [92, 37, 38];

function nextEscape(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if ((code === BACKSLASH || code === PERCENT || code === AMPERSAND) && endOfEscape(text, index) > index)
      return index;
  }
  return text.length;
}

function endOfEscape(text: string, at: number): number {
  ESCAPE.lastIndex = at;
  return ESCAPE.test(text) ? ESCAPE.lastIndex : at;
}

/** The limit for nested escapes, such as JSON in JSON in JSON. */
const MAX_DEPTH = 8;

/** Yields the text as written, then decodes its escapes again and again until none are left. */
export function* viewsOf(text: string): Generator<string> {
  let view: string | undefined = text;
  for (let depth = 0; view !== undefined && depth <= MAX_DEPTH; depth++) {
    yield view;
    view = unescaped(view);
  }
}

/** For each character of the decoded text, its offset in `text`. The last entry is the length of `text`. */
export function placesOf(text: string): readonly number[] {
  const places: number[] = [];
  const add = (read: string, place: number) => {
    for (let i = 0; i < read.length; i++) places.push(place);
  };
  let end = 0;
  for (let index = nextEscape(text, 0); index < text.length; index = nextEscape(text, end)) {
    const spelled = text.slice(index, endOfEscape(text, index));
    while (end < index) places.push(end++);
    if (spelled[0] === '%') {
      for (const { char, length } of charsOf(spelled)) {
        add(char, end);
        end += length;
      }
    } else {
      add(readEscape(spelled), index);
      end = index + spelled.length;
    }
  }
  while (end <= text.length) places.push(end++);
  return places;
}

function readEscape(spelled: string): string {
  if (spelled[0] === '%') return readPercents(spelled);
  if (spelled[0] === '&') return entity(spelled.slice(1, -1));
  const rest = spelled.slice(1);
  const sign = spelled[1] as string;
  if (rest.length > 1 && (sign === 'u' || sign === 'x'))
    return ofCode(Number.parseInt(rest.replace(/[ux{}]+/g, ''), 16), spelled);
  if (sign >= '0' && sign <= '7') return String.fromCharCode(Number.parseInt(rest, 8));
  return CONTROLS[sign] ?? rest;
}

function readPercents(spelled: string): string {
  const read = fromUtf8(bytesOf(spelled));
  // A byte that is not valid UTF-8 is a separate character.
  if (!read.includes('\ufffd')) return read;
  return charsOf(spelled)
    .map(({ char }) => char)
    .join('');
}

function bytesOf(spelled: string): Uint8Array {
  const bytes = new Uint8Array(spelled.length / 3);
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = 16 * digitOf(spelled.charCodeAt(3 * i + 1)) + digitOf(spelled.charCodeAt(3 * i + 2));
  return bytes;
}

/** The value of a hexadecimal digit. */
const digitOf = (code: number) => (code <= 57 ? code - 48 : (code & 31) + 9);

// A backslash before a line break continues the line and is not a character.
const CONTROLS: Readonly<Record<string, string>> = {
  ...{ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' },
  ...{ '\n': '', '\r': '', '\u2028': '', '\u2029': '' },
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function entity(name: string): string {
  if (name[0] !== '#') return ENTITIES[name] as string;
  const code = /^#[xX]/.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return ofCode(code, `&${name};`);
}

const ofCode = (code: number, otherwise: string) => (code > 0x10ffff ? otherwise : String.fromCodePoint(code));

/** Splits `%C3%A4` into characters with their encoded lengths. A byte that is not valid UTF-8 becomes one character. */
function charsOf(spelled: string): { char: string; length: number }[] {
  const chars: { char: string; length: number }[] = [];
  const byteAt = (i: number) => Number.parseInt(spelled.slice(i + 1, i + 3), 16);
  for (let i = 0; i < spelled.length; ) {
    const lead = byteAt(i);
    const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    const char = size === 1 ? undefined : charOf(spelled.slice(i, i + size * 3), size);
    chars.push({ char: char ?? String.fromCharCode(lead), length: char === undefined ? 3 : size * 3 });
    i += char === undefined ? 3 : size * 3;
  }
  return chars;
}

/** Decodes one character of `size` bytes. Returns undefined if the bytes are not valid UTF-8. */
function charOf(spelled: string, size: number): string | undefined {
  if (spelled.length < size * 3 || !/^%..(?:%[89abAB].)+$/.test(spelled)) return undefined;
  const char = fromUtf8(bytesOf(spelled));
  return char.includes('\ufffd') ? undefined : char;
}
