import { describe, expect, it } from 'vitest';
import type { PlatformRestError } from '../../src/client/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { missing, refused } from './walks/walk.js';

const fresh = () => createSandbox({ empty: true }).client();
const code = async (call: PromiseLike<unknown>) => ((await refused(call, 422)) as PlatformRestError).code;
const line = {
  ciphers: ['AES_256_CM_HMAC_SHA1_80' as const],
  codecs: ['PCMU' as const],
  encryption: 'optional' as const,
};
const endpoint = {
  caller_id: '',
  send_as: '',
  call_handler: 'default',
  calling_handler_resource_id: null,
  ...line,
} as const;
const document = { version: '1.0.0', sections: { main: ['hangup'] } };

describe('resources', () => {
  it('look the same in their own list and in the list of all resources, newest first', async () => {
    const client = fresh();
    const { fabric } = client;
    const webhook = await fabric.swml_webhooks.create({ primary_request_url: 'https://example.com/a.json' });
    const room = await fabric.conference_rooms.create({ name: 'standup', enable_room_previews: true });
    const gateway = await fabric.sip_gateways.create({ name: 'Trunk', uri: 'sip:trunk.example.com', ...line });
    const all: unknown[] = [];
    for await (const resource of fabric.resources.list({ page_size: 2 })) all.push(resource);
    expect(all).toEqual([gateway, room, webhook]);
    expect((await fabric.sip_gateways.list()).data).toEqual([gateway]);
    expect(await fabric.resources.get(room.id)).toEqual(room);
    expect((await client.with({ extra: { type: 'swml_webhook' } }).fabric.resources.list()).data).toEqual([webhook]);
  });

  it('keep the fields that an update omits', async () => {
    const { fabric } = fresh();
    const { id } = await fabric.cxml_webhooks.create({
      primary_request_url: 'https://example.com/a.xml',
      name: 'Menu',
      status_callback_url: 'https://example.com/status',
    });
    const changed = await fabric.cxml_webhooks.update(id, { primary_request_method: 'GET', status_callback_url: '' });
    expect(changed).toMatchObject({
      display_name: 'Menu',
      cxml_webhook: {
        primary_request_url: 'https://example.com/a.xml',
        primary_request_method: 'GET',
        status_callback_url: null,
      },
    });
    expect(await fabric.cxml_webhooks.get(id)).toEqual(changed);
  });

  it('of one type are not found under another type', async () => {
    const { fabric } = fresh();
    const { id } = await fabric.swml_webhooks.create({ primary_request_url: 'https://example.com/a.json' });
    await missing(fabric.cxml_webhooks.get(id));
    await missing(fabric.ai_agents.delete(id));
    await fabric.swml_webhooks.get(id);
  });

  it('store only declared fields and return no secrets', async () => {
    const sandbox = createSandbox({ empty: true });
    const { fabric } = sandbox.client();
    const made = await fabric.subscribers.create({
      email: 'ada@example.com',
      password: 'correct horse',
      // @ts-expect-error: the description has no such field.
      own: 'mine',
      path: '/public/admin',
    });
    expect(JSON.stringify(made)).not.toMatch(/correct horse|admin|mine/);
    await fabric.subscribers.create_sip_endpoint(made.id, { username: 'ada', password: 'correct horse' });
    await fabric.freeswitch_connectors.create({ name: 'Switch', token: 'correct horse' });
    expect(JSON.stringify(sandbox.snapshot())).not.toMatch(/public\/admin|correct horse/);
  });

  it('have names that are unique within their type', async () => {
    const { fabric } = fresh();
    const twice = async (make: () => PromiseLike<unknown>) => {
      await make();
      expect(await code(make())).toBe('value_not_unique');
    };
    await twice(() => fabric.relay_applications.create({ name: 'orders', topic: 'orders' }));
    await twice(() => fabric.subscribers.create({ email: 'ada@example.com' }));
    await twice(() => fabric.sip_endpoints.create({ ...endpoint, username: 'desk' }));
    await twice(() => fabric.conference_rooms.create({ name: 'standup', enable_room_previews: false }));
    const [ada] = (await fabric.subscribers.list()).data;
    const phone = { username: 'desk', password: 'secret' };
    expect(await code(fabric.subscribers.create_sip_endpoint(ada?.id as string, phone))).toBe('value_not_unique');
  });
});

describe('the required fields of resources', () => {
  it.each([
    [
      'a webhook without its URL',
      'missing_required_parameter',
      (c) => c.fabric.swml_webhooks.create({ primary_request_url: '' }),
    ],
    ['an invalid URL', 'http_url_required', (c) => c.fabric.swml_webhooks.create({ primary_request_url: 'ftp://x' })],
    ['half a call flow', 'missing_required_parameter', (c) => c.fabric.call_flows.create({ title: 'x', relayml: {} })],
    [
      'a room name with blanks',
      'invalid_parameter_value',
      (c) => c.fabric.conference_rooms.create({ name: 'a b', enable_room_previews: true }),
    ],
    [
      'a room that opens some day',
      'datetime_required',
      (c) => c.fabric.conference_rooms.create({ name: 'a', enable_room_previews: true, join_from: 'soon' }),
    ],
    ['an invalid email', 'invalid_parameter_value', (c) => c.fabric.subscribers.create({ email: 'ada' })],
    [
      'a handler of another project',
      'must_belong_to_project',
      (c) =>
        c.fabric.sip_endpoints.create({
          ...endpoint,
          username: 'a',
          call_handler: 'resource',
          calling_handler_resource_id: 'x',
        }),
    ],
  ] satisfies [string, string, (client: ReturnType<Sandbox['client']>) => PromiseLike<unknown>][])(
    'refuse %s with %s',
    async (_what, expected, call) => {
      const client = fresh();
      expect(await code(call(client))).toBe(expected);
      expect((await client.fabric.resources.list()).data).toEqual([]);
    },
  );
});

describe('webhooks', () => {
  it.each(['PUT', 'PATCH'])('are changed by %s', async (method) => {
    const sandbox = createSandbox({ empty: true });
    const { credentials, transport } = sandbox;
    const { fabric } = sandbox.client();
    for (const folder of ['swml_webhooks', 'cxml_webhooks'] as const) {
      const { id } = await fabric[folder].create({ primary_request_url: 'https://example.com/a' });
      const { status } = await transport.send({
        method,
        url: `https://${credentials.host}/api/fabric/resources/${folder}/${id}`,
        headers: {
          authorization: `Basic ${Buffer.from(`${credentials.project}:${credentials.token}`).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ name: 'Renamed' }),
      });
      expect(status).toBe(200);
      expect(await fabric[folder].get(id)).toMatchObject({ display_name: 'Renamed' });
    }
  });
});

describe('addresses', () => {
  it('exist for every resource, each with its own path', async () => {
    const client = fresh();
    const { fabric } = client;
    const one = await fabric.call_flows.create({ title: 'Opening hours' });
    const two = await fabric.call_flows.create({ title: 'Opening hours!' });
    const ada = await fabric.subscribers.create({ email: 'ada@example.com', first_name: 'Ada' });
    const room = await fabric.conference_rooms.create({ name: 'standup', enable_room_previews: false });
    const mail = await fabric.swml_scripts.create({ name: 'Mail', script_type: 'messaging', contents: document });
    const { data } = await fabric.addresses.list();
    expect(data.map(({ type, name, channels }) => [type, name, channels])).toEqual([
      ['app', 'mail', { messaging: '/public/mail?channel=messaging' }],
      ['room', 'standup', { video: '/public/standup?channel=video' }],
      ['subscriber', 'ada', { audio: '/private/ada?channel=audio' }],
      ['app', 'opening-hours-2', { audio: '/public/opening-hours-2?channel=audio' }],
      ['app', 'opening-hours', { audio: '/public/opening-hours?channel=audio' }],
    ]);
    const of = [mail, room, ada, two, one];
    for (const [i, { id }] of of.entries()) expect((await fabric.resources.list_addresses(id)).data).toEqual([data[i]]);
    expect(await fabric.addresses.get(data[0]?.id as string)).toEqual(data[0]);
    expect((await client.with({ extra: { type: 'room' } }).fabric.addresses.list()).data).toEqual([data[1]]);
  });

  it('are deleted with their resource, and their path is free again', async () => {
    const { fabric } = fresh();
    const { id } = await fabric.call_flows.create({ title: 'Nights' });
    const [address] = (await fabric.call_flows.list_addresses(id)).data;
    await fabric.call_flows.delete(id);
    await missing(fabric.addresses.get(address?.id as string));
    const again = await fabric.call_flows.create({ title: 'Nights' });
    expect((await fabric.call_flows.list_addresses(again.id)).data[0]).toMatchObject({ name: 'nights' });
    await missing(fabric.addresses.get('unknown'));
  });
});

describe('call flows', () => {
  it('count their versions and refuse to overwrite a concurrent change', async () => {
    const { fabric } = fresh();
    const { id } = await fabric.call_flows.create({ title: 'Nights' });
    const change = { title: 'Late', flow_data: {}, relayml: document };
    expect(await fabric.call_flows.update(id, { ...change, document_version: 2 })).toMatchObject({
      display_name: 'Late',
      call_flow: { document_version: 2, relayml: document },
    });
    const error = await refused(fabric.call_flows.update(id, { ...change, document_version: 2 }), 422);
    expect(error).toMatchObject({
      message: expect.stringContaining('must be 3'),
      errors: [{ attribute: 'document_version' }],
    });
    expect((await fabric.call_flows.update(id, { ...change, document_version: 3 })).call_flow.document_version).toBe(3);
    const { data } = await fabric.call_flows.list_versions(id);
    expect(data.map(({ version }) => version)).toEqual(['3', '2', '1']);
  });

  it('are deployed by the number or the id of one of their versions', async () => {
    const { fabric } = fresh();
    const { id } = await fabric.call_flows.create({ title: 'Nights' });
    const [version] = (await fabric.call_flows.list_versions(id)).data;
    const byNumber = await fabric.call_flows.deploy_version(id, { document_version: 1 });
    expect(byNumber).toMatchObject({ id: version?.id, document_version: 1 });
    const byId = await fabric.call_flows.deploy_version(id, { call_flow_version_id: version?.id as string });
    expect(byId).toMatchObject({ id: version?.id, document_version: 1 });
    await refused(fabric.call_flows.deploy_version(id, { document_version: 2 }), 422);
    const other = await fabric.call_flows.create({ title: 'Days' });
    const [strange] = (await fabric.call_flows.list_versions(other.id)).data;
    expect(await code(fabric.call_flows.deploy_version(id, { call_flow_version_id: strange?.id as string }))).toBe(
      'must_belong_to_project',
    );
  });
});

describe('agents', () => {
  it('keep the fields of their prompt that an update omits', async () => {
    const { fabric } = fresh();
    const { id } = await fabric.ai_agents.create({ name: 'Helper', prompt: { text: 'Help.', temperature: 0.2 } });
    const warmer = await fabric.ai_agents.update(id, { prompt: { top_p: 0.5 } });
    expect(warmer.ai_agent.prompt).toEqual({ text: 'Help.', temperature: 0.2, top_p: 0.5 });
    const pom = [{ title: 'Task', body: 'Help.' }];
    const sections = await fabric.ai_agents.update(id, { prompt: { pom } });
    expect(sections.ai_agent.prompt).toEqual({ pom, temperature: 0.2, top_p: 0.5 });
  });
});

describe('subscribers', () => {
  it('have SIP endpoints that are deleted with them', async () => {
    const { fabric } = fresh();
    const { id } = await fabric.subscribers.create({ email: 'ada@example.com' });
    const phone = await fabric.subscribers.create_sip_endpoint(id, { username: 'ada', password: 'secret' });
    expect(phone).not.toHaveProperty('password');
    const other = await fabric.subscribers.create({ email: 'grace@example.com' });
    await missing(fabric.subscribers.get_sip_endpoint(other.id, phone.id));
    expect((await fabric.subscribers.list_sip_endpoints(other.id)).data).toEqual([]);
    const renamed = await fabric.subscribers.update_sip_endpoint(id, phone.id, { username: 'byron' });
    expect((await fabric.subscribers.list_sip_endpoints(id)).data).toEqual([renamed]);
    await fabric.subscribers.delete(id);
    await missing(fabric.subscribers.list_sip_endpoints(id));
    await fabric.subscribers.create_sip_endpoint(other.id, { username: 'byron', password: 'secret' });
  });
});

describe('SIP endpoints', () => {
  it('are the same in both interfaces', async () => {
    const { fabric, beyond } = fresh();
    const { legacy_sip_endpoints: older } = beyond;
    const made = await fabric.sip_endpoints.create({ ...endpoint, username: 'desk' });
    expect(await older.get(made.id)).toEqual(made);
    const bound = await older.update(made.id, {
      call_handler: 'relay_script',
      call_relay_script_url: 'https://example.com/a.json',
    });
    const [webhook] = (await fabric.swml_webhooks.list()).data;
    expect(bound).toMatchObject({ call_handler: 'relay_script', calling_handler_resource_id: webhook?.id });
    expect(await fabric.resources.get(made.id)).toMatchObject({
      sip_endpoint: { username: 'desk', call_handler: 'resource', calling_handler_resource_id: webhook?.id },
    });
    await older.delete(made.id);
    await missing(fabric.sip_endpoints.get(made.id));
  });

  it('are handled by the assigned resource', async () => {
    const { fabric, beyond } = fresh();
    const flow = await fabric.call_flows.create({ title: 'Nights' });
    const desk = await fabric.sip_endpoints.create({ ...endpoint, username: 'desk' });
    const address = await beyond.fabric.resources.assign_sip_endpoint(flow.id, { sip_endpoint_id: desk.id });
    expect(address).toMatchObject({ name: 'desk', type: 'call' });
    expect(await fabric.sip_endpoints.get(desk.id)).toMatchObject({ calling_handler_resource_id: flow.id });
    expect(await code(fabric.call_flows.delete(flow.id))).toBe('resource_assigned_as_handler');
  });
});

describe('applications and stored documents', () => {
  it('are the same in both APIs', async () => {
    const { fabric, compat } = fresh();
    const made = await compat.applications.create({ FriendlyName: 'Menu', VoiceUrl: 'https://example.com/menu.xml' });
    const native = await fabric.cxml_applications.get(made.sid);
    expect(native).toMatchObject({ display_name: 'Menu', cxml_application: { voice_url: made.voice_url } });
    await fabric.cxml_applications.update(made.sid, { display_name: 'Main menu', sms_method: 'GET' });
    expect(await compat.applications.get(made.sid)).toMatchObject({ friendly_name: 'Main menu', sms_method: 'GET' });
    expect((await compat.applications.list({ FriendlyName: 'Menu' })).applications).toEqual([]);
    expect((await compat.applications.list({ FriendlyName: 'Main menu' })).applications).toHaveLength(1);

    const script = await fabric.cxml_scripts.create({ display_name: 'Hold', contents: '<Response/>' });
    await compat.laml_bins.update(script.id, { Name: 'Hold on', Contents: '<Response><Pause/></Response>' });
    expect(await fabric.cxml_scripts.get(script.id)).toMatchObject({
      name: 'Hold on',
      cxml_script: { contents: '<Response><Pause/></Response>' },
    });
    await compat.laml_bins.delete(script.id);
    await missing(fabric.cxml_scripts.get(script.id));
  });
});

describe('SIP addresses and domains', () => {
  it('have a resource that cannot change', async () => {
    const { fabric, beyond } = fresh();
    const { sip_addresses } = beyond.fabric;
    const flow = await fabric.call_flows.create({ title: 'Nights' });
    const made = await sip_addresses.create({ name: 'nights', calling_handler_resource_id: flow.id });
    expect(made).toMatchObject({ user: '*', context: 'public', resource_id: flow.id, codecs: ['PCMU', 'PCMA'] });
    expect(await sip_addresses.list()).toMatchObject({ data: [made], items_count: 1 });
    const again = { name: 'nights', calling_handler_resource_id: flow.id };
    expect(await code(sip_addresses.create(again))).toBe('value_not_unique');
    expect(await code(sip_addresses.create({ ...again, name: 'Not so' }))).toBe('invalid_parameter_value');
    expect(await code(sip_addresses.create({ ...again, name: 'a', calling_handler_resource_id: 'x' }))).toBe(
      'must_belong_to_project',
    );
    await refused(sip_addresses.update(made.id, { calling_handler_resource_id: made.id } as never), 422);
    expect(await code(fabric.call_flows.delete(flow.id))).toBe('resource_assigned_as_handler');
  });

  it('bind a domain application like a number', async () => {
    const { fabric, beyond } = fresh();
    const { domain_applications } = beyond;
    const made = await domain_applications.create({
      name: 'Branch',
      identifier: 'branch',
      call_handler: 'relay_script',
      call_relay_script_url: 'https://example.com/a.json',
    });
    const [webhook] = (await fabric.swml_webhooks.list()).data;
    expect(made).toMatchObject({ domain: 'branch.dapp.sandbox.invalid', calling_handler_resource_id: webhook?.id });
    await refused(domain_applications.update(made.id, { call_handler: 'ai_agent' }), 422);
    const { id } = await fabric.call_flows.create({ title: 'Nights' });
    const assigned = await fabric.resources.assign_domain_application(id, { domain_application_id: made.id });
    expect(assigned).toMatchObject({ call_handler: 'call_flow', calling_handler_resource_id: id });
    expect(await domain_applications.get(made.id)).toEqual(assigned);
    await fabric.swml_webhooks.delete(webhook?.id as string);
  });
});

describe('the sample account', () => {
  it('has resources of many types, and one without a number', async () => {
    const { fabric, phone_numbers } = createSandbox().client();
    const { data } = await fabric.resources.list();
    expect(new Set(data.map(({ type }) => type))).toEqual(
      new Set([
        'swml_webhook',
        'cxml_webhook',
        'relay_application',
        'call_flow',
        'ai_agent',
        'dialogflow_agent',
        'subscriber',
      ]),
    );
    const bound = new Set((await phone_numbers.list()).data.map((number) => number.calling_handler_resource_id));
    const orphans = (await fabric.swml_webhooks.list()).data.filter(({ id }) => !bound.has(id));
    expect(orphans.map(({ display_name }) => display_name)).toEqual(['Forgotten']);
    const [flow] = (await fabric.call_flows.list()).data;
    expect((await fabric.call_flows.list_versions(flow?.id as string)).data).toHaveLength(2);
    const [ada] = (await fabric.subscribers.list()).data;
    expect((await fabric.subscribers.list_sip_endpoints(ada?.id as string)).data).toHaveLength(1);
  });

  it('has one wrong binding: the same document as SWML and as cXML', async () => {
    const { fabric } = createSandbox().client();
    const swml = (await fabric.swml_webhooks.list()).data.map((one) => one.swml_webhook.primary_request_url);
    const cxml = (await fabric.cxml_webhooks.list()).data.map((one) => one.cxml_webhook.primary_request_url);
    expect(cxml.filter((url) => swml.includes(url))).toEqual(['https://example.com/front-desk.json']);
  });
});
