/** For a POSIX shell: nothing inside single quotes means anything, and a quote itself steps out of them. */
export const inShell = (word: string): string =>
  /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
