/** A text as a pattern that matches exactly it. */
export const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * What the template of a field becomes when an answer lacks the field: an empty text where the specification of
 * templates is followed, and the template itself where it is not.
 */
export const nothingIn = (template: string): RegExp => new RegExp(`^\\s*(?:${escaped(template)})?\\s*$`);

const WRITTEN = /^\/(.+)\/([a-z]*)$/s;

/** `/source/flags` as somebody wrote it; plain words match themselves in any case, and nothing longer. */
export function patternOf(text: string): RegExp {
  const [, source, flags] = WRITTEN.exec(text) ?? [];
  return source === undefined ? new RegExp(`^\\s*${escaped(text.trim())}\\s*$`, 'i') : new RegExp(source, flags);
}

/** What can be said aloud of such a pattern: the words of each choice, without the signs of regular expressions. */
export function wordsOf(text: string): string[] {
  const source = WRITTEN.exec(text)?.[1];
  const choices = source?.replace(/\\[a-z]|\[[^\]]*\]|\{[^}]*\}|\(\?[:=!<]*/gi, ' ').split('|') ?? [text];
  const words = choices.map((choice) =>
    choice
      .replace(/[^\p{L}\p{N}'-]+/gu, ' ')
      .trim()
      .toLowerCase(),
  );
  return [...new Set(words.filter(Boolean))];
}
