/** Quotes a word for a POSIX shell. A single quote is escaped outside single quotes. */
export const inShell = (word: string): string =>
  /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
