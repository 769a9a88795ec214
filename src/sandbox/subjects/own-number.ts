import type { State } from '../state/state.js';
import { allNumbers, type PhoneNumber } from './phone_numbers.js';
import { notInProject, wrongValue } from './refusals.js';

const E164 = /^\+[1-9]\d{6,14}$/;
export const isE164 = (value: string): boolean => E164.test(value);

export function ownNumber(state: State, number: string): PhoneNumber | undefined {
  for (const one of allNumbers(state)) if (one.number === number) return one;
  return undefined;
}

export function mustBeNumber(value: string, attribute: string): void {
  if (isE164(value)) return;
  throw wrongValue(attribute, 'must be a number in E.164, such as +12065550100');
}

export function mustBeOwn(state: State, value: string, attribute: string): void {
  mustBeNumber(value, attribute);
  if (ownNumber(state, value)) return;
  throw notInProject(attribute, 'choose one of phone_numbers.list');
}
