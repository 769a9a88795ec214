import type { RestClient } from '../../../src/client/index.js';
import { missing, type Walk } from './walk.js';

interface Operations {
  list(): PromiseLike<{ data: unknown[] }>;
  create?(fields: object): PromiseLike<{ id: string }>;
  get(id: string): PromiseLike<unknown>;
  update(id: string, fields: object): PromiseLike<unknown>;
  delete(id: string): PromiseLike<unknown>;
  list_addresses(id: string): PromiseLike<{ data: unknown[] }>;
}

const sip = { ciphers: ['AES_256_CM_HMAC_SHA1_80'], codecs: ['PCMU'], encryption: 'optional' };
const endpoint = { caller_id: 'Desk', send_as: '', call_handler: 'default', calling_handler_resource_id: null, ...sip };

/** What makes one of each family, and what changes it. */
const FAMILIES: Readonly<Record<string, readonly [made: object, changed: object]>> = {
  swml_scripts: [
    { name: 'Hello', contents: { version: '1.0.0' } },
    { display_name: 'Good day', status_callback_url: 'https://example.com/s' },
  ],
  relay_applications: [{ name: 'orders-2', topic: 'orders' }, { topic: 'sales' }],
  call_flows: [
    { title: 'Evenings' },
    { title: 'Weekends', document_version: 2, flow_data: {}, relayml: { version: '1.0.0' } },
  ],
  conference_rooms: [
    { name: 'standup', enable_room_previews: false },
    {
      description: 'Every morning',
      join_from: '2025-07-01T09:00:00Z',
      enable_room_previews: true,
      sync_audio_video: true,
    },
  ],
  freeswitch_connectors: [{ name: 'Old switch', token: 'secret' }, { caller_id: '+12065550100' }],
  subscribers: [
    { email: 'grace@example.com', first_name: 'Grace', password: 'correct horse' },
    { email: 'grace@example.com', job_title: 'Admiral' },
  ],
  sip_endpoints: [
    { username: 'desk', ...endpoint },
    { caller_id: 'Front', calling_handler_resource_id: null },
  ],
  cxml_scripts: [{ display_name: 'Hold on', contents: '<Response/>' }, { contents: '<Response><Hangup/></Response>' }],
  swml_webhooks: [
    { primary_request_url: 'https://example.com/a.json' },
    { name: 'Main', status_callback_url: 'https://example.com/s' },
  ],
  cxml_webhooks: [
    { primary_request_url: 'https://example.com/a.xml', used_for: 'messaging' },
    { fallback_request_url: 'https://example.com/b.xml' },
  ],
  ai_agents: [{ name: 'Helper', prompt: { text: 'Help.' } }, { prompt: { temperature: 0.4 } }],
  sip_gateways: [{ name: 'Trunk', uri: 'sip:trunk.example.com', ...sip }, { uri: 'sip:other.example.com' }],
};

/** Every family from create to gone, as far as its rows go. */
export const fabric_families: Walk = async (client: RestClient) => {
  for (const [family, [made, changed]] of Object.entries(FAMILIES)) {
    const operations = client.fabric[family as 'swml_webhooks'] as unknown as Operations;
    const { id } = await (operations.create as NonNullable<Operations['create']>)(made);
    await operations.list();
    await operations.get(id);
    await client.fabric.resources.get(id);
    await operations.update(id, changed);
    await operations.list_addresses(id);
    await client.with({ extra: { type: family.replace(/s$/, '') } }).fabric.resources.list();
    await operations.delete(id);
    await missing(operations.get(id));
    await missing(client.fabric.resources.get(id));
  }
};
