import { bool, compatPage, either, int, list, num, obj, oneOf, orNull, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { A, form, item, paging, remove, versioned, when } from './resource.js';

const M = `${A}/Messages` as const;
const MEDIA = `${M}/{message_sid}/Media` as const;
const Status = oneOf(['queued', 'initiated', 'sent', 'failed', 'delivered', 'undelivered', 'received']);

const Message = shape('CompatMessage', {
  ...versioned, body: orNull(str()), num_segments: int(), num_media: int(), date_sent: orNull(str()), direction: oneOf(['inbound', 'outbound-api', 'outbound-call', 'outbound-reply']),
  error_code: orNull(str()), error_message: orNull(str()), from: str(), to: str(), price: orNull(num()), price_unit: str(), status: Status,
  messaging_service_sid: orNull(str()), subresource_uris: obj({ media: str() }),
});
const Media = shape('CompatMessageMedia', { ...item, parent_sid: str('The id of the message.'), content_type: str(), uri: str() });

export const messages = {
  list: op(`GET ${M}`, 'List messages.', { takes: { ...when('DateSent'), From: str(), To: str(), Status, ...paging }, gives: compatPage(Message, 'messages') }),
  create: form(`POST ${M}`, 'Send a message.', {
    needs: { To: str('In E.164.') },
    takes: {
      From: str('Required without `MessagingServiceSid`.'), MessagingServiceSid: str('The number group to send from.'),
      Body: str('Required without `MediaUrl`.'), MediaUrl: either([str(), list(str())], 'The URLs of the files to send.'), SendAsMms: bool(),
      ApplicationSid: str(), MaxPrice: str('A decimal number with up to four decimal places.'), StatusCallback: str(),
      ValidityPeriod: int('The maximum time in the queue, in seconds.', { min: 1, max: 172800, default: 14400 }),
    },
    ok: 201, spends: true, gives: Message,
  }),
  get:    op(`GET ${M}/{sid:message}`, 'Fetch one message.', { gives: Message }),
  // `spends`, because this update erases the text.
  update: form(`POST ${M}/{sid:message}`, 'Erase the text of a message that is not queued.', {
    needs: { Body: str('Must be the empty string.', { min: 0, max: 0 }) }, spends: true, gives: Message,
  }),
  delete: remove(`DELETE ${M}/{sid:message}`, 'Delete a message that is not queued.'),

  list_media:   op(`GET ${MEDIA}`, 'List the files of a message.', { takes: { ...when('DateCreated'), ...paging }, gives: compatPage(Media, 'media_list') }),
  get_media:    op(`GET ${MEDIA}/{media_sid}`, 'Fetch the metadata of one file of a message.', { gives: Media }),
  delete_media: remove(`DELETE ${MEDIA}/{media_sid}`, 'Delete one file of a message.'),
};
