import { resource } from './resource.js';
import { webhook, webhooks } from './webhook.js';

export const SwmlWebhookResource = resource('SwmlWebhookResource', 'swml_webhook', webhook('SwmlWebhook'));
export const swml_webhooks = webhooks('swml_webhooks', 'SWML webhook', SwmlWebhookResource, 'phone_numbers.set_swml_webhook');
