import { isRow } from '../../client/index.js';
import { find } from '../complete/row-fields.js';
import { pathsIn } from '../tokens.js';
import { fieldsOfAnyVariant } from './corrected-call.js';

/** Explains an unknown name that is a text without quotes: an address, or a value that a field of the call accepts. */
export function onMissingQuotes(name: string, source: string): string[] {
  const address = new RegExp(`(?:^|[(,=:\\s])(${name.replaceAll('$', '\\$')}(?:\\.[\\w-]+)+/[^\\s,()'"\`]*)`).exec(
    source,
  )?.[1];
  if (address !== undefined) return [`an address is a text. Put it in quotes: 'https://${address}'`];
  const field = new RegExp(
    `([\\p{ID_Continue}$]+)\\s*:\\s*${name.replaceAll('$', '\\$')}(?![\\p{ID_Continue}$.(])`,
    'u',
  ).exec(source)?.[1];
  if (field === undefined) return [];
  const accepts = pathsIn(source).some(({ steps: [root, ...path], isCalled }) => {
    const row = root === 'platform' && isCalled ? find(path[0] === 'dry' ? path.slice(1) : path) : undefined;
    return row !== undefined && isRow(row) && fieldsOfAnyVariant(row)[field]?.values?.map(String).includes(name);
  });
  return accepts ? [`${name} is a value of ${field}. Put it in quotes: '${name}'`] : [];
}
