import type { RequestOf } from '../../respond/handler.js';
import { invalid } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import type { Settings } from '../fabric/store/binding.js';
import { ownNumber } from '../own-number.js';
import { addNumber, allNumbers, type PhoneNumber, replaceNumber, validateSettings } from '../phone_numbers.js';
import { notUnique, wrongValue } from '../refusals.js';
import { isOffered } from './available_numbers.js';
import { leaveGroups } from './number_groups.js';

const MAX_NUMBERS = 1000;

/** Purchases a number and applies the settings. `attribute` is the request field with the number. */
export function purchase(state: State, number: string, attribute: string, settings: Settings = {}): PhoneNumber {
  mustBeNew(state, number, attribute);
  if (!isOffered(number))
    throw invalid({
      message: `${attribute} could not be purchased: find an available number with phone_numbers.search`,
      attribute,
      code: 'could_not_purchase',
    });
  // Validate the settings before the purchase.
  const settingsFields = validateSettings(state, {}, settings);
  const bought = addNumber(state, number);
  return replaceNumber(state, bought, settingsFields());
}

type ImportInput = RequestOf<'imported_numbers.create' | 'compat.phone_numbers.import_number'>['input'];

export function importNumber(state: State, { number, number_type, capabilities }: ImportInput): PhoneNumber {
  mustBeNew(state, number, 'number');
  return addNumber(state, number, {
    hosted: true,
    number_type: number_type === 'tollfree' ? 'toll-free' : number_type,
    ...(capabilities && { capabilities }),
  });
}

/** Releases a number. The resource that handled it remains. */
export function release(state: State, number: PhoneNumber): void {
  leaveGroups(state, number);
  allNumbers(state).delete(number.id);
}

function mustBeNew(state: State, number: string, attribute: string): void {
  if (!/^\+\d{5,30}$/.test(number)) throw wrongValue(attribute, 'must be a number in E.164, such as +12065550107');
  if (ownNumber(state, number)) throw notUnique(attribute, number);
  if (allNumbers(state).size >= MAX_NUMBERS)
    throw invalid({
      message: `a project can have at most ${MAX_NUMBERS} numbers: release one first`,
      type: 'account_error',
    });
}
