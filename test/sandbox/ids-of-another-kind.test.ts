import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RestClient } from '../../src/client/index.js';
import type { Transport, WireRequest } from '../../src/http/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { operationOf } from './support/checked.js';
import type { Walk } from './walks/walk.js';

const walks = readdirSync(new URL('walks/', import.meta.url))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => name !== 'walk');

/** Fields that look like the id of a resource, and are not one of a kind that the sandbox has. */
const FREE = [
  /^(?:account|caller|control|member|user|client|external|callback)_?(?:id|sid)$/i,
  // The project of the client, the id that the client chooses, and a context of addresses.
  /^(?:id|context_id|project_id)$/,
  // The campaign and the customer in another system.
  /^(?:csp_|reference_|cnp_)/,
];
const isReference = (name: string, value: unknown) =>
  /(?:_id|Sid)$/.test(name) && typeof value === 'string' && value !== '' && !FREE.some((one) => one.test(name));

/** The fields of a JSON or form body that have ids, and the request with another id in one of them. */
function withOtherIds(request: WireRequest, other: string): (readonly [field: string, WireRequest])[] {
  const text = request.body === undefined ? '' : Buffer.from(request.body as string).toString('utf8');
  if (text === '') return [];
  if (request.headers['content-type']?.includes('json')) {
    const fields = JSON.parse(text) as Record<string, unknown>;
    const isObject = typeof fields === 'object' && !Array.isArray(fields);
    return Object.entries(isObject ? fields : {}).flatMap(([name, value]) =>
      isReference(name, value) ? [[name, { ...request, body: JSON.stringify({ ...fields, [name]: other }) }]] : [],
    );
  }
  return [...new URLSearchParams(text)].flatMap(([name, value]) => {
    if (!isReference(name, value)) return [];
    const fields = new URLSearchParams(text);
    fields.set(name, other);
    return [[name, { ...request, body: fields.toString() }]];
  });
}

it.each(walks)('no operation of %s accepts the id of a queue or a number as that of another kind', async (name) => {
  const { [name]: walk } = (await import(`./walks/${name}.ts`)) as Record<string, Walk>;
  const sandbox = createSandbox();
  const accepted: string[] = [];
  const transport: Transport = {
    async send(request) {
      const start = sandbox.snapshot();
      const { collections } = start as { collections: Record<string, { items: [number, { id: string }][] }> };
      for (const [kind, of] of [
        ['queues', 'queue'],
        ['numbers', 'number'],
      ] as const) {
        const other = collections[kind]?.items[0]?.[1].id;
        for (const [field, changed] of other === undefined ? [] : withOtherIds(request, other)) {
          // The route of a phone number has the id of the number.
          if (field.includes(of) || (of === 'number' && field === 'phone_route_id')) continue;
          const { status } = await sandbox.transport.send(changed);
          if (status < 400) accepted.push(`${operationOf(request)}: ${field} is the id of a ${of}`);
          sandbox.restore(start);
        }
      }
      return sandbox.transport.send(request);
    },
  };
  await (walk as Walk)(new RestClient({ ...sandbox.credentials, transport }), sandbox);
  expect([...new Set(accepted)]).toEqual([]);
});

/** Each setting that names a resource, and the collections of the sandbox whose ids it accepts. */
const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  call_ai_agent_id: ['resources ai_agent'],
  call_dialogflow_agent_id: ['resources dialogflow_agent'],
  call_flow_id: ['resources call_flow'],
  call_laml_application_id: ['resources cxml_application'],
  call_relay_connector_id: ['resources freeswitch_connector'],
  call_sip_endpoint_id: ['resources sip_endpoint'],
  call_video_room_id: ['resources video_room', 'video_rooms'],
  message_laml_application_id: ['resources cxml_application'],
};

describe('a setting of a phone number', () => {
  it.each(Object.entries(SETTINGS))('%s is refused with the id of another kind', async (field, own) => {
    const sandbox = createSandbox();
    const client = sandbox.client();
    const { id } = (await client.phone_numbers.list()).data[0] as { id: string };
    const start = sandbox.snapshot();
    const { collections } = start as { collections: Record<string, { items: [number, { id: string }][] }> };
    const right = own.flatMap((name) => collections[name]?.items.map(([, one]) => one.id) ?? []);
    const kinds = Object.entries(collections).flatMap(([name, { items }]) => {
      const found = items.find(([, one]) => /^[0-9a-f-]{36}$/.test(one.id) && !right.includes(one.id))?.[1].id;
      return found === undefined ? [] : [[name, found] as const];
    });
    expect(kinds.length).toBeGreaterThan(8);
    for (const [name, value] of kinds) {
      const result = await client.phone_numbers.update(id, { [field]: value }).then(
        () => 'accepted',
        (error: unknown) => error,
      );
      sandbox.restore(start);
      // The form of an error below /api/relay/rest: status and code are the same text.
      const message = expect.stringContaining(`${field} must belong to the project`);
      expect([name, result]).toMatchObject([name, { status: 422, errors: [{ code: '422', message }] }]);
    }
  });
});

it('the application of a token or a message is refused with the id of a queue', async () => {
  const client = createSandbox().client();
  const { id } = await client.queues.create({ name: 'kinds' });
  const { data } = await client.phone_numbers.list();
  const refusal = { status: 422, errors: [{ code: 'must_belong_to_project', attribute: 'application_id' }] };
  await expect(
    client.fabric.tokens.create_subscriber_token({ reference: 'r', application_id: id }),
  ).rejects.toMatchObject(refusal);
  const message = { From: String(data[0]?.number), To: '+12065550123', Body: 'hi', ApplicationSid: id };
  await expect(client.compat.messages.create(message)).rejects.toMatchObject({ status: 422 });
});

it('accepts the id of the right kind, and an id that the project does not have', async () => {
  const client = createSandbox().client();
  const [number] = (await client.phone_numbers.list()).data;
  const flow = await client.fabric.call_flows.create({ title: 'Flow' });
  for (const id of [flow.id, '00000000-0000-4000-8000-000000000009'])
    await client.phone_numbers.update(String(number?.id), { call_handler: 'call_flow', call_flow_id: id });
});
