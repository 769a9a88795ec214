import { anything, bool, either, int, list, num, obj, oneOf, orNull, shape, str } from '../../field.js';
import { op } from '../../row.js';

const M = '/api/messaging/messages';
const Message = shape('Message', {
  id: str(), from: str(), to: str(), body: str(), status: oneOf(['queued', 'initiated', 'sent', 'delivered', 'undelivered', 'failed', 'read']), direction: oneOf(['inbound', 'outbound']),
  kind: oneOf(['sms', 'mms', 'whatsapp']), media: list(str()), number_of_segments: int(), error_code: orNull(str()), error_message: orNull(str()), created_at: str(), project_id: str(),
  status_callback_url: orNull(str()), message_uri: str(),
});

const message_type = oneOf(['whatsapp_media_text', 'whatsapp_media_image', 'whatsapp_media_audio', 'whatsapp_media_video', 'whatsapp_media_document', 'whatsapp_media_sticker',
  'whatsapp_media_location', 'whatsapp_media_contacts', 'whatsapp_media_reaction', 'whatsapp_interactive_cta', 'whatsapp_interactive_list', 'whatsapp_interactive_reply_button',
  'whatsapp_interactive_location_request_message']);
/** The contents of each kind of WhatsApp message. */
const content = either([
  str('The text of a text message.'),
  obj({ latitude: num(undefined, { min: -90, max: 90 }), longitude: num(undefined, { min: -180, max: 180 }), name: str(), address: str() }),
  list(obj({ name: obj({ formatted_name: str() }) })),
  obj({ message_id: str('The message that the reaction is for.'), emoji: str() }),
  obj({ type: str(), action: anything() }, { header: anything(), body: anything(), footer: anything() }),
  obj({}, { link: str('Use this field or `id`.'), id: str(), caption: str('The caption of an image, a video or a document.'), filename: str('The file name of a document.', { max: 240 }) }),
], 'A text, media by `link` or `id`, a location, contacts, a reaction, or an interactive message.');
const named = either([list(str()), anything()], 'A list, or an object with names.');

export const messages = {
  create: op(`POST ${M}`, 'Send an SMS, an MMS or a WhatsApp message.', {
    needs: { to: str('In E.164.'), from: str() },
    takes: { status_callback: str('Receives each change of state.'), custom_variables: anything('Included in requests to the callback.') },
    variants: [
      obj({}, { body: str(), media: list(str(), 'URLs.'), send_as_mms: bool(undefined, { default: false }) }),
      obj({ message_type, body: content }),
      obj({ template_id: str() }, { header_template_parameters: either([list(str()), anything(), str()]), body_template_parameters: named, button_template_parameters: list(str()) }),
    ],
    ok: 201, spends: true, gives: Message,
  }),
  update: op(`PATCH ${M}/{message_id}`, 'Erase the text of a message that is no longer in transit.', {
    needs: { body: str('Must be the empty string.') }, spends: true, gives: Message,
  }),
};
