import { compiled, isMet } from '../../../util/index.js';
import { isRecord } from '../../request/read-json.js';

/** A field that differs from its pattern. */
export interface Mismatch {
  /** Such as `fields.name`. */
  readonly at: string;
  readonly expected: string;
  readonly found: string;
}

const MAX_SHOWN = 120;
/** Patterns that are not a plain value. */
const OPERATORS = ['$contains', '$matches', '$any'] as const;

/**
 * Compares a value with a pattern. Of an object, only the fields of the pattern count; a list must have the same length.
 * `{ $contains: 'text' }`, `{ $matches: 'pattern' }` and `{ $any: true }` stand for any value that fits.
 */
export function mismatches(pattern: unknown, value: unknown, at = ''): Mismatch[] {
  const differs = (): Mismatch[] => [{ at, expected: shown(pattern), found: shown(value) }];
  if (Array.isArray(pattern)) {
    if (!Array.isArray(value) || value.length !== pattern.length) return differs();
    return pattern.flatMap((one, index) => mismatches(one, value[index], `${at}[${index}]`));
  }
  if (!isRecord(pattern)) return Object.is(pattern, value) ? [] : differs();
  const operator = OPERATORS.find((name) => Object.hasOwn(pattern, name));
  if (operator) return isFit(operator, pattern[operator], value) ? [] : differs();
  if (!isRecord(value)) return differs();
  return Object.entries(pattern).flatMap(([name, one]) =>
    mismatches(one, Object.hasOwn(value, name) ? value[name] : undefined, at === '' ? name : `${at}.${name}`),
  );
}

function isFit(operator: (typeof OPERATORS)[number], wanted: unknown, value: unknown): boolean {
  if (operator === '$any') return (value !== undefined) === (wanted !== false);
  if (typeof wanted !== 'string') throw new TypeError(`verify: ${operator} must be a text`);
  if (operator === '$matches') return typeof value === 'string' && isMet(compiled(wanted, ''), value);
  return Array.isArray(value) ? value.includes(wanted) : typeof value === 'string' && value.includes(wanted);
}

export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
