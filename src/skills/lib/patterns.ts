import { compiled, escaped } from '../../util/index.js';

/** Matches what a template becomes without its field: an empty text, or on some platforms the template itself. */
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

/** Returns what can be spoken for such a pattern: the words of each alternative, without syntax. */
export const wordsOf = (text: string): string[] => [...new Set(wordsAsWritten(text).map((word) => word.toLowerCase()))];

export function wordsAsWritten(text: string): string[] {
  const source = WRITTEN.exec(text)?.[1];
  const choices = source?.replace(/\\[a-z]|\[[^\]]*\]|\{[^}]*\}|\(\?[:=!<]*/gi, ' ').split('|') ?? [text];
  const words = choices.map((choice) => choice.replace(/[^\p{L}\p{N}'-]+/gu, ' ').trim());
  return words.filter(Boolean);
}

export function readPattern(pattern: string): RegExp {
  const [, source = pattern, flags = ''] = /^\/([\s\S]*)\/([a-z]*)$/.exec(pattern) ?? [];
  // With the flags `g` and `y`, a regular expression keeps state between tests.
  return compiled(source, flags.replace(/[gy]/g, ''));
}
