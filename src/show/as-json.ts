import { hexOf, UNSEEN } from './unseen.js';

/** A value for machines. What JSON has no word for becomes the nearest thing it has; a circle is named where it closes. */
export function asJson(value: unknown, indent = 2): string {
  const above: { readonly from: object; readonly shown: object }[] = [];
  function plain(this: unknown, _key: string, one: unknown): unknown {
    // Whoever holds this one is the last that is still being written.
    while (above.length > 0 && above.at(-1)?.shown !== this) above.pop();
    if (typeof one === 'bigint') return String(one);
    if (typeof one !== 'object' || one === null) return one;
    if (above.some(({ from }) => from === one)) return '[circular]';
    const shown = written(one);
    above.push({ from: one, shown });
    return shown;
  }
  return (JSON.stringify(value, plain, indent) ?? 'null').replace(OBEYED, escaped);
}

/** JSON leaves them as they are, and a terminal obeys them: C1 controls, and what turns the direction of text. */
const OBEYED = new RegExp(`[\\x7f-\\x9f${UNSEEN}]`, 'g');
const escaped = (sign: string) => `\\u${hexOf(sign)}`;

function written(value: object): object {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, one]) => [String(key), one]));
  if (value instanceof Set) return [...value];
  if (value instanceof Error) return { ...value, name: value.name, message: value.message };
  return value;
}
