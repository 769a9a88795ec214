import { invalid } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import type { Settings } from '../fabric/store/binding.js';
import { addNumber, allNumbers, type PhoneNumber, replaceNumber, settle } from '../phone_numbers.js';
import { notUnique, wrongValue } from '../refusals.js';
import { isOffered } from './available_numbers.js';

/** As many as a project may have. */
const MOST = 1000;

/** Buys a number and sets it up; `attribute` is the field that it came in. */
export function purchase(state: State, number: string, attribute: string, settings: Settings = {}): PhoneNumber {
  mustBeNew(state, number, attribute);
  if (!isOffered(number))
    throw invalid({
      message: `${attribute} could not be purchased: search for one that is available`,
      attribute,
      code: 'could_not_purchase',
    });
  // What cannot be set up is not bought.
  const settled = settle(state, {}, settings);
  const bought = addNumber(state, number);
  return replaceNumber(state, bought, settled());
}

/** Brings a number that stays with another carrier. */
export function importNumber(state: State, fields: Readonly<Record<string, unknown>>): PhoneNumber {
  const { number, number_type, capabilities } = fields as {
    number: string;
    number_type: 'longcode' | 'tollfree';
    capabilities?: PhoneNumber['capabilities'];
  };
  mustBeNew(state, number, 'number');
  if (capabilities?.length === 0) throw wrongValue('capabilities', 'must have at least one');
  return addNumber(state, number, {
    hosted: true,
    number_type: number_type === 'tollfree' ? 'toll-free' : number_type,
    ...(capabilities && { capabilities }),
  });
}

/** Refuses a number that cannot be added: not one, had already, or one too many. */
function mustBeNew(state: State, number: string, attribute: string): void {
  if (!/^\+\d{5,30}$/.test(number)) throw wrongValue(attribute, 'must be a number in E.164, such as +12065550107');
  for (const one of allNumbers(state)) if (one.number === number) throw notUnique(attribute, number);
  if (allNumbers(state).size >= MOST)
    throw invalid({ message: `a project has at most ${MOST} numbers: release one first`, type: 'account_error' });
}
