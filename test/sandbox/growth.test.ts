import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RestClient } from '../../src/client/index.js';
import { operations, walkRows } from '../../src/client/index.js';
import { Collection } from '../../src/sandbox/state/collection.js';
import { createSandbox } from '../../src/sandbox.js';
import { firstOfItsKind, sampled } from '../support/rotation.js';
import { campaignContent } from './support/campaign-content.js';
import { office } from './support/office.js';

const sip = { ciphers: ['AES_256_CM_HMAC_SHA1_80'], codecs: ['PCMU'], encryption: 'optional' } as const;
const endpoint = { caller_id: 'Desk', send_as: '', call_handler: 'default', calling_handler_resource_id: null, ...sip };
const FROM = '+12065550100';
const elsewhere = (i: number) => `+1312556${String(i).padStart(4, '0')}`;
const URL = 'https://example.com/a';

type Make = (client: RestClient, i: number, ids: Parents) => PromiseLike<unknown>;
type Parents = Readonly<Record<'subscriber' | 'brand' | 'campaign' | 'room' | 'conference', string>>;

/** How to create item `i` of each family. Names are unique where they must be, and the same where they may be. */
const MAKERS: Readonly<Record<string, Make>> = {
  'fabric.swml_scripts.create': ({ fabric }) =>
    fabric.swml_scripts.create({ name: 'same', contents: { version: '1.0.0' } }),
  'fabric.relay_applications.create': ({ fabric }, i) =>
    fabric.relay_applications.create({ name: `a${i}`, topic: 'same' }),
  'fabric.call_flows.create': ({ fabric }) => fabric.call_flows.create({ title: 'same' }),
  'fabric.conference_rooms.create': ({ fabric }, i) =>
    fabric.conference_rooms.create({ name: `r${i}`, enable_room_previews: false }),
  'fabric.freeswitch_connectors.create': ({ fabric }) =>
    fabric.freeswitch_connectors.create({ name: 'same', token: 'secret' }),
  'fabric.subscribers.create': ({ fabric }, i) => fabric.subscribers.create({ email: `s${i}@example.com` }),
  'fabric.subscribers.create_sip_endpoint': ({ fabric }, i, { subscriber }) =>
    fabric.subscribers.create_sip_endpoint(subscriber, { username: `u${i}`, password: 'correct horse' }),
  'fabric.sip_endpoints.create': ({ fabric }, i) =>
    fabric.sip_endpoints.create({ username: `e${i}`, ...endpoint } as never),
  'fabric.cxml_scripts.create': ({ fabric }) =>
    fabric.cxml_scripts.create({ display_name: 'same', contents: '<Response/>' }),
  'fabric.swml_webhooks.create': ({ fabric }) => fabric.swml_webhooks.create({ primary_request_url: URL }),
  'fabric.cxml_webhooks.create': ({ fabric }) => fabric.cxml_webhooks.create({ primary_request_url: URL }),
  'fabric.ai_agents.create': ({ fabric }) => fabric.ai_agents.create({ name: 'same', prompt: { text: 'Help.' } }),
  'fabric.sip_gateways.create': ({ fabric }) =>
    fabric.sip_gateways.create({ name: 'same', uri: 'sip:trunk.example.com', ...sip } as never),
  'fabric.tokens.create_subscriber_token': ({ fabric }, i) =>
    fabric.tokens.create_subscriber_token({ reference: `t${i}@example.com` }),
  'addresses.create': ({ addresses }) => addresses.create(office),
  'queues.create': ({ queues }, i) => queues.create({ name: `q${i}` }),
  'number_groups.create': ({ number_groups }) => number_groups.create({ name: 'same' }),
  'number_groups.add_membership': async ({ number_groups, phone_numbers }) => {
    const { id } = await number_groups.create({ name: 'same' });
    const [number] = (await phone_numbers.list({ filter_number: FROM })).data;
    return number_groups.add_membership(id, { phone_number_id: number?.id as string });
  },
  'verified_callers.create': ({ verified_callers }, i) => verified_callers.create({ number: elsewhere(i) }),
  'imported_numbers.create': ({ imported_numbers }, i) =>
    imported_numbers.create({ number: elsewhere(i), number_type: 'longcode' }),
  'mfa.sms': ({ mfa }) => mfa.sms({ to: '+13125550100' }),
  'registry.brands.create': ({ registry }, i) =>
    registry.brands.create({ name: `brand ${i}`, csp_self_registered: true, csp_brand_reference: 'B1' } as never),
  'registry.brands.create_campaign': ({ registry }, _, { brand }) =>
    registry.brands.create_campaign(brand, campaignContent as never),
  'registry.campaigns.create_order': ({ registry }, _, { campaign }) =>
    registry.campaigns.create_order(campaign, { phone_numbers: [FROM] }),
  'datasphere.documents.create': ({ datasphere }) => datasphere.documents.create({ url: URL }),
  'video.rooms.create': ({ video }, i) => video.rooms.create({ name: `r${i}` }),
  'video.rooms.create_stream': ({ video }, i, { room }) =>
    video.rooms.create_stream(room, { url: `rtmp://example.com/${i}` }),
  'video.conferences.create': ({ video }, i) => video.conferences.create({ display_name: `c${i}` }),
  'video.conferences.create_stream': ({ video }, i, { conference }) =>
    video.conferences.create_stream(conference, { url: `rtmp://example.com/${i}` }),
  'project.tokens.create': ({ project }) => project.tokens.create({ name: 'same', permissions: ['calling'] }),
  'calling.dial': ({ calling }) => calling.dial({ from: FROM, to: '+13125550100', url: URL } as never),
  'compat.accounts.create': ({ compat }) => compat.accounts.create({ FriendlyName: 'same' }),
  'compat.calls.create': ({ compat }) =>
    compat.calls.create({ From: FROM, To: '+13125550100', Url: URL, StatusCallback: URL } as never),
  'compat.messages.create': ({ compat }) =>
    compat.messages.create({ From: FROM, To: '+13125550100', Body: 'Hello', StatusCallback: URL } as never),
  'compat.faxes.create': ({ compat }) => compat.faxes.create({ From: FROM, To: '+13125550100', MediaUrl: URL }),
  'compat.applications.create': ({ compat }) => compat.applications.create({ FriendlyName: 'same' }),
  'compat.laml_bins.create': ({ compat }) => compat.laml_bins.create({ Name: 'same' }),
  'compat.queues.create': ({ compat }, i) => compat.queues.create({ FriendlyName: `q${i}` }),
  'compat.tokens.create': ({ compat }) => compat.tokens.create({ name: 'same', permissions: ['calling'] }),
  'beyond.fabric.sip_addresses.create': ({ beyond }, i, { subscriber }) =>
    beyond.fabric.sip_addresses.create({ name: `s${i}`, calling_handler_resource_id: subscriber } as never),
  'beyond.messages.create': ({ beyond }) =>
    beyond.messages.create({ from: FROM, to: '+13125550100', body: 'Hello' } as never),
  'beyond.projects.create': ({ beyond }) => beyond.projects.create({ name: 'same' }),
  'beyond.domain_applications.create': ({ beyond }, i) =>
    beyond.domain_applications.create({ name: 'same', identifier: `d${i}` } as never),
  'beyond.legacy_sip_endpoints.create': ({ beyond }, i) =>
    beyond.legacy_sip_endpoints.create({ username: `l${i}`, password: 'correct horse' } as never),
};

/** They create nothing that is stored, or a kind of item of which a project has few. */
const OTHERS = new Set([
  'beyond.whatsapp.templates.create',
  'chat.create_token',
  'fabric.tokens.create_embed_token',
  'fabric.tokens.create_guest_token',
  'fabric.tokens.create_invite_token',
  'pubsub.create_token',
  'video.room_tokens.create',
]);

let visits = 0;
const { prototype } = Collection;
const original = { get: prototype.get, withKey: prototype.withKey, newest: prototype.newest };
const iterate = prototype[Symbol.iterator];

beforeAll(() => {
  prototype.get = function (id) {
    visits++;
    return original.get.call(this, id);
  };
  prototype.withKey = function (keyOf, key) {
    const items = original.withKey.call(this, keyOf, key);
    visits += items.length;
    return items;
  };
  prototype.newest = function* (before) {
    for (const entry of original.newest.call(this, before)) {
      visits++;
      yield entry;
    }
  };
  prototype[Symbol.iterator] = function* () {
    for (const item of iterate.call(this)) {
      visits++;
      yield item;
    }
  };
});

afterAll(() => {
  Object.assign(prototype, original);
  prototype[Symbol.iterator] = iterate;
});

it('has a maker for every family', () => {
  const creates = [...walkRows(operations)].map(([name]) => name).filter((name) => /\.create(_|$)/.test(name));
  expect(creates.filter((name) => !(name in MAKERS) && !OTHERS.has(name))).toEqual([]);
});

/** One family of each namespace in every run. */
const makers = sampled(
  Object.entries(MAKERS),
  firstOfItsKind(([name]) => name.split('.')[0]),
  5,
);

it.each(makers)('%s looks at as few items for the last as for the first', async (_, make) => {
  const sandbox = createSandbox();
  const client = sandbox.client();
  const [brand] = (await client.registry.brands.list()).data;
  const [campaign] = (await client.registry.brands.list_campaigns(brand?.id as string)).data;
  const ids = {
    subscriber: (await client.fabric.subscribers.create({ email: 'first@example.com' })).id,
    brand: brand?.id as string,
    campaign: campaign?.id as string,
    room: (await client.video.rooms.create({ name: 'first' })).id,
    conference: (await client.video.conferences.create({ display_name: 'first' })).id,
  };
  const costs: number[] = [];
  for (let i = 0; i < 400; i++) {
    const before = visits;
    await make(client, i, ids);
    costs.push(visits - before);
  }
  // The first ones do not yet run the events of earlier ones.
  const early = Math.max(...costs.slice(80, 110));
  expect(Math.max(...costs.slice(370))).toBeLessThanOrEqual(2 * early);
});
