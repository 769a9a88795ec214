import { endsWithValue, row, type SecretText } from './secret-text.js';

/** Whether a host has addresses whose path is a secret. */
export const hasSecretPath = (host: string): boolean => HOST.test(host);

const HOST =
  /^(?:hooks\.(?:slack(?:-gov)?|zapier)\.com|(?:\w+\.)?discord(?:app)?\.com|[\w-]+\.webhook\.office\.com|outlook\.office(?:365)?\.com|maker\.ifttt\.com)$/i;

const id = 'h7K2m9QxB4v'.repeat(8);

/** Addresses of webhooks that anyone may call who knows them. */
export const WEBHOOK_URLS: readonly SecretText[] = [
  row(
    endsWithValue(
      ['hoo'],
      'hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/(?:[A-Z0-9]{6,20}/){1,2}(?:\\d{6,24}/)?([A-Za-z0-9]{16,64})',
    ),
    'value',
    'webhook addresses of Slack',
    `https://hooks.slack.com/services/T01ABCDEF/B01ABCDEF/${id.slice(0, 24)}`,
    {
      shown: 'https://hooks.slack.com/services/T…/B…/…',
      keeps: ['https://hooks.slack.com/services/T…/B…/…', 'https://api.slack.com/messaging/webhooks'],
    },
  ),
  row(
    endsWithValue(['bho'], '(?<=discord(?:app)?\\.com/api/(?:v\\d{1,2}/)?we)bhooks/\\d{15,21}/([\\w-]{40,100})'),
    'value',
    'webhook addresses of Discord',
    `https://discord.com/api/webhooks/123456789012345678/${id.slice(0, 68)}`,
    {
      shown: 'https://discord.com/api/webhooks/…/…',
      keeps: [
        'https://discord.com/api/webhooks/123456789012345678',
        'https://acme.org/webhooks/123456789012345678/calls',
      ],
    },
  ),
  row(
    endsWithValue(['ngW'], '(?<=/Incomi)ngWebhook/([0-9a-f]{32})(?![0-9a-f])'),
    'value',
    'webhook addresses of Teams',
    `https://acme.webhook.office.com/webhookb2/1@2/IncomingWebhook/${'9f3ac1d0b7e24856'.repeat(2)}/3`,
    {
      shown: 'https://acme.webhook.office.com/webhookb2/…/IncomingWebhook/…',
      keeps: ['https://acme.webhook.office.com/webhookb2/1@2/IncomingWebhook/…', 'an IncomingWebhook for a team'],
    },
  ),
  row(
    endsWithValue(
      ['hoo', 'ith'],
      '(?:hooks\\.zapier\\.com/hooks/catch/\\d{4,12}/([a-z0-9]{5,16})(?!\\w)|(?<=maker\\.ifttt\\.com/trigger/\\w{1,64}/w)ith/key/([\\w-]{16,64}))',
    ),
    'value',
    'webhook addresses of Zapier and IFTTT',
    'https://hooks.zapier.com/hooks/catch/1234567/3b2k9qx/',
    {
      examples: [`https://maker.ifttt.com/trigger/ring/with/key/${id.slice(0, 22)}`],
      keeps: ['https://hooks.zapier.com/hooks/catch/', 'a call with/key/value pairs'],
    },
  ),
];
