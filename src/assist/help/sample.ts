import type { AnyField, Fields } from '../../client/index.js';

/** Returns an object with a sample value for each field. */
export const sample = (fields: Fields = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleOf(name, field)]));

/** Returns a value that a field accepts. */
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

/** Uses reserved numbers and domains, so that an example never reaches a real person. */
function textFor(name: string): string {
  if (/url|uri/.test(name)) return 'https://example.com/';
  if (/^(from|to|number|phone_number|To|From|PhoneNumber)$/.test(name)) return '+12065550100';
  if (/email/.test(name)) return 'ada@example.com';
  return '…';
}
