import { invalid } from '../respond/response.js';
import type { State } from '../state/state.js';
import { allNumbers, type PhoneNumber } from './phone_numbers.js';

const E164 = /^\+[1-9]\d{6,14}$/;
export const isE164 = (value: unknown): value is string => typeof value === 'string' && E164.test(value);

export function ownNumber(state: State, number: string): PhoneNumber | undefined {
  for (const one of allNumbers(state)) if (one.number === number) return one;
  return undefined;
}

/** Returns the number if it is valid, or throws the error of the native APIs. */
export function mustBeNumber(value: unknown, attribute: string): string {
  if (isE164(value)) return value;
  throw invalid({
    message: `${attribute} must be a number in E.164, such as +12065550100`,
    attribute,
    code: 'invalid_parameter_value',
  });
}

/** Returns the project's number with these digits, or throws. */
export function mustBeOwn(state: State, value: unknown, attribute: string): PhoneNumber {
  const own = ownNumber(state, mustBeNumber(value, attribute));
  if (own) return own;
  throw invalid({
    message: `${attribute} must belong to the project: see phone_numbers.list`,
    attribute,
    code: 'must_belong_to_project',
  });
}
