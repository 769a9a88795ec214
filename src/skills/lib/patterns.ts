import { LimitError } from '../../util/index.js';

/** Compiling takes more than linear time. */
const LONGEST = 5000;

/** The expression of a user, if it is not too long. */
export function compiled(source: string, flags: string): RegExp {
  const { length } = source;
  if (length > LONGEST)
    throw new LimitError({
      what: 'The pattern',
      limit: LONGEST,
      actual: length,
      unit: 'characters',
      advice: 'Split it into several patterns.',
    });
  return new RegExp(source, flags);
}

/** A text as a pattern that matches exactly it. */
export const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * What the template of a field becomes when an answer lacks the field: an empty text where the specification of
 * templates is followed, and the template itself where it is not.
 */
export const nothingIn = (template: string): RegExp => new RegExp(`^\\s*(?:${escaped(template)})?\\s*$`);

/** The same for several templates with bars between them: all of them are nothing. */
export const nothingInAll = (...templates: readonly string[]): RegExp =>
  new RegExp(`^\\s*${templates.map((template) => `(?:${escaped(template)})?`).join('\\|')}\\s*$`);

const WRITTEN = /^\/(.+)\/([a-z]*)$/s;

/** `/source/flags` as somebody wrote it; plain words match themselves in any case, and nothing longer. */
export function patternOf(text: string): RegExp {
  const [, source, flags = ''] = WRITTEN.exec(text) ?? [];
  return source === undefined ? new RegExp(`^\\s*${escaped(text.trim())}\\s*$`, 'i') : compiled(source, flags);
}

/** A word as somebody wrote it, where a text is no regular expression. */
export const plainWord = (text: string): string | undefined => (WRITTEN.test(text) ? undefined : text.trim());

/** What can be said aloud of such a pattern: the words of each choice, without the signs of regular expressions. */
export const wordsOf = (text: string): string[] => [...new Set(wordsAsWritten(text).map((word) => word.toLowerCase()))];

/** The same in capitals and small letters. */
export function wordsAsWritten(text: string): string[] {
  const source = WRITTEN.exec(text)?.[1];
  const choices = source?.replace(/\\[a-z]|\[[^\]]*\]|\{[^}]*\}|\(\?[:=!<]*/gi, ' ').split('|') ?? [text];
  const words = choices.map((choice) => choice.replace(/[^\p{L}\p{N}'-]+/gu, ' ').trim());
  return words.filter(Boolean);
}
