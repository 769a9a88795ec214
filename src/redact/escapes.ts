// Code, JSON, addresses, forms and XML each have their own way to write a character; here all of them are read at once.
const ESCAPE =
  /\\(?:u\{[\da-fA-F]{1,8}\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[0-3]?[0-7]{1,2}|\r\n|[\s\S])|(?:%[\da-fA-F]{2})+|&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|amp|lt|gt|quot|apos);/g;

/** A text with its escapes read, once. Undefined when it has none. */
export function unescaped(text: string): string | undefined {
  if (!text.includes('\\') && !text.includes('%') && !text.includes('&')) return undefined;
  const read = text.replace(ESCAPE, readEscape);
  return read === text ? undefined : read;
}

/** JSON in JSON in JSON, and then some. */
const DEEPEST = 8;

/** A text as it is written, then with its escapes read, and read again, until nothing is left to read. */
export function* viewsOf(text: string): Generator<string> {
  let view: string | undefined = text;
  for (let depth = 0; view !== undefined && depth <= DEEPEST; depth++) {
    yield view;
    view = unescaped(view);
  }
}

/** Where each character of the text that was read begins in the one that was written; at the end, where that ends. */
export function placesOf(text: string): readonly number[] {
  const places: number[] = [];
  const add = (read: string, place: number) => {
    for (let i = 0; i < read.length; i++) places.push(place);
  };
  let end = 0;
  for (const { 0: spelled, index } of text.matchAll(ESCAPE)) {
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
  if (spelled[0] === '%')
    return charsOf(spelled)
      .map(({ char }) => char)
      .join('');
  if (spelled[0] === '&') return entity(spelled.slice(1, -1));
  const rest = spelled.slice(1);
  const [sign = ''] = rest;
  if (rest.length > 1 && /[ux]/.test(sign)) return ofCode(Number.parseInt(rest.replace(/[ux{}]+/g, ''), 16), spelled);
  if (sign >= '0' && sign <= '7') return String.fromCharCode(Number.parseInt(rest, 8));
  return CONTROLS[sign] ?? rest;
}

// What goes on in the next line of code stands for nothing.
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

/** The characters of `%C3%A4`, each as long as it is written. A byte that is no UTF-8 is a character of its own. */
function charsOf(spelled: string): { char: string; length: number }[] {
  const bytes = Buffer.from(spelled.replaceAll('%', ''), 'hex');
  const chars: { char: string; length: number }[] = [];
  for (let i = 0; i < bytes.length; ) {
    const lead = bytes[i] as number;
    const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    const char = lead < 0x80 ? String.fromCharCode(lead) : bytes.toString('utf8', i, i + size);
    const isOne = !char.includes('\ufffd') && i + size <= bytes.length;
    chars.push(isOne ? { char, length: size * 3 } : { char: String.fromCharCode(lead), length: 3 });
    i += isOne ? size : 1;
  }
  return chars;
}
