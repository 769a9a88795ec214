const valuesOf = (words: string, valueAt: (place: number) => number): ReadonlyMap<string, number> =>
  new Map(words.split(' ').map((word, place) => [word, valueAt(place)]));

const SMALL = valuesOf(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  (place) => place,
);
const TENS = valuesOf('twenty thirty forty fifty sixty seventy eighty ninety', (place) => place * 10 + 20);
const ORDINALS = valuesOf('first second third fourth fifth sixth seventh eighth ninth', (place) => place + 1);

type Words = readonly string[];

interface Part {
  readonly value: number;
  readonly end: number;
  /** The ordinal suffix: "forty second" is 42nd. */
  readonly suffix?: string;
}

/** "seven one four" is 714, "twelve thirty four" 1234. Existing digits are never joined, and "o" is a letter. */
export function spokenNumbers(text: string): string {
  const tokens = text.trim().split(/\s+/).flatMap(apart);
  const words = tokens.map(bare);
  const written: string[] = [];
  for (let index = 0; index < tokens.length; ) {
    const { digits, end } = digitsFrom(words, index);
    const last = tokens[Math.max(index, end - 1)] as string;
    written.push(digits === '' ? last : digits + last.slice(bare(last).length));
    index = Math.max(index + 1, end);
  }
  return written.join(' ');
}

const bare = (token: string) => token.toLowerCase().replace(/[.,]+$/, '');

/** Splits "twenty-three" into two words; "one-way" and "Stratford-upon-Avon" stay unchanged. */
function apart(token: string): string[] {
  const parts = token.split('-');
  return parts.every((part) => [SMALL, TENS, ORDINALS].some((known) => known.has(bare(part)))) ? parts : [token];
}

/** Returns the digits of all consecutive numbers from `start`. People say addresses digit by digit, or in pairs. */
function digitsFrom(words: Words, start: number): { digits: string; end: number } {
  let digits = '';
  for (let index = start; ; ) {
    const part = isZero(words, index, digits !== '') ? { value: 0, end: index + 1 } : belowMillion(words, index);
    if (!part || (part.suffix && digits !== '')) return { digits, end: index };
    digits += `${part.value}${part.suffix ?? ''}`;
    index = part.end;
    if (part.suffix) return { digits, end: index };
  }
}

/** "oh" is a zero after a digit or before a number. "o" is one only before a number: it may be a word. */
function isZero(words: Words, at: number, isBehindFigure: boolean): boolean {
  const word = words[at];
  if (word !== 'o' && word !== 'oh') return false;
  return (word === 'oh' && isBehindFigure) || isZero(words, at + 1, false) || belowMillion(words, at + 1) !== undefined;
}

const belowMillion = (words: Words, at: number) => times(words, at, 'thousand', 1000, belowThousand);
const belowThousand = (words: Words, at: number) => times(words, at, 'hundred', 100, belowHundred);

function times(
  words: Words,
  at: number,
  unit: string,
  factor: number,
  smaller: (words: Words, at: number) => Part | undefined,
): Part | undefined {
  const first = smaller(words, at);
  if (!first?.value || first.suffix || words[first.end] !== unit) return first;
  const end = first.end + 1;
  const rest = smaller(words, words[end] === 'and' ? end + 1 : end);
  const value = first.value * factor;
  return rest?.value ? { ...rest, value: value + rest.value } : { value, end };
}

function belowHundred(words: Words, at: number): Part | undefined {
  const [word = '', next = ''] = words.slice(at, at + 2);
  const tens = TENS.get(word);
  if (tens === undefined) {
    const value = SMALL.get(word);
    return value === undefined ? undefined : { value, end: at + 1 };
  }
  const unit = SMALL.get(next) ?? 0;
  if (unit > 0 && unit < 10) return { value: tens + unit, end: at + 2 };
  const ordinal = ORDINALS.get(next);
  if (ordinal === undefined) return { value: tens, end: at + 1 };
  return { value: tens + ordinal, end: at + 2, suffix: ['st', 'nd', 'rd'][ordinal - 1] ?? 'th' };
}
