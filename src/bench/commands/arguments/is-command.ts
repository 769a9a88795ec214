/** `.5` is a number; `.mode` is a command, and so is a name that nobody knows. */
export const isCommand = (source: string): boolean => /^\s*\.[a-z]/i.test(source);
