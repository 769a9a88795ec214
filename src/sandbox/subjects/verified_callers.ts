import { deliver } from '../control/inbox.js';
import { invalid } from '../respond/response.js';
import type { Ask, Subject } from '../respond/subject.js';
import { addThing, changeThing, crud, find, type Thing } from '../state/resources.js';
import { kind, type State } from '../state/state.js';
import { mustBeNumber } from './own-number.js';

/** A number outside the project that it may use as caller ID. The platform verifies it by calling it with a code. */
interface VerifiedCaller extends Thing {
  readonly number: string;
  readonly name: string;
  readonly extension?: string;
  readonly code: string;
  /** The number of wrong codes since the last call. */
  readonly misses: number;
  readonly verified_at?: string;
}

const allCallers = kind<VerifiedCaller>('verified_callers');
/** Keyed by number, so that each number is registered once. */
const taken = kind<{ readonly id: string }>('verified_caller_numbers');

/** Whether a number has been verified. */
export function isVerified(state: State, number: string): boolean {
  for (const one of allCallers(state)) if (one.number === number) return one.verified_at !== undefined;
  return false;
}

/** Assumed: the limit is not documented. */
const MOST_MISSES = 5;

/** Adds a caller that is already verified. */
export function furnishVerifiedCaller(state: State): void {
  const number = '+13035550170';
  const made = { number, name: 'Head office', code: '000000', misses: 0, verified_at: state.clock.now().toISOString() };
  addThing<VerifiedCaller>(state, allCallers, made);
  taken(state).add({ id: number });
}

const usual = crud<VerifiedCaller>('verified_callers', allCallers, {
  made: ({ state, fields }) => {
    const number = mustBeNumber(fields.number, 'number');
    if (taken(state).get(number))
      throw invalid({ message: `number ${number} is there already`, attribute: 'number', code: 'already_verified' });
    taken(state).add({ id: number });
    const { name = number, extension } = fields as { name?: string; extension?: string };
    return { number, name, ...(extension && { extension }), misses: 0, ...call(state, number, extension) };
  },
  changed: ({ fields: { name } }) => (name === undefined ? {} : { name }),
  view,
  gone: ({ state }, { number }) => void taken(state).delete(number),
});

export const verified_callers: Subject = {
  ...usual,
  'verified_callers.redial_verification': (ask) => {
    const caller = waiting(ask);
    const fresh = { misses: 0, ...call(ask.state, caller.number, caller.extension) };
    return view(changeThing(ask.state, allCallers, caller, fresh));
  },
  'verified_callers.submit_verification': (ask) => {
    const caller = waiting(ask);
    const refuse = (message: string, code: string) => invalid({ message, attribute: 'verification_code', code });
    if (caller.misses >= MOST_MISSES)
      throw refuse('too many wrong codes: have it called again', 'too_many_verification_attempts');
    if (ask.fields.verification_code !== caller.code) {
      changeThing(ask.state, allCallers, caller, { misses: caller.misses + 1 });
      throw refuse('verification_code is not the one that was told', 'invalid_parameter_value');
    }
    return view(changeThing(ask.state, allCallers, caller, { verified_at: ask.state.clock.now().toISOString() }));
  },
};

/** Calls the number with a new code. */
function call(state: State, to: string, extension?: string): { code: string } {
  const code = state.ids.pick(6, '0123456789');
  const dialled = extension ? `extension ${extension}: ` : '';
  deliver(state, { to, channel: 'call', text: `${dialled}Your verification code is ${[...code].join(' ')}.`, code });
  return { code };
}

/** Returns the unverified caller that the path names, or throws. */
function waiting(ask: Ask): VerifiedCaller {
  const caller = find(ask, allCallers);
  if (caller.verified_at === undefined) return caller;
  throw invalid({ message: `${caller.number} is verified already`, attribute: 'number', code: 'already_verified' });
}

function view({ code: _, misses: _misses, ...caller }: VerifiedCaller): unknown {
  const verified = caller.verified_at !== undefined;
  return { ...caller, verified, status: verified ? 'Verified' : 'Awaiting Verification' };
}
