/** Quotes a word for a POSIX shell. A single quote is escaped outside single quotes. */
export const inShell = (word: string): string =>
  // zsh reads a word that begins with an equals sign as the path of a command.
  /^(?!=)[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
