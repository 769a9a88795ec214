/** Returns the code that reads a value at a path, instead of the value. */
export type CodeAt = (path: readonly (string | number)[], value: unknown) => string | undefined;

/** Formats a value as code, with unquoted keys and single quotes. */
export function asCode(
  value: unknown,
  codeAt: CodeAt = () => undefined,
  path: readonly (string | number)[] = [],
): string {
  const own = codeAt(path, value);
  if (own !== undefined) return own;
  if (Array.isArray(value)) return `[${value.map((one, i) => asCode(one, codeAt, [...path, i])).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([key, one]) => `${keyCode(key)}: ${asCode(one, codeAt, [...path, key])}`);
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  if (typeof value === 'string') return quoted(value);
  return Object.is(value, -0) ? '-0' : String(value);
}

function keyCode(key: string): string {
  // Without brackets, this key would set the prototype of the object.
  if (key === '__proto__') return `['__proto__']`;
  return /^(?:[A-Za-z_$][\w$]*|0|[1-9]\d{0,14})$/.test(key) ? key : quoted(key);
}

/** Characters that end a line for some readers, that are invisible, or that change the direction of code. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\x7f-\x9f]/gu;

const quoted = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'").replace(UNSEEN, escapedUnits)}'`;

const escapedUnits = (char: string) =>
  [...Array(char.length).keys()].map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
