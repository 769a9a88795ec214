/** Quotes the path of a file for a POSIX shell. A program could read a name that begins with a hyphen as an option. */
export const fileInShell = (file: string): string => inShell(file.startsWith('-') ? `./${file}` : file);

/** Quotes a word for a POSIX shell. A single quote is escaped outside single quotes. */
export const inShell = (word: string): string =>
  // zsh reads a word that begins with an equals sign as the path of a command.
  /^(?!=)[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
