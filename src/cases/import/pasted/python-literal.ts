/** The text of Python strings and words, and commas before a closing bracket. */
const TOKENS = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|\b(True|False|None)\b|,(?=\s{0,20}[}\]])/g;
const WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

/** The JSON of a dictionary or a list of Python, if it has only literals. */
export const jsonOfPython = (literal: string): string =>
  literal.replace(TOKENS, (_, single?: string, double?: string, word?: string) => {
    if (word !== undefined) return WORDS[word] ?? word;
    const text = single ?? double;
    return text === undefined ? '' : JSON.stringify(unescaped(text));
  });

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

const unescaped = (text: string): string =>
  text
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\(.)/g, (_, char: string) => ESCAPES[char] ?? char);
