import { invalid } from '../../answer.js';
import type { State } from '../../state.js';
import { queueNamed } from '../queues/queue.js';
import { ownNumber, QUEUE } from './callee.js';

// Who may call, and who can be called.

const E164 = /^\+[1-9]\d{6,14}$/;
const ADDRESS = /^(sips?:|\/)\S+$/;

/** Who calls: a number of the project, or an address. */
export function checkCaller(state: State, from: unknown, attribute = 'from'): void {
  const refuse = (says: string, code: string, number: number) =>
    invalid({ message: `${attribute} ${says}`, attribute, code, number });
  if (typeof from !== 'string' || !(E164.test(from) || ADDRESS.test(from)))
    throw refuse('must be a number in E.164 or an address', 'invalid_parameter_value', 21212);
  if (E164.test(from) && !ownNumber(state, from))
    throw refuse('must belong to the project', 'must_belong_to_project', 21210);
}

/** Who is called: a number, an address, or a queue of the project. */
export function checkCallee(state: State, to: unknown, attribute = 'to'): void {
  if (isCallee(state, to)) return;
  const message = `${attribute} must be a number in E.164, an address, or queue: and the name of a queue`;
  throw invalid({ message, attribute, code: 'not_routable', number: 21211 });
}

export function isCallee(state: State, to: unknown): to is string {
  if (typeof to !== 'string') return false;
  const queue = QUEUE.exec(to)?.[1];
  return queue === undefined ? E164.test(to) || ADDRESS.test(to) : queueNamed(state, queue) !== undefined;
}
