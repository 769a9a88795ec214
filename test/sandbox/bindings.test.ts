import { describe, expect, it } from 'vitest';
import { operations, type RestClient } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { refused } from './walks/walk.js';

const AGENT = '0d2d8a4c-6c1e-4f6e-9d2b-3f4a5b6c7d8e';
const FLOW = '5f1c2b3a-4d5e-4f60-8a7b-9c0d1e2f3a4b';

/** A client of an empty project with one number. */
async function withNumber() {
  const client = createSandbox({ empty: true }).client();
  const { id } = await client.phone_numbers.purchase({ number: '+12065550107' });
  return { ...client, client, id };
}

const applicationOf = async ({ compat }: RestClient) =>
  (await compat.applications.create({ FriendlyName: 'Menu', VoiceUrl: 'https://example.com/menu.xml' })).sid;

type Bind = (client: RestClient, id: string) => PromiseLike<{ calling_handler_resource_id: string | null }>;

/** Each helper, and what the platform makes of it. */
const HELPERS: readonly (readonly [helper: string, bind: Bind, made: object | null])[] = [
  [
    'set_swml_webhook',
    ({ phone_numbers }, id) => phone_numbers.set_swml_webhook(id, 'https://example.com/a.json'),
    {
      type: 'swml_webhook',
      swml_webhook: {
        primary_request_url: 'https://example.com/a.json',
        used_for: 'calling',
        primary_request_method: 'POST',
      },
    },
  ],
  [
    'set_cxml_webhook',
    ({ phone_numbers }, id) =>
      phone_numbers.set_cxml_webhook(id, 'https://example.com/a.xml', {
        fallback_url: 'https://example.com/b.xml',
        status_callback_url: 'https://example.com/status',
        call_request_method: 'GET',
      }),
    {
      type: 'cxml_webhook',
      cxml_webhook: {
        primary_request_url: 'https://example.com/a.xml',
        primary_request_method: 'GET',
        fallback_request_url: 'https://example.com/b.xml',
        status_callback_url: 'https://example.com/status',
      },
    },
  ],
  [
    'set_cxml_application',
    async (client, id) => client.phone_numbers.set_cxml_application(id, await applicationOf(client)),
    {
      type: 'cxml_application',
      cxml_application: { friendly_name: 'Menu', voice_url: 'https://example.com/menu.xml' },
    },
  ],
  [
    'set_ai_agent',
    ({ phone_numbers }, id) => phone_numbers.set_ai_agent(id, AGENT),
    { id: AGENT, type: 'ai_agent', ai_agent: { agent_id: AGENT } },
  ],
  [
    'set_call_flow',
    ({ phone_numbers }, id) => phone_numbers.set_call_flow(id, FLOW, { version: 'working_copy' }),
    { id: FLOW, type: 'call_flow', call_flow: { id: FLOW, document_version: 1 } },
  ],
  [
    'set_relay_application',
    ({ phone_numbers }, id) => phone_numbers.set_relay_application(id, 'orders'),
    { type: 'relay_application', display_name: 'orders', relay_application: { name: 'orders' } },
  ],
  ['set_relay_topic', ({ phone_numbers }, id) => phone_numbers.set_relay_topic(id, 'sales'), null],
];

describe('a binding', () => {
  it.each(HELPERS)('by %s creates its resource once and returns its id', async (_helper, bind, made) => {
    const { client, id } = await withNumber();
    const before = (await client.fabric.resources.list()).data.length;
    const { calling_handler_resource_id: first } = await bind(client, id);
    const { data } = await client.fabric.resources.list();
    if (made === null) {
      expect(first).toBeNull();
      expect(data).toHaveLength(before);
      return;
    }
    expect(data).toHaveLength(before + 1);
    expect(await client.fabric.resources.get(first as string)).toMatchObject(made);
    expect((await client.fabric.addresses.list()).data).toHaveLength(before + 1);
  });

  it('is tested for every helper', () => {
    const helpers = Object.keys(operations.phone_numbers).filter((name) => name.startsWith('set_'));
    expect(HELPERS.map(([name]) => name)).toEqual(helpers);
  });

  it.each(HELPERS.filter(([helper]) => !['set_relay_topic', 'set_cxml_application'].includes(helper)))(
    'by %s leads a second number to the same resource',
    async (_helper, bind) => {
      const { client, id } = await withNumber();
      const other = await client.phone_numbers.purchase({ number: '+12065550108' });
      const first = await bind(client, id);
      expect(await bind(client, other.id)).toMatchObject({
        calling_handler_resource_id: first.calling_handler_resource_id,
      });
    },
  );

  it('reuses a webhook that a request created', async () => {
    const { client, id } = await withNumber();
    const orphan = await client.fabric.swml_webhooks.create({ primary_request_url: 'https://example.com/a.json' });
    const bound = await client.phone_numbers.set_swml_webhook(id, 'https://example.com/a.json');
    expect(bound.calling_handler_resource_id).toBe(orphan.id);
  });

  it('finds an agent by the id of its resource and by its agent_id', async () => {
    const { client, id } = await withNumber();
    const agent = await client.fabric.ai_agents.create({ name: 'Helper', prompt: { text: 'Help.' }, agent_id: AGENT });
    expect(agent.id).not.toBe(AGENT);
    for (const either of [agent.id, AGENT])
      expect((await client.phone_numbers.set_ai_agent(id, either)).calling_handler_resource_id).toBe(agent.id);
    expect((await client.fabric.ai_agents.list()).data).toHaveLength(1);
  });

  it('requires an existing application and otherwise changes nothing', async () => {
    const { client, id } = await withNumber();
    const before = await client.phone_numbers.get(id);
    const error = await refused(client.phone_numbers.set_cxml_application(id, AGENT), 422);
    expect(error.message).toContain('compat.applications.create');
    expect(await client.phone_numbers.get(id)).toEqual(before);
  });

  it('creates nothing if one of two handlers is refused', async () => {
    const { client, id } = await withNumber();
    const halves = {
      call_handler: 'relay_script' as const,
      call_relay_script_url: 'https://example.com/a.json',
      message_handler: 'laml_application' as const,
      message_laml_application_id: AGENT,
    };
    await refused(client.phone_numbers.update(id, halves), 422);
    expect((await client.fabric.resources.list()).data).toEqual([]);
  });

  it('works in the same way for messages', async () => {
    const { client, id } = await withNumber();
    const url = 'https://example.com/a.xml';
    const bound = await client.phone_numbers.update(id, {
      call_handler: 'laml_webhooks',
      call_request_url: url,
      message_handler: 'laml_webhooks',
      message_request_url: url,
    });
    expect(bound.messaging_handler_resource_id).not.toBe(bound.calling_handler_resource_id);
    const twin = await client.fabric.cxml_webhooks.get(bound.messaging_handler_resource_id as string);
    expect(twin.cxml_webhook).toMatchObject({ primary_request_url: url, used_for: 'messaging' });
  });
});

describe('a changed binding', () => {
  it.each([
    'relay_sip_endpoint',
    'relay_verto_endpoint',
    'video_room',
    'dialogflow',
    'relay_connector',
    'relay_context',
  ])('with %s creates no resource', async (call_handler) => {
    const { client, id } = await withNumber();
    const unchecked = client.with({ check: false }).phone_numbers;
    await refused(unchecked.update(id, { call_handler } as never), 422);
    const companions = {
      relay_sip_endpoint: { call_sip_endpoint_id: AGENT },
      relay_verto_endpoint: { call_verto_resource: 'desk' },
      video_room: { call_video_room_id: AGENT },
      dialogflow: { call_dialogflow_agent_id: AGENT },
      relay_connector: { call_relay_connector_id: AGENT },
      relay_context: { call_relay_context: 'office' },
    }[call_handler];
    const bound = await unchecked.update(id, { call_handler, ...companions } as never);
    expect(bound).toMatchObject({ call_handler, ...companions, calling_handler_resource_id: null });
    expect((await client.fabric.resources.list()).data).toEqual([]);
  });

  it('changes with a new URL without a new handler', async () => {
    const { client, id } = await withNumber();
    const first = await client.phone_numbers.set_swml_webhook(id, 'https://example.com/a.json');
    const second = await client.phone_numbers.update(id, { call_relay_script_url: 'https://example.com/b.json' });
    expect(second.calling_handler_resource_id).not.toBe(first.calling_handler_resource_id);
    const webhook = await client.fabric.swml_webhooks.get(second.calling_handler_resource_id as string);
    expect(webhook.swml_webhook.primary_request_url).toBe('https://example.com/b.json');
  });

  it('shows in the number when the webhook or the application changes', async () => {
    const { client, id } = await withNumber();
    const { calling_handler_resource_id: webhook } = await client.phone_numbers.set_cxml_webhook(
      id,
      'https://example.com/a.xml',
    );
    const primary_request_url = 'https://example.com/b.xml';
    await client.fabric.cxml_webhooks.update(webhook as string, { primary_request_url });
    expect(await client.phone_numbers.get(id)).toMatchObject({ call_request_url: primary_request_url });
    const { calling_handler_resource_id: application } = await client.phone_numbers.set_relay_application(id, 'orders');
    await client.fabric.relay_applications.update(application as string, { name: 'sales' });
    expect(await client.phone_numbers.get(id)).toMatchObject({ call_relay_application: 'sales' });
  });

  it('prevents the deletion of its resource until the number is released', async () => {
    const { client, id } = await withNumber();
    const { calling_handler_resource_id } = await client.phone_numbers.set_swml_webhook(
      id,
      'https://example.com/a.json',
    );
    const webhook = calling_handler_resource_id as string;
    expect(await refused(client.fabric.resources.delete(webhook), 422)).toMatchObject({
      code: 'resource_assigned_as_handler',
      message: expect.stringContaining('+12065550107'),
    });
    await client.phone_numbers.release(id);
    await client.fabric.swml_webhooks.delete(webhook);
    await refused(client.fabric.resources.get(webhook), 404);
  });
});

describe('assign_phone_route', () => {
  it('refuses webhooks and agents, and names the method to use', async () => {
    const { client, id } = await withNumber();
    const targets = [
      await client.fabric.swml_webhooks.create({ primary_request_url: 'https://example.com/a.json' }),
      await client.fabric.cxml_webhooks.create({ primary_request_url: 'https://example.com/a.xml' }),
      await client.fabric.ai_agents.create({ name: 'Helper', prompt: { text: 'Help.' } }),
    ];
    for (const target of targets) {
      const route = { phone_route_id: id, handler: 'calling' as const };
      const { message } = await refused(client.fabric.resources.assign_phone_route(target.id, route), 422);
      expect(message).toContain('phone_numbers.set_*');
    }
    expect(await client.phone_numbers.get(id)).toMatchObject({ call_handler: null, calling_handler_resource_id: null });
  });

  it('assigns a script and returns its address', async () => {
    const { client, id } = await withNumber();
    const script = await client.fabric.cxml_scripts.create({ display_name: 'Hold on', contents: '<Response/>' });
    const route = { phone_route_id: id, handler: 'calling' as const };
    const address = await client.fabric.resources.assign_phone_route(script.id, route);
    expect(address).toMatchObject({ name: 'hold-on', channels: { audio: '/public/hold-on?channel=audio' } });
    expect(await client.fabric.addresses.get(address.id)).toEqual(address);
    expect(await client.phone_numbers.get(id)).toMatchObject({
      call_handler: 'laml_webhooks',
      call_request_url: script.cxml_script.request_url,
      calling_handler_resource_id: script.id,
    });
    const strange = { phone_route_id: AGENT, handler: 'calling' as const };
    expect(await refused(client.fabric.resources.assign_phone_route(script.id, strange), 422)).toMatchObject({
      code: 'must_belong_to_project',
    });
  });
});

describe('ring', () => {
  it('runs the document of a script, and the script counts the request', async () => {
    const sandbox = createSandbox();
    const { compat, phone_numbers } = sandbox.client();
    const bin = await compat.laml_bins.create({ Name: 'Bye', Contents: '<Response><Hangup/></Response>' });
    const [number] = (await phone_numbers.list()).data;
    await phone_numbers.set_cxml_webhook(number?.id as string, bin.request_url);
    const rung = await sandbox.ring(number?.number as string);
    expect(rung).toMatchObject({ problems: [], steps: [{ verb: 'Hangup' }] });
    expect(await compat.laml_bins.get(bin.sid)).toMatchObject({
      num_requests: 1,
      date_last_accessed: expect.any(String),
    });
  });

  it('runs the document of a cXML script that is requested with GET, with the parameters of the call', async () => {
    const sandbox = createSandbox();
    const { compat, phone_numbers } = sandbox.client();
    const Contents = '<Response><Say>Hello {{From}}</Say></Response>';
    const bin = await compat.laml_bins.create({ Name: 'Hello', Contents });
    const [number] = (await phone_numbers.list()).data;
    await phone_numbers.set_cxml_webhook(number?.id as string, bin.request_url);
    await phone_numbers.update(number?.id as string, { call_request_method: 'GET' });
    const rung = await sandbox.ring(number?.number as string, { from: '+15035550199' });
    expect(rung).toMatchObject({ problems: [], steps: [{ says: 'says "Hello +15035550199"' }] });
  });

  it('runs the deployed version of a call flow, or the working copy', async () => {
    const sandbox = createSandbox({ empty: true });
    const { fabric, phone_numbers } = sandbox.client();
    const { id, number } = await phone_numbers.purchase({ number: '+12065550107' });
    const flow = await fabric.call_flows.create({ title: 'Nights' });
    await phone_numbers.set_call_flow(id, flow.id);
    expect((await sandbox.ring(number)).problems).toEqual([expect.stringContaining('deploy_version')]);
    await fabric.call_flows.deploy_version(flow.id, { document_version: 1 });
    const relayml = { version: '1.0.0', sections: { main: ['hangup'] } };
    await fabric.call_flows.update(flow.id, { flow_data: {}, relayml, document_version: 2 });
    expect((await sandbox.ring(number)).steps.map(({ verb }) => verb)).toEqual(['answer']);
    await phone_numbers.set_call_flow(id, flow.id, { version: 'working_copy' });
    expect((await sandbox.ring(number)).steps.map(({ verb }) => verb)).toEqual(['hangup']);
  });
});
