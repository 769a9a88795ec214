import type { Handlers } from '../../respond/handler.js';
import type { State } from '../../state/state.js';
import { addNumber, allNumbers, changeNumber } from '../phone_numbers.js';
import { compatNumbers } from './compat.js';
import { lookup } from './lookup.js';
import { addGroup, number_groups } from './number_groups.js';
import { phone_numbers } from './operations.js';
import { addShortCode, short_codes } from './short_codes.js';

/** Search, purchase, settings, groups, short codes and lookup of numbers. */
export const numbers: Handlers = { ...phone_numbers, ...compatNumbers, ...number_groups, ...short_codes, ...lookup };

/** Adds sample numbers, a number group and a short code. */
export function seedNumbers(state: State): void {
  // Deliberately wrong: the document is SWML, and this handler reads cXML.
  changeNumber(state, addNumber(state, '+13125550175'), {
    name: 'After hours',
    call_handler: 'laml_webhooks',
    call_request_url: 'https://example.com/front-desk.json',
    call_request_method: 'POST',
  });
  const local = [...allNumbers(state)].filter(({ number }) => number.startsWith('+1206'));
  addGroup(state, 'Seattle', local);
  addShortCode(state, '55501', {
    name: 'Alerts',
    message_handler: 'laml_webhooks',
    message_request_url: 'https://example.com/alerts.xml',
    message_request_method: 'POST',
  });
}
