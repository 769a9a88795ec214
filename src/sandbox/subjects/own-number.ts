import type { State } from '../state/state.js';
import { allNumbers, type PhoneNumber } from './phone_numbers.js';
import { notInProject, wrongValue } from './refusals.js';

const E164 = /^\+[1-9]\d{6,14}$/;
export const isE164 = (value: string): boolean => E164.test(value);

const byNumber = ({ number }: PhoneNumber) => number;

export const ownNumber = (state: State, number: string): PhoneNumber | undefined =>
  allNumbers(state).withKey(byNumber, number)[0];

export function mustBeNumber(value: string, attribute: string): void {
  if (isE164(value)) return;
  throw wrongValue(attribute, 'must be a number in E.164, such as +12065550100');
}

export function mustBeOwn(state: State, value: string, attribute: string): void {
  mustBeNumber(value, attribute);
  if (ownNumber(state, value)) return;
  throw notInProject(attribute, 'choose one of phone_numbers.list');
}
