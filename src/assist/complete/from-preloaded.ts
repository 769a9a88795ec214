import { types } from 'node:util';
import { CALL_OPTIONS, operations, RestClient, walkRows } from '../../client/index.js';
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

/** Returns the path in the tables for `platform.…`, `platform.dry.…` and any other client in scope. */
export function platformPath([first, ...rest]: readonly string[], session: Session): readonly string[] | undefined {
  if (first === undefined || (first !== 'platform' && !isClient(session.peek(first)?.value))) return undefined;
  return rest[0] === 'dry' ? rest.slice(1) : rest;
}

const isClient = (value: unknown) => typeof value === 'object' && !types.isProxy(value) && value instanceof RestClient;
