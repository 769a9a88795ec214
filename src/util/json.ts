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

/** Like `instanceof`. A proxy, also as a prototype of the value, has a trap that can throw: then it is not an instance. */
export const isInstance = <T>(value: unknown, kind: abstract new (...args: never[]) => T): value is T =>
  attempt(() => value instanceof kind) ?? false;

/** Deeper than real documents, and shallow enough for programs that read the value recursively. */
export const MAX_JSON_DEPTH = 500;

/** Parses JSON. Returns undefined if the text is not JSON, or is nested too deeply to be read recursively. */
export const jsonOf = (text: string, reviver?: (name: string, value: unknown) => unknown): unknown =>
  !MAY_BE_JSON.test(text) || isDeeperThan(MAX_JSON_DEPTH, text) ? undefined : attempt(() => JSON.parse(text, reviver));

/** How a JSON text begins. Other texts need no parsing, such as a form of several megabytes. */
const MAY_BE_JSON = /^[ \t\r\n]*(?:[{["\d-]|true|false|null)/;

/** More than people and programs send, and few enough to read several times in a second. */
export const MAX_JSON_VALUES = 50_000;

/** Whether a JSON text has more than `max` lists, objects and items. */
export function hasTooManyValues(text: string, max = MAX_JSON_VALUES): boolean {
  if (text.length <= max || !hasMoreOf(text, '[{,', max - 1)) return false;
  let count = 1;
  for (let i = 0; i < text.length; i++) {
    const sign = text.charCodeAt(i);
    if (sign === QUOTE) i = endOfString(text, i);
    else if ((isOpening(sign) || sign === COMMA) && ++count > max) return true;
  }
  return false;
}

/** Whether a JSON text has more than this number of levels of lists and objects. `JSON.parse` accepts any number. */
export function isDeeperThan(levels: number, text: string): boolean {
  if (text.length <= levels || !hasMoreOf(text, '[{', levels)) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const sign = text.charCodeAt(i);
    if (sign === QUOTE) i = endOfString(text, i);
    else if (isOpening(sign) && ++depth > levels) return true;
    else if (sign === CLOSE_BRACE || sign === CLOSE_BRACKET) depth--;
  }
  return false;
}

/** Whether a text has more than `max` of these signs, inside strings too. Much faster than looking at each character. */
function hasMoreOf(text: string, signs: string, max: number): boolean {
  let left = max;
  for (const sign of signs)
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) if (--left < 0) return true;
  return false;
}

/** The position of the closing quote. A callback for each character would take twice as long. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const sign = text.charCodeAt(i);
    if (sign === BACKSLASH) i++;
    else if (sign === QUOTE) return i;
  }
  return text.length;
}

const isOpening = (sign: number) => sign === OPEN_BRACE || sign === OPEN_BRACKET;
const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];
const COMMA = 0x2c;
