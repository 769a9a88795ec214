import { invalid } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import type { Settings } from '../fabric/store/binding.js';
import { addNumber, allNumbers, type PhoneNumber, replaceNumber, settle } from '../phone_numbers.js';
import { notUnique, wrongValue } from '../refusals.js';
import { isOffered } from './available_numbers.js';

/** The maximum number of phone numbers in a project. */
const MOST = 1000;

/** Purchases a number and applies the settings. `attribute` is the request field with the number. */
export function purchase(state: State, number: string, attribute: string, settings: Settings = {}): PhoneNumber {
  mustBeNew(state, number, attribute);
  if (!isOffered(number))
    throw invalid({
      message: `${attribute} could not be purchased: search for one that is available`,
      attribute,
      code: 'could_not_purchase',
    });
  // Validate the settings before the purchase.
  const settled = settle(state, {}, settings);
  const bought = addNumber(state, number);
  return replaceNumber(state, bought, settled());
}

/** Imports a number that is hosted by another carrier. */
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

/** Throws if the number is invalid or already owned, or the project has the maximum number. */
function mustBeNew(state: State, number: string, attribute: string): void {
  if (!/^\+\d{5,30}$/.test(number)) throw wrongValue(attribute, 'must be a number in E.164, such as +12065550107');
  for (const one of allNumbers(state)) if (one.number === number) throw notUnique(attribute, number);
  if (allNumbers(state).size >= MOST)
    throw invalid({ message: `a project has at most ${MOST} numbers: release one first`, type: 'account_error' });
}
