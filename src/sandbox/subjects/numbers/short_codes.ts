import type { Handlers } from '../../respond/handler.js';
import { addItem, crud, type Item } from '../../respond/resources.js';
import { collection, type State } from '../../state/state.js';
import { bind } from '../fabric/store/binding.js';
import { checkedSettings } from '../fabric/store/referenced-ids.js';
import { billedAfter } from '../phone_numbers.js';

/** Short codes are assigned by contract, so no request creates one. */
export const allShortCodes = collection<Item>('short_codes');

export const addShortCode = (state: State, number: string, settings: object) =>
  void addItem(state, allShortCodes, { number, ...settings });

export const short_codes: Handlers = crud('short_codes', allShortCodes, {
  update: ({ state, input }, code) => {
    const changes = checkedSettings(state, input);
    // The handler is validated like that of a number, and creates the same resources.
    bind(state, 'messaging', { ...code, ...changes })();
    return { ...changes, number: code.number };
  },
  view: (code) => ({
    ...code,
    capabilities: ['sms', 'mms'],
    number_type: 'shortcode',
    code_type: 'random',
    country_code: 'US',
    lease_duration: 'monthly',
    next_billed_at: billedAfter(code.created_at),
  }),
});
