export function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the result of some work, or undefined if it throws, for callers that report the problem in their own words. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Deeper than real documents, and shallow enough for programs that read the value recursively. */
export const MAX_JSON_DEPTH = 500;

/** Parses JSON. Returns undefined if the text is not JSON, or is nested too deeply to be read recursively. */
export const jsonOf = (text: string, reviver?: (name: string, value: unknown) => unknown): unknown =>
  isDeeperThan(MAX_JSON_DEPTH, text) ? undefined : attempt(() => JSON.parse(text, reviver));

/** More than people and programs send, and few enough to read several times in a second. */
export const MAX_JSON_VALUES = 50_000;

/** Whether a JSON text has more than `MAX_JSON_VALUES` lists, objects and items. */
export function hasTooManyValues(text: string): boolean {
  if (text.length <= MAX_JSON_VALUES) return false;
  let count = 1;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i);
    if (letter === BACKSLASH) i++;
    else if (letter === QUOTE) isQuoted = !isQuoted;
    else if (!isQuoted && (letter === COMMA || letter === OPEN_BRACE || letter === OPEN_BRACKET)) {
      if (++count > MAX_JSON_VALUES) return true;
    }
  }
  return false;
}

/** Whether a JSON text has more than so many levels of lists and objects. `JSON.parse` accepts any number. */
export function isDeeperThan(levels: number, text: string): boolean {
  if (text.length <= levels) return false;
  let depth = 0;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i);
    if (letter === BACKSLASH) i++;
    else if (letter === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (letter === OPEN_BRACE || letter === OPEN_BRACKET) {
      if (++depth > levels) return true;
    } else if (letter === CLOSE_BRACE || letter === CLOSE_BRACKET) depth--;
  }
  return false;
}

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];
const COMMA = 0x2c;
