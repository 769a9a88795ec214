import { createRequire } from 'node:module';
import type * as Re2 from 're2js';

/** White space in JavaScript. RE2 only supports that of ASCII. */
const SPACES = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const NO_LINE_END = '[^\\n\\r\\x{2028}\\x{2029}]';

/** Compiles a pattern to a test that runs in linear time. Undefined if RE2 does not support it or reads it differently. */
export function linearPattern(pattern: RegExp): ((text: string) => boolean) | undefined {
  const compiled = linearRegExp(pattern);
  return compiled && ((text) => compiled.matcher(text).find());
}

/** A compiled pattern. The types of the package need a newer compiler than users of the library may have. */
export interface LinearRegExp {
  matcher(text: string): LinearMatcher;
}

interface LinearMatcher {
  find(): boolean;
  start(): number;
  groupCount(): number;
  group(index?: number): string | null;
}

/** The pattern as RE2 compiles it. */
export function linearRegExp({ source, flags }: RegExp): LinearRegExp | undefined {
  // `\\01` is an octal escape in JavaScript.
  if (/[mv]/.test(flags) || /\\0\d/.test(source)) return undefined;
  const translated = translate(source, flags);
  if (translated === undefined) return undefined;
  // Loaded on demand, because most sessions match no pattern of a user.
  const { RE2JS } = createRequire(import.meta.url)('re2js') as typeof Re2;
  try {
    const options = (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) | (flags.includes('s') ? RE2JS.DOTALL : 0);
    return RE2JS.compile(translated, options);
  } catch {
    return undefined; // RE2 limits repetitions to 1000
  }
}

const PART =
  /(?<sequence>\\(?:x[\da-f]{2}|u[\da-f]{4}|[\s\S]))|(?<look>\(\?(?:[=!]|<[=!]))|(?<empty>\[\^?\])|(?<sign>[\s\S])/gi;

function translate(source: string, flags: string): string | undefined {
  let inClass = false;
  let written = '';
  for (const { groups = {} } of source.matchAll(PART)) {
    const { sequence, look, empty, sign = '' } = groups;
    if (look !== undefined || empty !== undefined) return undefined;
    const part = sequence === undefined ? plain(sign, inClass, flags) : escaped(sequence, inClass, flags);
    if (part === undefined) return undefined;
    written += part;
    if (sign === '[') inClass = true;
    else if (sign === ']') inClass = false;
  }
  return written;
}

function plain(sign: string, inClass: boolean, flags: string): string | undefined {
  if (inClass && sign === '[') return '\\[';
  if (/\p{Cs}/u.test(sign)) return undefined;
  return sign === '.' && !inClass && !flags.includes('s') ? NO_LINE_END : sign;
}

function escaped(sequence: string, inClass: boolean, flags: string): string | undefined {
  const letter = sequence[1] as string;
  switch (letter) {
    case 's':
      return inClass ? SPACES : `[${SPACES}]`;
    case 'S':
      return inClass ? undefined : `[^${SPACES}]`;
    case 'b':
      return inClass ? '\\x08' : sequence;
    case '0':
      return '\\x00';
    case 'p':
    case 'P':
      return flags.includes('u') ? sequence : undefined;
    case 'u':
      return sequence.length === 6 && !/^\\ud[89a-f]/i.test(sequence) ? `\\x{${sequence.slice(2)}}` : undefined;
    case 'x':
      return sequence.length === 4 ? sequence : undefined;
  }
  if (/[dDwWBtnrfv]/.test(letter)) return sequence;
  return /[^\w\s]/.test(letter) && letter < '\x7f' ? sequence : undefined;
}
