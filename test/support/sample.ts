import type { AnyField, Fields, Row } from '../../src/client/index.js';

/** A small value that fits a field. */
function sample(field: AnyField): unknown {
  switch (field.kind) {
    case 'str':
      return 'x'.repeat(field.limits?.min ?? 1);
    case 'num':
    case 'int':
      return field.limits?.min ?? 1;
    case 'bool':
      return true;
    case 'oneOf':
      return field.values?.[0];
    case 'list':
      return [sample(field.of?.[0] as AnyField)];
    case 'obj':
      return sampleFields(field.needs);
    case 'either':
      return sample(field.of?.[0] as AnyField);
    default:
      return null;
  }
}

const sampleFields = (fields: Fields = {}) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sample(field)]));

/** The least that a row accepts: its required fields, and the first of its variants. */
export const sampleInput = (row: Row) => ({ ...sampleFields(row.needs), ...sampleFields(row.variants?.[0]?.needs) });
