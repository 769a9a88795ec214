import { argumentNames, type Row } from '../../client/index.js';
import { asCode } from '../../util/index.js';
import { sample } from './sample.js';

/** A call with the required fields and `extra`. Arguments missing in `given` get their names as placeholders. */
export function exampleCall(
  name: string,
  row: Row,
  extra: Readonly<Record<string, unknown>> = {},
  given: readonly string[] = [],
): string[] {
  const words = argumentNames(row).map((word, index) => asCode(given[index] ?? word));
  const needed = { ...sample({ ...row.needs, ...row.variants?.[0]?.needs }), ...extra };
  const object = Object.keys(needed).length > 0 ? [asCode(needed)] : [];
  const line = `await platform.${name}(${[...words, ...object].join(', ')})`;
  if (line.length <= MAX_COLUMNS) return [line];
  const fields = Object.entries(needed).map((field) => `  ${asCode(Object.fromEntries([field])).slice(2, -2)},`);
  return [`await platform.${name}(${[...words, '{'].join(', ')}`, ...fields, '})'];
}

const MAX_COLUMNS = 76;
