import { invalid } from '../respond/response.js';
import type { State } from '../state/state.js';
import { allNumbers, type PhoneNumber } from './phone_numbers.js';

const E164 = /^\+[1-9]\d{6,14}$/;
export const isE164 = (value: string): boolean => E164.test(value);

export function ownNumber(state: State, number: string): PhoneNumber | undefined {
  for (const one of allNumbers(state)) if (one.number === number) return one;
  return undefined;
}

export function mustBeNumber(value: string, attribute: string): void {
  if (isE164(value)) return;
  throw invalid({
    message: `${attribute} must be a number in E.164, such as +12065550100`,
    attribute,
    code: 'invalid_parameter_value',
  });
}

export function mustBeOwn(state: State, value: string, attribute: string): void {
  mustBeNumber(value, attribute);
  if (ownNumber(state, value)) return;
  throw invalid({
    message: `${attribute} must belong to the project: choose one of phone_numbers.list`,
    attribute,
    code: 'must_belong_to_project',
  });
}
