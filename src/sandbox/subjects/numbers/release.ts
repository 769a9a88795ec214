import type { State } from '../../state/state.js';
import { allNumbers, type PhoneNumber } from '../phone_numbers.js';
import { leaveGroups } from './number_groups.js';

/** Releases a number. The resource that handled it remains. */
export function release(state: State, number: PhoneNumber): void {
  leaveGroups(state, number);
  allNumbers(state).delete(number.id);
}
