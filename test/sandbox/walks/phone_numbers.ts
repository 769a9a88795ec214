import type { RestClient } from '../../../src/client/index.js';
import { office } from '../support/office.js';
import { missing, refused, type Walk } from './walk.js';

export const phone_numbers: Walk = async (client: RestClient, { clock }) => {
  const { phone_numbers, imported_numbers, lookup, addresses, beyond } = client;
  const [offer] = (await phone_numbers.search({ areacode: '512', contains: '555' })).data;
  const { id } = await phone_numbers.purchase({ number: offer?.number as string });
  await refused(phone_numbers.purchase({ number: offer?.number as string }), 422);
  await phone_numbers.list({ filter_number: '512' });
  await phone_numbers.get(id);
  await phone_numbers.update(id, {
    name: 'Austin',
    message_handler: 'laml_webhooks',
    message_request_url: 'https://example.com/m',
  });
  await imported_numbers.create({ number: '+442079460123', number_type: 'longcode', capabilities: ['sms'] });
  await lookup.phone_number('+12065550100', { include: 'carrier,cnam' });
  await lookup.phone_number('+442079460123');
  await missing(lookup.phone_number('unknown'));

  const place = await addresses.create({
    ...office,
    city: 'Austin',
    state: 'TX',
    postal_code: '78701',
    emergency_enabled: true,
  });
  await beyond.addresses.update(place.id, {
    ...place,
    street_number: '2',
    address_type: 'Floor',
    address_number: '3',
  } as never);
  await beyond.phone_numbers.assign_e911_address(id, { e911_address_id: place.id });
  await refused(beyond.phone_numbers.remove_e911_address(id), 422);
  clock.advance(60);
  await beyond.phone_numbers.remove_e911_address(id);
  await phone_numbers.release(id);
  await missing(phone_numbers.release(id));
};
