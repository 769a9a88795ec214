import { argumentNames, type Row } from '../../client/index.js';
import { sample } from './sample.js';

/** Returns the lines of a call with the required fields and the fields in `asked`. */
export function exampleCall(name: string, row: Row, asked: Readonly<Record<string, unknown>> = {}): string[] {
  const words = argumentNames(row).map((word) => `'${word}'`);
  const needed = { ...sample({ ...row.needs, ...row.variants?.[0]?.needs }), ...asked };
  const object = Object.keys(needed).length > 0 ? [written(needed)] : [];
  const line = `await platform.${name}(${[...words, ...object].join(', ')})`;
  if (line.length <= WIDEST) return [line];
  const fields = Object.entries(needed).map((field) => `  ${written(Object.fromEntries([field])).slice(2, -2)},`);
  return [`await platform.${name}(${[...words, '{'].join(', ')}`, ...fields, '})'];
}

const WIDEST = 76;

/** Formats a value as code, with unquoted keys and single quotes. */
export function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([key, one]) => `${/^[\w$]+$/.test(key) ? key : `'${key}'`}: ${written(one)}`,
    );
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  return typeof value === 'string' ? `'${value}'` : String(value);
}
