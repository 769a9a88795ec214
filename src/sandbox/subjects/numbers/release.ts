import type { State } from '../../state/state.js';
import { allNumbers, type PhoneNumber } from '../phone_numbers.js';
import { leaveGroups } from './number_groups.js';

/** Gives a number back. The resource that answered it stays, and answers nothing. */
export function release(state: State, number: PhoneNumber): void {
  leaveGroups(state, number);
  allNumbers(state).delete(number.id);
}
