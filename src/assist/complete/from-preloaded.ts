import { CALL_OPTIONS, operations, walkRows } from '../../client/index.js';
import type { Session } from './complete.js';
import type { CallSite } from './cursor.js';
import type { Candidate } from './suggestion.js';

/** Completes `sandbox.ring` with phone numbers and `sandbox.faults` with operations. */
export function inMember({ path, argument }: CallSite, { seen }: Session): Candidate[] {
  if (argument > 0) return [];
  const text = (value: string, doc?: string): Candidate => ({
    text: value,
    kind: 'value',
    isText: true,
    ...(doc && { doc }),
  });
  if (path.join('.') === 'sandbox.ring') return seen.fitting({ name: 'number' }).map(({ value }) => text(value));
  if (!/^sandbox\.faults\.(?:add|clear)$/.test(path.join('.'))) return [];
  return [...walkRows(operations)].map(([name, row]) => text(name, row.help));
}

/** The options of `platform.with`. */
export const optionNames = (present: readonly string[]): Candidate[] =>
  Object.entries(CALL_OPTIONS)
    .filter(([text]) => !present.includes(text))
    .map(([text, doc]) => ({ text, kind: 'key', doc }));
