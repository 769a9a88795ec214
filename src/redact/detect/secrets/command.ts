import type { Span } from '../../replace/edits.js';
import type { ShapePart } from '../shapes/shape.js';
import { canBeSecret } from './looks-secret.js';
import { PROGRAMS, type ProgramName, type ProgramRow, type Secret } from './programs.js';
import { type ShellWord, shellCommand } from './shell-words.js';
import type { SecretShape } from './token-format.js';

const ROWS = new Map<string, ProgramRow & { readonly name: ProgramName }>(
  PROGRAMS.flatMap((row) => row.programs.split('|').map((program) => [program, row] as const)),
);
const NAMES = [...ROWS.keys()];

/** A command of a program whose options contain secrets, wherever it is in a text. */
export const COMMAND = commandShape(NAMES.filter((name) => name !== 'http'));
/** Every URL begins like `http`, so this name is found by its end. */
export const HTTP_COMMAND = commandShape(['http'], 2);

/** `skipped`: the number of characters of the name before the head. */
function commandShape(names: readonly string[], skipped = 0): SecretShape<ProgramName> {
  const [before = ''] = names.map((name) => name.slice(0, skipped));
  const ends = names.map((name) => name.slice(skipped));
  return {
    pattern: `(?<=(?:^|[^\\w.@-]|\\\\[nrt])${before})(?:${ends.join('|')})(?:\\.exe)?(?=[ \\t])`,
    heads: [...new Set(ends.map((name) => `${name}   `.slice(0, 3)))],
    read({ text, start }) {
      const from = start - skipped;
      const { words, end } = shellCommand(text, from, outerQuote(text, from));
      return { parts: commandSecrets(words), next: end };
    },
  };
}

/** The quote before a command, or before the path of its program, ends the command. */
function outerQuote(text: string, start: number): string {
  const [quote = ''] = /\\*["'`](?=[\w./~-]{0,64}$)/.exec(text.slice(Math.max(0, start - 72), start)) ?? [];
  return quote;
}

/** Finds the secrets in the words of a command. The program can be any of the words: `sudo sshpass … mysql …`. */
export function commandSecrets(words: readonly ShellWord[]): readonly ShapePart<ProgramName>[] {
  const parts: ShapePart<ProgramName>[] = [];
  let row: (ProgramRow & { readonly name: ProgramName }) | undefined;
  let from = 0;
  for (let i = 0; i < words.length; i++) {
    const { text } = words[i] as ShellWord;
    const program = ROWS.get(text.replace(/^.*[/\\]|\.exe$/g, ''));
    if (program && !text.startsWith('-')) {
      row = program;
      from = i;
    }
    if (!row || !text.startsWith('-') || text.length < 2) continue;
    if (
      row.subcommand !== undefined &&
      !words.slice(from, Math.min(i, from + 4)).some((one) => one.text === row?.subcommand)
    )
      continue;
    const option = secretOption(row, text);
    if (!option) continue;
    const { how, at } = option;
    const isNext = at === text.length;
    if (isNext && row.value === 'attached' && !text.startsWith('--')) continue;
    const word = isNext ? words[i + 1] : words[i];
    if (!word || (isNext && !word.isQuoted && NOT_A_VALUE.test(word.text))) continue;
    if (isNext) i++;
    parts.push(...secretParts(row.name, word, isNext ? 0 : at, how));
  }
  return parts;
}

/** Another option, or a word of a sentence about the option. */
const NOT_A_VALUE = /^(?:-|(?:option|flag|parameter|argument|value|requires?|must|with|from)\b)/;

/** The kind of secret of an option, and where its value begins in the word. At the end: the value is the next word. */
function secretOption(row: ProgramRow, text: string): { readonly how: Secret; readonly at: number } | undefined {
  const equals = text.indexOf('=');
  const name = equals < 0 ? text : text.slice(0, equals);
  const long = own(row.long, name);
  if (long) return { how: long, at: equals < 0 ? text.length : equals + 1 };
  if (text.startsWith('--')) return undefined;
  const withValue = row.withValue ?? '';
  for (let index = 1; index < text.length; index++) {
    const letter = text[index] as string;
    const how = own(row.short, letter);
    if (how) return { how, at: index + 1 };
    // The letters of other programs are not known, so only the first one counts.
    if (withValue === '' || withValue.includes(letter) || !/[A-Za-z#0-9]/.test(letter)) return undefined;
  }
  return undefined;
}

const own = <T>(from: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  from && Object.hasOwn(from, name) ? from[name] : undefined;

function secretParts<P extends string>(part: P, word: ShellWord, from: number, how: Secret): readonly ShapePart<P>[] {
  if (how === 'whole') return secretPart(part, word, from, word.text.length);
  if (how === 'percent') {
    const percent = word.text.indexOf('%', from);
    return percent < 0 ? [] : secretPart(part, word, percent + 1, word.text.length);
  }
  if (how === 'login') {
    const value = word.text.slice(from);
    const colon = value.indexOf(':');
    // Without a password, the user can be a token. `env:` and `file:` name the place of a password.
    if (colon < 0)
      return value.length >= MIN_TOKEN && /\d/.test(value) && !/[/.]/.test(value)
        ? secretPart(part, word, from, word.text.length)
        : [];
    if (colon === value.length - 1)
      return colon >= MIN_TOKEN && /\d/.test(value) ? secretPart(part, word, from, from + colon) : [];
    if (/^(?:env|file|fd|https?|socks\w*):/.test(value)) return [];
    return secretPart(part, word, from + colon + 1, word.text.length);
  }
  const parts: ShapePart<P>[] = [];
  for (const { 0: pair, 1: name = '', index } of word.text.slice(from).matchAll(PAIR))
    parts.push(...secretPart(part, word, from + index + name.length + 1, from + index + pair.length));
  return parts;
}

/** User names are shorter, or contain no digit. */
const MIN_TOKEN = 12;
const PAIR = /([^=;\s]+)=[^;]+/g;

function secretPart<P extends string>(part: P, word: ShellWord, from: number, to: number): readonly ShapePart<P>[] {
  const original = word.text.slice(from, to);
  return canBeSecret(original) ? [{ part, original, ...withQuotes(word, from, to) }] : [];
}

/**
 * The range of a secret in the command line. It contains both quotes of a quoted part or neither, because a quote that is
 * left alone would begin or end another word.
 */
function withQuotes({ starts, ends, quoted }: ShellWord, from: number, to: number): Span {
  const range = { start: starts[from] as number, end: ends[to - 1] as number };
  const [first, last] = [quoted[from], quoted[to - 1]];
  if (first === last) return range;
  return { start: first?.start ?? range.start, end: last?.end ?? range.end };
}
