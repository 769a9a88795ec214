import { types } from 'node:util';
import type { AnyField } from '../../client/index.js';
import { ownValue } from '../inspect/own-value.js';
import { flat } from '../inspect/type-name.js';
import type { Session } from './complete.js';
import type { Expectation } from './from-rows.js';
import type { Candidate } from './suggestion.js';

interface Fit {
  readonly fields: readonly AnyField[];
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

/** Returns whether a value has the type of the place. Arguments without a field are ids and texts. */
export function fitsType(value: unknown, { fields, expected }: Pick<Expectation, 'fields' | 'expected'>): boolean {
  if (fields.length === 0) return expected === undefined || typeof value === 'string';
  return flat(fields).some((field) => {
    switch (field.kind) {
      case 'str':
        return typeof value === 'string';
      case 'num':
      case 'int':
        return typeof value === 'number';
      case 'bool':
        return typeof value === 'boolean';
      case 'oneOf':
        return field.open ? typeof value === 'string' : (field.values ?? []).some((one) => one === value);
      case 'list':
        return Array.isArray(value);
      case 'obj':
        return typeof value === 'object' && value !== null && !Array.isArray(value);
      default:
        return value === null;
    }
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

/** Whether a value can be in the brackets after a list or an object. */
export const fitsIndex = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string';
