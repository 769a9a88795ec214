import type { RestClient } from '../../../src/client/index.js';
import { missing, refused, type Walk } from './walk.js';

export const compat_phone_numbers: Walk = async ({ compat, beyond }: RestClient) => {
  const { phone_numbers } = compat;
  await phone_numbers.list_available_countries();
  await beyond.compat.phone_numbers.get_available_country('US');
  await phone_numbers.search_toll_free('US', { Contains: '55*01' });
  const [offer] = (await phone_numbers.search_local('US', { AreaCode: '617' })).available_phone_numbers;
  await refused(phone_numbers.search_local('US', { InLocality: 'Boston' }), 422);
  const bought = await phone_numbers.purchase({
    PhoneNumber: offer?.phone_number as string,
    VoiceUrl: 'https://example.com/v.xml',
  });
  await refused(phone_numbers.purchase({ PhoneNumber: offer?.phone_number as string }), 422);
  await phone_numbers.list({ PhoneNumber: bought.phone_number, PageSize: 2 });
  await phone_numbers.get(bought.sid);
  await phone_numbers.update(bought.sid, { FriendlyName: 'Boston', SmsUrl: 'https://example.com/s.xml' });
  await phone_numbers.import_number({ number: '+442079460199', number_type: 'longcode', capabilities: ['voice'] });
  await refused(phone_numbers.import_number({ number: '+442079460199', number_type: 'longcode' }), 422);
  await phone_numbers.delete(bought.sid);
  await missing(phone_numbers.get(bought.sid));
};
