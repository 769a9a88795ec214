import { isRecord } from '../../request/read-json.js';
import type { Parameter, Parameters } from './parameters.js';
import { itemOf } from './read-parameters.js';

/** What a step does not do with the parameters that were written. */
interface Unused {
  /** The names of parameters that change nothing here. */
  readonly ignored: readonly string[];
  /** What is missing, by parameter, such as `no tone is played`. */
  readonly lacks: ReadonlyMap<string, string>;
}

/** Finds the parameters that have no effect. Those with their default value are as good as not written. */
export function unusedParameters(fields: Parameters, given: Readonly<Record<string, unknown>>): Unused {
  const ignored = new Set<string>();
  const lacks = new Map<string, string>();
  const look = (field: Parameter, value: unknown, name: string): void => {
    const isDefault = field.default !== undefined && String(value) === String(field.default);
    if (value === undefined || isDefault) return;
    if (field.ignored) ignored.add(name);
    else if (field.lacks !== undefined) lacks.set(name, field.lacks);
    else if (field.kind === 'list' && Array.isArray(value)) for (const one of value) look(itemOf(field), one, name);
    else if (field.kind === 'object' && isRecord(value)) lookInside(field.fields ?? {}, value, `${name}.`);
  };
  const lookInside = (inner: Parameters, values: Readonly<Record<string, unknown>>, before: string) => {
    for (const [name, field] of Object.entries(inner)) look(field, values[name], `${before}${name}`);
  };
  lookInside(fields, given, '');
  return { ignored: [...ignored], lacks };
}
