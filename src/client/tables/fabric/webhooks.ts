import { type Field, oneOf, orNull, shape, str } from '../../field.js';
import { AppAddress, family, resource } from './resource.js';

const method = oneOf(['GET', 'POST'], undefined, { default: 'POST' });
const primary_request_url = str('Returns the document.');
const settings = {
  name: str(), used_for: oneOf(['calling', 'messaging'], undefined, { default: 'calling' }),
  primary_request_method: method, fallback_request_method: method, status_callback_method: method,
};

/** The webhook's own fields in a response. */
const webhook = (name: string) =>
  shape(name, { id: str(), ...settings, primary_request_url, fallback_request_url: orNull(str('Used when the first URL fails.')), status_callback_url: orNull(str()) });

/** Creates the operations on webhooks of one kind. Binding a number creates a webhook, as `instead` explains. */
const webhooks = <const P extends string, A>(folder: P, what: string, gives: Field<A>, instead: string) => {
  const rows = family(folder, what, {
    update: 'PUT',
    created: 201,
    needs: { primary_request_url },
    takes: { ...settings, fallback_request_url: str('Used when the first URL fails.'), status_callback_url: str() },
    gives,
    addresses: AppAddress,
  });
  return {
    ...rows,
    create: { ...rows.create, deprecated: `it creates a webhook that no number uses; use ${instead}.` },
    // The specification uses PUT, the public description PATCH.
    update: { ...rows.update, origin: 'stated' as const, also: 'PATCH' as const },
  };
};

export const CxmlWebhookResource = resource('CxmlWebhookResource', 'cxml_webhook', webhook('CxmlWebhook'));
export const cxml_webhooks = webhooks('cxml_webhooks', 'cXML webhook', CxmlWebhookResource, 'phone_numbers.set_cxml_webhook');

export const SwmlWebhookResource = resource('SwmlWebhookResource', 'swml_webhook', webhook('SwmlWebhook'));
export const swml_webhooks = webhooks('swml_webhooks', 'SWML webhook', SwmlWebhookResource, 'phone_numbers.set_swml_webhook');
