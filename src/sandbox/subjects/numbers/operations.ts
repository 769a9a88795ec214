import { page } from '../../respond/pages.js';
import { invalid } from '../../respond/response.js';
import type { Subject } from '../../respond/subject.js';
import { allNumbers, changeNumber, findNumber, replaceNumber, viewNumber } from '../phone_numbers.js';
import { available } from './available_numbers.js';
import { type E911, e911Of, registering } from './e911.js';
import { importNumber, purchase } from './purchase.js';
import { release } from './release.js';

export const phone_numbers: Subject = {
  'phone_numbers.list': (ask) => page(ask, allNumbers(ask.state), (number) => viewNumber(ask.state, number)),
  'phone_numbers.search': (ask) => ({ data: available(ask), links: { self: `${ask.path}?${ask.query}` } }),
  'phone_numbers.purchase': ({ state, fields }) =>
    viewNumber(state, purchase(state, fields.number as string, 'number')),
  'phone_numbers.get': (ask) => viewNumber(ask.state, findNumber(ask)),
  'phone_numbers.update': (ask) => viewNumber(ask.state, changeNumber(ask.state, findNumber(ask), ask.fields)),
  'phone_numbers.release': (ask) => release(ask.state, findNumber(ask)),

  'imported_numbers.create': ({ state, fields }) => viewNumber(state, importNumber(state, fields)),

  'beyond.phone_numbers.assign_e911_address': (ask) => {
    const number = findNumber(ask);
    const asked = registering(ask.state, ask.fields.e911_address_id, 'e911_address_id');
    return viewNumber(ask.state, replaceNumber(ask.state, number, { e911: asked }));
  },
  'beyond.phone_numbers.remove_e911_address': (ask) => {
    const number = findNumber(ask);
    if (!number.e911 || e911Of(ask.state, number).e911_status !== 'active')
      throw invalid({ message: 'the emergency address can be removed only while its status is active' });
    const asked: E911 = { ...number.e911, asked_at: ask.state.clock.now().toISOString(), step: 'removing' };
    return viewNumber(ask.state, replaceNumber(ask.state, number, { e911: asked }));
  },
};
