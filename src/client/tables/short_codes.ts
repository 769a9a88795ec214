import { list, nullable, oneOf, orNull, page, shape, str } from '../field.js';
import { op } from '../row.js';
import { paging } from './paging.js';

const S = '/api/relay/rest/short_codes';

const method = oneOf(['GET', 'POST'], undefined, { default: 'POST' });
const message_handler = oneOf(['relay_context', 'laml_webhooks', 'laml_application'], 'What answers a message.');
const settings = {
  message_request_url: str('Asked for a document when a message comes (`laml_webhooks`).'), message_request_method: method,
  message_fallback_url: str('Asked when the first URL fails.'), message_fallback_method: method,
  message_laml_application_id: str(), message_relay_context: str(),
};
const ShortCode = shape('ShortCode', {
  id: str(), name: orNull(str()), number: str(), capabilities: list(oneOf(['sms', 'mms'])), number_type: oneOf(['shortcode']), code_type: oneOf(['vanity', 'random']), country_code: str(),
  created_at: str(), updated_at: str(), next_billed_at: orNull(str()), lease_duration: orNull(str()), message_handler: orNull(message_handler), ...nullable(settings),
});

export const short_codes = {
  list:   op(`GET ${S}`, 'List the short codes of the project.', { takes: { filter_name: str('Part of the name.'), filter_number: str('Part of the number.'), ...paging }, gives: page(ShortCode) }),
  get:    op(`GET ${S}/{short_code_id}`, 'Fetch one short code.', { gives: ShortCode }),
  update: op(`PUT ${S}/{short_code_id}`, 'Change a short code.', { needs: { name: str(undefined, { max: 255 }), message_handler }, takes: settings, gives: ShortCode }),
};
