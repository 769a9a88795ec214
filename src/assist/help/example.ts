import { type AnyField, type Fields, type Row, wordsOf } from '../../client/index.js';

/** A call with the least that the operation accepts, and with the fields that somebody asks about. */
export function exampleCall(name: string, row: Row, asked: Readonly<Record<string, unknown>> = {}): string[] {
  const words = wordsOf(row).map((word) => `'${word}'`);
  const needed = { ...sample({ ...row.needs, ...row.variants?.[0]?.needs }), ...asked };
  const object = Object.keys(needed).length > 0 ? [written(needed)] : [];
  const line = `await platform.${name}(${[...words, ...object].join(', ')})`;
  if (line.length <= WIDEST) return [line];
  const fields = Object.entries(needed).map((field) => `  ${written(Object.fromEntries([field])).slice(2, -2)},`);
  return [`await platform.${name}(${[...words, '{'].join(', ')}`, ...fields, '})'];
}

const WIDEST = 76;

const sample = (fields: Fields = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleOf(name, field)]));

export function sampleOf(name: string, field: AnyField): unknown {
  switch (field.kind) {
    case 'int':
    case 'num':
      return field.limits?.min ?? 1;
    case 'bool':
      return true;
    case 'oneOf':
      return field.values?.[0];
    case 'list':
      return [sampleOf(name, field.of?.[0] as AnyField)];
    case 'obj':
      return sample(field.needs);
    case 'either':
      return sampleOf(name, field.of?.[0] as AnyField);
    default:
      return textFor(name);
  }
}

/** Numbers of fiction, hosts of documentation: nobody is called by accident. */
function textFor(name: string): string {
  if (/url|uri/.test(name)) return 'https://example.com/';
  if (/^(from|to|number|phone_number|To|From|PhoneNumber)$/.test(name)) return '+12065550100';
  if (/email/.test(name)) return 'ada@example.com';
  return '…';
}

/** As people write it: keys without quotes, text in single ones. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([key, one]) => `${/^[\w$]+$/.test(key) ? key : `'${key}'`}: ${written(one)}`,
    );
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  return typeof value === 'string' ? `'${value}'` : String(value);
}
