import type { Handlers } from '../../respond/handler.js';
import { crud } from '../../respond/resources.js';
import { invalid } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { addNumber, allNumbers, changeNumber, findNumber, replaceNumber, viewNumber } from '../phone_numbers.js';
import { available } from './available_numbers.js';
import { compatNumbers } from './compat.js';
import { type E911, e911Of, registering } from './e911.js';
import { lookup } from './lookup.js';
import { addGroup, number_groups } from './number_groups.js';
import { importNumber, purchase, release } from './purchase.js';
import { addShortCode, short_codes } from './short_codes.js';

const phone_numbers: Handlers = {
  ...crud('phone_numbers', allNumbers, { view: viewNumber }),
  'phone_numbers.search': (request) => {
    const link = `${request.path}?${request.query}`;
    return { data: available(request), links: { self: link, first: link } };
  },
  'phone_numbers.purchase': (request) => viewNumber(purchase(request.state, request.input.number, 'number'), request),
  'phone_numbers.update': (request) =>
    viewNumber(changeNumber(request.state, findNumber(request), request.input), request),
  'phone_numbers.release': (request) => release(request.state, findNumber(request)),

  'imported_numbers.create': (request) => viewNumber(importNumber(request.state, request.input), request),

  'beyond.phone_numbers.assign_e911_address': (request) => {
    const number = findNumber(request);
    const e911 = registering(request.state, request.input.e911_address_id, 'e911_address_id');
    return viewNumber(replaceNumber(request.state, number, { e911 }), request);
  },
  'beyond.phone_numbers.remove_e911_address': (request) => {
    const { state } = request;
    const number = findNumber(request);
    if (!number.e911 || e911Of(state, number).e911_status !== 'active')
      throw invalid({ message: 'the emergency address can be removed only while its status is active' });
    const e911: E911 = { ...number.e911, requested_at: state.clock.now().toISOString(), step: 'removing' };
    return viewNumber(replaceNumber(state, number, { e911 }), request);
  },
};

export const numbers: Handlers = { ...phone_numbers, ...compatNumbers, ...number_groups, ...short_codes, ...lookup };

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
