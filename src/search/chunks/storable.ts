const DEEPEST = 50;

/** Makes a JSON value storable in a database: removes NUL characters and replaces lone surrogates. */
export function storable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) throw new TypeError(`its metadata has more than ${DEEPEST} levels of nesting`);
  if (Array.isArray(value)) return value.map((one) => storable(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [storableText(key), storable(inner, depth + 1)]),
  );
}

export const storableText = (text: string): string => text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\ufffd');
