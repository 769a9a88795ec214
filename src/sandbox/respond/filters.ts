import type { OperationRequest } from './handler.js';
import { invalid } from './response.js';

type Filter = (shown: Readonly<Record<string, unknown>>) => boolean;

export function filterOf({ query, row }: Pick<OperationRequest, 'query' | 'row'>): Filter | undefined {
  const tests = [...query].flatMap(([name, value]) => (name in row.takes && value !== '' ? testOf(name, value) : []));
  return tests.length === 0 ? undefined : (shown) => tests.every((test) => test(shown));
}

function testOf(name: string, wanted: string): Filter[] {
  const part = /^filter_(\w+)$/.exec(name)?.[1];
  if (part === 'state') return [({ state }) => state === wanted];
  if (part) return [(shown) => textOf(shown[part] ?? shown[`friendly_${part}`]).includes(wanted)];
  const created = CREATED.find((side) => name === `created_${side}`);
  if (created) mustBeTime(name, wanted);
  if (created) return [({ created_at }) => compare(textOf(created_at), wanted, created)];
  // The compatible API filters by the field names of its responses, but in PascalCase.
  const [, field = '', word] = /^([A-Z]\w*?)(<|>|After|OnOrBefore)?$/.exec(name) ?? [];
  if (field === '' || /^Page/.test(field)) return [];
  const key = snakeCase(field);
  const side = SIDES[word ?? ''] ?? 'on';
  const isTime = /^(date|start|end)_|_time$/.test(key);
  if (isTime) mustBeTime(name, wanted);
  if (isTime) return [(shown) => compare(textOf(shown[key]), wanted, side)];
  return [(shown) => key in shown && String(shown[key]) === wanted];
}

const CREATED = ['on', 'before', 'after'] as const;
type Side = 'on' | 'before' | 'until' | 'after';
const SIDES: Readonly<Record<string, Side>> = { '<': 'before', '>': 'after', After: 'after', OnOrBefore: 'until' };

export const isDateOrTime = (text: string) =>
  /^\d{4}-\d{2}-\d{2}([T ]|$)/.test(text) && !Number.isNaN(Date.parse(text));

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function mustBeTime(attribute: string, wanted: string): void {
  if (isDateOrTime(wanted)) return;
  const message = `${attribute} must be a date (YYYY-MM-DD) or a time in ISO 8601`;
  throw invalid({ message, attribute, code: 'datetime_required' });
}

/** Compares a time with a date or a time. `on` a date is any time of that day, and `after` is later than that day. */
function compare(time: string, wanted: string, side: Side): boolean {
  const at = Date.parse(time);
  const from = Date.parse(wanted);
  if (Number.isNaN(at) || Number.isNaN(from)) return false;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(wanted);
  const to = isDay ? from + 86_400_000 : from + 1000;
  if (side === 'before') return at < from;
  if (side === 'until') return at < to;
  return side === 'after' ? at >= (isDay ? to : from + 1) : at >= from && at < to;
}

export const snakeCase = (name: string) => name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
