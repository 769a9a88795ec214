/** Writes a noun with its article: `a queue`, `an address`, `a Uint8Array`. */
export const withArticle = (noun: string): string => `${/^(?!ui|us|un[iy])[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
