import { type Exchange, isObject } from './exchange.js';
import { allFieldsOf, fieldsOf, hasNoBody, nameSent } from './field-at-fault.js';

/** In characters. */
const MAX_SENT = 300;

/** Adds what the request has in the field at fault, if that is known. */
export function withSent<F extends { readonly field?: string }>(finding: F, exchange: Exchange) {
  const sent = finding.field === undefined ? undefined : sentValue(exchange, finding.field);
  return sent === undefined ? finding : { ...finding, sent };
}

/** A value as JSON, or that the request has none. */
function sentValue(exchange: Exchange, field: string): string | undefined {
  const { call, fields } = exchange;
  if (!call) return undefined;
  const path = field.split(/[.[\]]+/).filter((name) => name !== '');
  const argument = call.row.args.findIndex(({ name }) => nameSent(call.row, name) === field);
  if (argument >= 0) return shortJson(call.args[argument]);
  const [found] = [fields, fieldsOf(call)].map((one) => valueAt(one, path)).filter((one) => one !== undefined);
  if (found !== undefined) return shortJson(found);
  // Another field can be a header, or be in a part of the request that was not read.
  const isRead = !hasNoBody(exchange) && Object.keys(fields).length > 0;
  return isRead && (path[0] ?? '') in allFieldsOf(call.row)
    ? 'nothing: the request does not have this field'
    : undefined;
}

const valueAt = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (name === undefined) return value;
  const isOwn = (isObject(value) || Array.isArray(value)) && Object.hasOwn(value, name);
  return isOwn ? valueAt(Reflect.get(value, name), rest) : undefined;
};

function shortJson(value: unknown): string | undefined {
  const json = JSON.stringify(value);
  return json === undefined || json.length <= MAX_SENT ? json : `${json.slice(0, MAX_SENT)}…`;
}
