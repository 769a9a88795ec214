/** Returns whether an input is a dot command, known or unknown. `.5` is a number. */
export const isCommand = (source: string): boolean => /^\s*\.[a-z]/i.test(source);
