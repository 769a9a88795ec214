/**
 * Quotes a word for a POSIX shell. Single quotes protect everything but a single quote, which is escaped outside them.
 */
export const inShell = (word: string): string =>
  /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
