import type { State } from '../../state/state.js';
import { addNumber, allNumbers, changeNumber } from '../phone_numbers.js';
import { makeGroup } from './number_groups.js';
import { addShortCode } from './short_codes.js';

/** Adds sample numbers, a number group and a short code. */
export function furnishNumbers(state: State): void {
  // Deliberately wrong: the document is SWML, and this handler reads cXML.
  changeNumber(state, addNumber(state, '+13125550175'), {
    name: 'After hours',
    call_handler: 'laml_webhooks',
    call_request_url: 'https://example.com/front-desk.json',
    call_request_method: 'POST',
  });
  const local = [...allNumbers(state)].filter(({ number }) => number.startsWith('+1206'));
  makeGroup(state, 'Seattle', local);
  addShortCode(state, '55501', {
    name: 'Alerts',
    message_handler: 'laml_webhooks',
    message_request_url: 'https://example.com/alerts.xml',
    message_request_method: 'POST',
  });
}
