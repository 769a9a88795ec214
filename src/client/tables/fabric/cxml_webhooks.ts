import { resource } from './resource.js';
import { webhook, webhooks } from './webhook.js';

export const CxmlWebhookResource = resource('CxmlWebhookResource', 'cxml_webhook', webhook('CxmlWebhook'));
export const cxml_webhooks = webhooks('cxml_webhooks', 'cXML webhook', CxmlWebhookResource, 'phone_numbers.set_cxml_webhook');
