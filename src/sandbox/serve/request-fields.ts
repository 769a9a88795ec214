import type { AnyField, Fields, Row } from '../../client/index.js';
import type { WireRequest } from '../../http/index.js';
import { formPairs, MAX_FORM_PAIRS, valuesByName } from '../../util/index.js';
import { isRecord, readJson } from '../request/read-json.js';
import { badRequest } from '../respond/response.js';

/** Returns the fields of a body. The values of a form are strings, and a repeated name makes a list; see `typed`. */
export function bodyFields({ body, headers }: WireRequest): Record<string, unknown> {
  const text = body === undefined ? '' : typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  if (text === '') return {};
  if (isForm({ headers })) return formFields(text);
  if (hasType({ headers }, 'multipart/'))
    throw refuse('cannot read a multipart body: send application/x-www-form-urlencoded or application/json');
  const read = readJson(text);
  if ('problem' in read) throw refuse(`cannot parse the body: ${read.problem}`);
  if (!isRecord(read.value)) throw refuse('the body must be a JSON object');
  return { ...read.value };
}

export const isForm = (request: Pick<WireRequest, 'headers'>): boolean =>
  hasType(request, 'application/x-www-form-urlencoded');

const refuse = (message: string) => badRequest({ message, alwaysShown: true });

const hasType = ({ headers }: Pick<WireRequest, 'headers'>, type: string): boolean =>
  headers['content-type']?.toLowerCase().startsWith(type) ?? false;

export function typed(row: Row, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = new Map(Object.entries(row.wire ?? {}).map(([name, sent]) => [sent, name]));
  const variants = (row.variants ?? []).map(({ needs, takes }) => ({ ...needs, ...takes }));
  const known: Fields = Object.assign({}, ...variants, row.takes, row.needs);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const field = known[names.get(name) ?? name];
      return [name, field ? asTyped(field, value) : value];
    }),
  );
}

function formFields(text: string): Record<string, unknown> {
  const pairs = formPairs(text);
  if (!pairs) throw refuse(`the form has more than ${MAX_FORM_PAIRS} fields`);
  return Object.fromEntries(
    [...valuesByName(pairs)].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

function asTyped(field: AnyField, value: unknown): unknown {
  if (field.kind === 'list')
    return (Array.isArray(value) ? value : [value]).map((one) => asTyped(field.of?.[0] as AnyField, one));
  if (typeof value !== 'string') return value;
  switch (field.kind) {
    case 'int':
    case 'num':
      return /^-?\d{1,15}(\.\d{1,9})?$/.test(value) ? Number(value) : value;
    case 'bool':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'oneOf':
      return field.values?.find((one) => String(one) === value) ?? value;
    case 'obj':
      return /^\s*\{/.test(value) ? document(value) : value;
    default:
      return value;
  }
}

function document(text: string): unknown {
  const read = readJson(text);
  return 'value' in read ? read.value : text;
}
