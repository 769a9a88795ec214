import { hexOf, UNSEEN } from './clean.js';

/** Values that JSON lacks become the closest ones. `onLeftOut` gets the keys of functions and symbols. */
export function asJson(value: unknown, indent = 2, onLeftOut: (name: string) => void = () => {}): string {
  const above: { readonly from: object; readonly shown: object }[] = [];
  function plain(this: unknown, key: string, one: unknown): unknown {
    if (typeof one === 'function' || typeof one === 'symbol') onLeftOut(key);
    // Remove objects that are already complete: `this` is the object that contains the current value.
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

/** Characters that JSON does not escape but a terminal interprets: C1 controls and text direction marks. */
const OBEYED = new RegExp(`[\\x7f-\\x9f${UNSEEN}]`, 'g');
const escaped = (sign: string) => `\\u${hexOf(sign)}`;

function written(value: object): object {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, one]) => [String(key), one]));
  if (value instanceof Set) return [...value];
  if (value instanceof Error) return { ...value, name: value.name, message: value.message };
  return value;
}
