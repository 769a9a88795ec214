import { readErrorBody } from '../../client/index.js';
import { isPlain } from '../../util/index.js';
import type { Answer } from './compare.js';

/** Why a request was refused: what its response names, without the values of the case. */
export interface Refusal {
  readonly status: number;
  readonly codes: readonly string[];
  readonly fields: readonly string[];
  /** The words of the messages, without quoted values, ids and numbers. */
  readonly shapes: readonly string[];
}

export function refusalIn({ status, body }: Answer): Refusal {
  const { errors } = readErrorBody(body);
  const listed: readonly unknown[] = isPlain(body) && Array.isArray(body.errors) ? body.errors : [body];
  const fields = listed.flatMap((one) => (isPlain(one) ? [one.attribute ?? one.field] : []));
  return {
    status,
    codes: sorted(errors.map(({ code }) => code)),
    fields: sorted(fields),
    shapes: sorted(errors.length > 0 ? errors.map(({ message }) => shapeOf(message)) : [textShape(body)]),
  };
}

const sorted = (values: readonly unknown[]): string[] =>
  [...new Set(values.filter((one) => typeof one === 'string'))].sort();

const textShape = (body: unknown): string => (typeof body === 'string' ? shapeOf(body.slice(0, MAX_TEXT)) : '');
const MAX_TEXT = 2000;

/** `"night" is taken (id 3f1f…)` has the same shape as `"day" is taken (id 91aa…)`. */
const shapeOf = (message: string): string =>
  message
    .toLowerCase()
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/"[^"]*"|'[^']*'(?!\w)|`[^`]*`|“[^”]*”/g, ' _ ')
    .replace(/[\w+-]*\d[\w.+-]*/g, ' _ ')
    .replace(/[^\p{L}\p{N}_]+/gu, ' ')
    .trim();

/** Codes that many causes share: they alone do not tell one cause from another. */
const GENERIC =
  /^(?:[1-5]\d\d|invalid(?:_(?:parameter|attribute|request|value|parameter_value))?|validation_error|error)$/;

/** A field that is missing is another cause than a field with a wrong value. */
const IS_MISSING = /\b(?:required|missing|blank|empty|must be present|is null)\b/;
const isAboutMissing = ({ shapes }: Refusal): boolean => shapes.some((shape) => IS_MISSING.test(shape));

/**
 * Whether a new refusal has the recorded cause: the status, the codes and the fields. The words are those of a version of
 * the platform: their shape decides only if the response names neither a field nor a code that belongs to one cause.
 */
export function isSameRefusal(recorded: Answer, current: Answer): boolean {
  if (recorded.status !== current.status) return false;
  const [one, other] = [refusalIn(recorded), refusalIn(current)];
  if (hasNoReason(one)) return true;
  if (!isEqual(one.codes, other.codes) || !isEqual(one.fields, other.fields)) return false;
  const isNamed = one.codes.length > 0 && one.codes.every((code) => !GENERIC.test(code));
  if (isNamed || isEqual(one.shapes, other.shapes)) return true;
  return one.fields.length > 0 && isAboutMissing(one) === isAboutMissing(other);
}

/** A log line shows only the status. */
const hasNoReason = ({ codes, fields, shapes }: Refusal) =>
  codes.length === 0 && fields.length === 0 && shapes.every((shape) => shape === '');

const isEqual = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n');
