import { compatPage, int, list, obj, oneOf, orNull, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { A, form, item, Post, paging, remove } from './resource.js';

const F = `${A}/Faxes` as const;
const MEDIA = `${F}/{fax_sid}/Media` as const;
const Quality = ['standard', 'fine', 'superfine'] as const;

const Fax = shape('CompatFax', {
  ...item, api_version: str(), direction: oneOf(['inbound', 'outbound']), from: str(), to: str(), media_url: orNull(str()), media_sid: str(), num_pages: orNull(str()),
  price: orNull(str()), price_unit: str(), quality: oneOf(Quality), duration: int('In seconds.'), links: obj({ media: str() }), url: str(),
  status: oneOf(['queued', 'processing', 'sending', 'delivered', 'receiving', 'received', 'no-answer', 'busy', 'failed', 'canceled']),
  error_code: orNull(str()), error_message: orNull(str()),
});
const Media = shape('CompatFaxMedia', { ...item, fax_sid: str(), content_type: str(), uri: str(), url: str() });

export const faxes = {
  list: op(`GET ${F}`, 'List faxes.', { takes: { DateCreatedAfter: str(), DateCreatedOnOrBefore: str(), From: str(), To: str(), ...paging }, gives: compatPage(Fax, 'faxes') }),
  create: form(`POST ${F}`, 'Send a fax.', {
    needs: { MediaUrl: str('The URL of the document to send.'), To: str(), From: str() },
    takes: {
      Quality: oneOf(Quality, undefined, { default: 'fine' }), StatusCallback: str(), StatusCallbackMethod: Post, StatusCallbackEvent: list(str()),
      StoreMedia: oneOf(['true', 'false'], 'Stores a copy of the document.', { default: 'true' }),
      Ttl: int('How long to retry.', { min: 5, max: 300, default: 60 }), SipAuthUsername: str(), SipAuthPassword: str(),
    },
    spends: true, gives: Fax,
  }),
  get:    op(`GET ${F}/{sid:fax}`, 'Fetch one fax.', { gives: Fax }),
  update: form(`POST ${F}/{sid:fax}`, 'Cancel a queued fax.', { needs: { Status: oneOf(['canceled']) }, gives: Fax }),
  delete: remove(`DELETE ${F}/{sid:fax}`, 'Delete a fax that is not in progress.'),

  // A page also has `fax_media`, which no source documents.
  list_media:   op(`GET ${MEDIA}`, 'List the documents of a fax.', { takes: paging, gives: compatPage(Media, 'media') }),
  get_media:    op(`GET ${MEDIA}/{media_sid}`, 'Fetch the metadata of one document of a fax.', { gives: Media }),
  delete_media: remove(`DELETE ${MEDIA}/{media_sid}`, 'Delete one document of a fax that is not in progress.'),
};
