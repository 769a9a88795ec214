const WHITE = /[ \t\r\n]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const UNESCAPED = /[^"\\\0-\x1f]*/y;
const ESCAPED = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** Returns the nesting depth, or undefined if the text is not JSON. `JSON.parse` is too slow to fail. */
export function jsonDepth(text: string): number | undefined {
  /** For each open bracket: whether it starts an object. */
  const open: boolean[] = [];
  let deepest = 0;
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const take = (sign: string): boolean => {
    skip(WHITE);
    if (text[at] !== sign) return false;
    at++;
    return true;
  };
  const string = (): boolean => {
    if (!take('"')) return false;
    do skip(UNESCAPED);
    while (skip(ESCAPED));
    return text[at++] === '"';
  };
  const key = () => string() && take(':');
  /** After a value: reads closing brackets, then a comma and the key of the next value. */
  const next = (): 'value' | 'end' | undefined => {
    while (open.length > 0) {
      if (take(',')) return !open.at(-1) || key() ? 'value' : undefined;
      if (!take(open.at(-1) ? '}' : ']')) return undefined;
      open.pop();
    }
    skip(WHITE);
    return at === text.length ? 'end' : undefined;
  };

  for (;;) {
    skip(WHITE);
    const sign = text[at];
    if (sign === '{' || sign === '[') {
      at++;
      open.push(sign === '{');
      deepest = Math.max(deepest, open.length);
      if (take(sign === '{' ? '}' : ']')) open.pop();
      else if (sign === '[' || key()) continue;
      else return undefined;
    } else if (!(sign === '"' ? string() : skip(SCALAR))) return undefined;
    const following = next();
    if (following === undefined) return undefined;
    if (following === 'end') return deepest;
  }
}
