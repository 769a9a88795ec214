import { invalid } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { hasPath } from '../fabric/store/store.js';
import { isE164, ownNumber } from '../own-number.js';
import { isVerified } from '../verified_callers.js';
import { QUEUE } from './callee.js';
import { queueNamed } from './queue.js';

const SIP = /^sips?:\S+$/;
/** The path of a resource, with an optional query such as `?channel=audio`. */
const PATH = /^(\/[^\s?]+)(\?\S*)?$/;

/** The caller must be a number of the project, a verified caller, or an address. */
export function checkCaller(state: State, from: string, attribute = 'from'): void {
  const refuse = (problem: string, code: string, number: number) =>
    invalid({ message: `${attribute} ${problem}`, attribute, code, number });
  if (!isEnd(from)) throw refuse('must be a number in E.164 or an address', 'invalid_parameter_value', 21212);
  if (isE164(from) && !ownNumber(state, from) && !isVerified(state, from))
    throw refuse('must belong to the project, or be a verified caller', 'must_belong_to_project', 21210);
}

/** Whether the value is a number in E.164, a SIP address, or a path. */
export const isEnd = (end: unknown): end is string =>
  typeof end === 'string' && (isE164(end) || SIP.test(end) || PATH.test(end));

/** The called party must be a number, an address, or a queue of the project. */
export function checkCallee(state: State, to: string, attribute = 'to'): void {
  if (isCallee(state, to)) return;
  const message = `${attribute} must be a number in E.164, a SIP address, the path of a resource (see fabric.addresses.list), or queue: followed by the name of a queue`;
  throw invalid({ message, attribute, code: 'not_routable', number: 21211 });
}

export function isCallee(state: State, to: string): boolean {
  const queue = QUEUE.exec(to)?.[1];
  if (queue !== undefined) return queueNamed(state, queue) !== undefined;
  const path = PATH.exec(to)?.[1];
  return path === undefined ? isEnd(to) : hasPath(state, path);
}

/** Why a step cannot dial a destination. A queue of a document may be missing, because it is created when it is used. */
export function destinationProblem(state: State, to: string, isScripted: boolean): string | undefined {
  if (QUEUE.test(to) || isCallee(state, to)) return undefined;
  const problem = destinationFormProblem(to);
  if (problem !== undefined) return problem;
  return isScripted ? undefined : `${to} is not the address of a resource of this account`;
}

/** Why a text cannot be a destination in any account. */
export function destinationFormProblem(to: string): string | undefined {
  if (QUEUE.test(to) || isE164(to) || SIP.test(to) || PATH.test(to)) return undefined;
  const shown = to.trim() === '' ? 'an empty text' : to;
  const meant = /^(?:tel:)?\+?(\d{8,15})$/.exec(to)?.[1];
  const advice = meant === undefined ? '' : `. Did you mean +${meant}?`;
  return `${shown} is not a destination: use a number in E.164, a SIP address, /public/name or queue:name${advice}`;
}
