import { type CassetteEntry, textOf } from '../../cassette/index.js';
import type { Row } from '../../client/index.js';
import { hasTooManyValues, jsonOf } from '../../util/index.js';

/** A body that the operation does not read. */
export interface WrongBody {
  readonly is: 'a form' | 'not valid JSON';
  readonly text: string;
}

/** A form whose content type is that of plain text. */
const isPlainForm = (row: Row, type: string | undefined, text: string): boolean =>
  row.encoding !== 'form' && /^text\/plain\b/i.test(type ?? '') && /^[\w.[\]%-]+=[^\s]*$/.test(text);

/** The operations of the compatible API read forms, and all others read JSON. */
export function wrongBody(row: Row, { type, body }: CassetteEntry['request']): WrongBody | undefined {
  if (!body) return undefined;
  const text = textOf(body);
  if (type?.includes('x-www-form-urlencoded') || isPlainForm(row, type, text))
    return row.encoding === 'form' ? undefined : { is: 'a form', text };
  if ('json' in body) return undefined;
  const isJson = hasTooManyValues(text) || jsonOf(text) !== undefined || (type !== undefined && !type.includes('json'));
  return isJson ? undefined : { is: 'not valid JSON', text };
}
