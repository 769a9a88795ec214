import { compiled, escaped } from '../../util/index.js';

/**
 * Matches what the template of a field becomes if the response lacks the field: an empty text where templates follow
 * the specification, and the template itself where they do not.
 */
export const nothingIn = (template: string): RegExp => new RegExp(`^\\s*(?:${escaped(template)})?\\s*$`);

/** Does the same for several templates that are joined by `|`, all of which must be missing. */
export const nothingInAll = (...templates: readonly string[]): RegExp =>
  new RegExp(`^\\s*${templates.map((template) => `(?:${escaped(template)})?`).join('\\|')}\\s*$`);

const WRITTEN = /^\/(.+)\/([a-z]*)$/s;

/** Parses `/source/flags` of a user. Any other text matches only itself, in any case. */
export function patternOf(text: string): RegExp {
  const [, source, flags = ''] = WRITTEN.exec(text) ?? [];
  return source === undefined ? new RegExp(`^\\s*${escaped(text.trim())}\\s*$`, 'i') : compiled(source, flags);
}

/** Returns the word of a user, or undefined for a regular expression. */
export const plainWord = (text: string): string | undefined => (WRITTEN.test(text) ? undefined : text.trim());

/**
 * Returns what can be spoken for such a pattern: the words of each alternative, without the syntax of regular
 * expressions.
 */
export const wordsOf = (text: string): string[] => [...new Set(wordsAsWritten(text).map((word) => word.toLowerCase()))];

/** Returns the same words in their original case. */
export function wordsAsWritten(text: string): string[] {
  const source = WRITTEN.exec(text)?.[1];
  const choices = source?.replace(/\\[a-z]|\[[^\]]*\]|\{[^}]*\}|\(\?[:=!<]*/gi, ' ').split('|') ?? [text];
  const words = choices.map((choice) => choice.replace(/[^\p{L}\p{N}'-]+/gu, ' ').trim());
  return words.filter(Boolean);
}

/** Compiles the pattern of a rule: `/source/flags`, or only the source. */
export function readPattern(pattern: string): RegExp {
  const [, source = pattern, flags = ''] = /^\/([\s\S]*)\/([a-z]*)$/.exec(pattern) ?? [];
  // With the flags `g` and `y`, a regular expression keeps state between tests.
  return compiled(source, flags.replace(/[gy]/g, ''));
}
