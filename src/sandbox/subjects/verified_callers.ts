import { deliver } from '../outbound/inbox.js';
import type { Handlers, RequestWith } from '../respond/handler.js';
import { addItem, changeItem, crud, find, type Item } from '../respond/resources.js';
import { collection, type State } from '../state/state.js';
import { mustBeNumber } from './own-number.js';
import { refuse, wrongValue } from './refusals.js';

/** A number outside the project that it may use as caller ID. The platform verifies it by calling it with a code. */
interface VerifiedCaller extends Item {
  readonly number: string;
  readonly name: string;
  readonly extension?: string;
  readonly code: string;
  /** The number of wrong codes since the last call. */
  readonly wrong_codes: number;
  readonly verified_at?: string;
}

export const allCallers = collection<VerifiedCaller>('verified_callers');
/** Keyed by number, so that each number is registered once. */
export const taken = collection<{ readonly id: string }>('verified_caller_numbers');

const byNumber = ({ number }: VerifiedCaller) => number;

export const isVerified = (state: State, number: string): boolean =>
  allCallers(state).withKey(byNumber, number)[0]?.verified_at !== undefined;

/** Assumed: the limit is not documented. */
const MAX_WRONG_CODES = 5;

export function seedVerifiedCaller(state: State): void {
  const number = '+13035550170';
  const verified_at = state.clock.now().toISOString();
  const made = { number, name: 'Head office', code: '000000', wrong_codes: 0, verified_at };
  addItem<VerifiedCaller>(state, allCallers, made);
  taken(state).add({ id: number });
}

const operations = crud('verified_callers', allCallers, {
  create: ({ state, input }) => {
    const { number, name = number, extension } = input;
    mustBeNumber(number, 'number');
    if (taken(state).get(number)) throw refuse('number', `number ${number} has already been added`, 'already_verified');
    taken(state).add({ id: number });
    return { number, name, ...(extension && { extension }), wrong_codes: 0, ...call(state, number, extension) };
  },
  update: ({ fields: { name } }) => (name === undefined ? {} : { name }),
  view,
  beforeDelete: ({ number }, { state }) => void taken(state).delete(number),
});

export const verified_callers: Handlers = {
  ...operations,
  'verified_callers.redial_verification': (request) => {
    const caller = unverified(request);
    const fresh = { wrong_codes: 0, ...call(request.state, caller.number, caller.extension) };
    return view(changeItem(request.state, allCallers, caller, fresh));
  },
  'verified_callers.submit_verification': (request) => {
    const caller = unverified(request);
    const problem = 'too many wrong codes; request a new code with verified_callers.redial_verification';
    if (caller.wrong_codes >= MAX_WRONG_CODES)
      throw refuse('verification_code', problem, 'too_many_verification_attempts');
    if (request.input.verification_code !== caller.code) {
      changeItem(request.state, allCallers, caller, { wrong_codes: caller.wrong_codes + 1 });
      throw wrongValue('verification_code', 'is wrong');
    }
    const verified_at = request.state.clock.now().toISOString();
    return view(changeItem(request.state, allCallers, caller, { verified_at }));
  },
};

function call(state: State, to: string, extension?: string): { code: string } {
  const code = state.ids.pick(6, '0123456789');
  const dialled = extension ? `extension ${extension}: ` : '';
  deliver(state, { to, channel: 'call', text: `${dialled}Your verification code is ${[...code].join(' ')}.`, code });
  return { code };
}

function unverified(request: RequestWith<'caller_id'>): VerifiedCaller {
  const caller = find(request, allCallers);
  if (caller.verified_at === undefined) return caller;
  throw refuse('number', `${caller.number} is already verified`, 'already_verified');
}

function view({ code: _, wrong_codes: _wrong_codes, ...caller }: VerifiedCaller): unknown {
  const verified = caller.verified_at !== undefined;
  return { ...caller, verified, status: verified ? 'Verified' : 'Awaiting Verification' };
}
