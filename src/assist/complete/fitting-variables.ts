import { types } from 'node:util';
import type { AnyField } from '../../client/index.js';
import { ownValue } from '../inspect/own-value.js';
import type { Session } from './complete.js';
import type { Candidate } from './suggestion.js';

interface Fit {
  readonly fields: readonly AnyField[];
  /** Returns whether a text is an id of the expected kind. */
  isKnownId(text: string): boolean;
}

/** Returns the variables that fit at the cursor. Inspects their values without running code. */
export function fittingVariables(session: Session, fit: Fit): Candidate[] {
  return session.names().flatMap((name) => {
    const value: unknown = session.peek(name)?.value;
    if (suits(value, fit)) return [{ text: name, kind: 'variable', detail: typeOf(value) }];
    const path = pathToId(value, fit);
    return path === undefined ? [] : [{ text: name + path, kind: 'variable' }];
  });
}

function suits(value: unknown, { fields, isKnownId }: Fit): boolean {
  if (typeof value === 'string')
    return isKnownId(value) || fields.some(({ kind, values }) => kind === 'oneOf' && values?.includes(value));
  if (typeof value === 'number') return fields.some(({ kind }) => kind === 'num' || kind === 'int');
  if (typeof value === 'boolean') return fields.some(({ kind }) => kind === 'bool');
  if (Array.isArray(value)) return !types.isProxy(value) && fields.some(({ kind }) => kind === 'list');
  return false;
}

const typeOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value);

/** Returns the path to a known id: `.id` for a response, `.data[0].id` for a page, `[0].id` for a list. */
function pathToId(value: unknown, { isKnownId }: Fit): string | undefined {
  const isId = (holder: unknown, name: string) => {
    const own = ownValue(holder, name);
    return typeof own === 'string' && isKnownId(own);
  };
  for (const name of ['id', 'sid']) {
    if (isId(value, name)) return `.${name}`;
    if (isId(ownValue(ownValue(value, 'data'), '0'), name)) return `.data[0].${name}`;
    if (isId(ownValue(value, '0'), name)) return `[0].${name}`;
  }
  return undefined;
}
