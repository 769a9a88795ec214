import { type CodeValue, callSpans } from '../../eval/index.js';

/** Names the values of the user that a corrected call does not have. Leaves out a converted value, such as 5 for '5'. */
export function replacedValues(before: string, after: string): string[] {
  const own = valuesIn(before);
  return [...valuesIn(after)].flatMap(([path, value]) => {
    const old = own.get(path);
    const isConverted = old?.literal !== undefined && String(old.literal) === String(value.literal);
    const isSame = old === undefined || value.code === old.code || isConverted;
    return isSame ? [] : [`changed: ${path} is ${value.code}, not ${old.code}`];
  });
}

interface Value {
  readonly code: string;
  readonly literal: unknown;
}

/** Returns the values of the fields in the arguments of a call, by path. */
function valuesIn(call: string): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  const read = ({ start, end, literal, fields, items }: CodeValue, path: string): void => {
    for (const field of fields ?? []) read(field.value, path === '' ? field.name : `${path}.${field.name}`);
    for (const [at, item] of items?.entries() ?? []) if (item) read(item, `${path}[${at}]`);
    if (!fields && !items && path !== '') found.set(path, { code: call.slice(start, end), literal });
  };
  for (const argument of callSpans(call) ?? []) read(argument, '');
  return found;
}
