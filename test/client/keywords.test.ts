import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RestClient } from '../../src/client/index.js';
import { receiver } from '../support/loopback.js';

let server: Awaited<ReturnType<typeof receiver>>;
let client: RestClient;
beforeAll(async () => {
  server = await receiver(() => ({ body: '{}' }));
  client = new RestClient({ project: 'prj', token: 'tok-en', host: server.url, retries: 0 });
});
beforeEach(() => {
  server.received.length = 0;
});
afterAll(() => server.close());

describe('a keyword with the value null', () => {
  it.each<[string, () => PromiseLike<unknown>, string]>([
    [
      'in a binding',
      () => client.phone_numbers.set_cxml_webhook('n', 'https://a', { fallback_url: null, status_callback_url: null }),
      '{"call_handler":"laml_webhooks","call_request_url":"https://a"}',
    ],
    [
      'in the version of a call flow',
      () => client.phone_numbers.set_call_flow('n', 'f', { version: null }),
      '{"call_handler":"call_flow","call_flow_id":"f"}',
    ],
    ['in a command', () => client.calling.end('c', { reason: null }), '{"command":"calling.end","id":"c","params":{}}'],
    [
      'in a variant',
      () => client.fabric.swml_scripts.create({ name: 's', contents: {}, script_type: null }),
      '{"name":"s","contents":{}}',
    ],
    [
      'in the compatible API',
      () => client.compat.calls.create({ To: '+1', From: '+2', Url: null }),
      'To=%2B1&From=%2B2',
    ],
    [
      'that no row declares, in a form',
      // @ts-expect-error: the description has no such field.
      () => client.compat.queues.create({ FriendlyName: 'q', Own: null }),
      'FriendlyName=q',
    ],
  ])('%s is omitted', async (_where, call, body) => {
    await call();
    expect(server.received.map((one) => one.body)).toEqual([body]);
  });

  it('is omitted from a query', async () => {
    await client.phone_numbers.list({ filter_name: null, page_size: 2 });
    // @ts-expect-error: the description has no such field.
    await client.queues.list({ own: null });
    expect(server.received.map(({ target }) => target)).toEqual([
      '/api/relay/rest/phone_numbers?page_size=2',
      '/api/relay/rest/queues',
    ]);
  });

  it('is sent in a field whose type has null, and in a field that no row declares', async () => {
    const { sip_endpoints } = client.fabric;
    // @ts-expect-error: the description has no such field.
    await sip_endpoints.update('e', { calling_handler_resource_id: null, caller_id: null, own: null });
    expect(server.received[0]?.body).toBe('{"calling_handler_resource_id":null,"own":null}');
  });

  it('is not a value for a required field', async () => {
    await expect(client.phone_numbers.purchase({ number: null as never })).rejects.toThrow('number is required');
    expect(server.received).toEqual([]);
  });

  it('is sent without validation', async () => {
    await client.with({ check: false }).queues.update('q', { name: null });
    expect(server.received[0]?.body).toBe('{"name":null}');
  });
});

describe('a helper that binds a number', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    [
      'the handler',
      () =>
        client.phone_numbers.set_ai_agent('n', 'a', {
          // @ts-expect-error: the field is set by the operation.
          call_handler: 'relay_script',
          call_relay_script_url: 'https://a',
        }),
      'call_handler is "ai_agent" in this call; remove the field or give it that value',
    ],
    [
      'the field of the argument',
      // @ts-expect-error: the field is set by the operation.
      () => client.phone_numbers.set_ai_agent('n', 'a', { call_ai_agent_id: 'b' }),
      'call_ai_agent_id is "a" in this call',
    ],
    [
      'the field of a keyword',
      () =>
        client.phone_numbers.set_cxml_webhook('n', 'https://a', {
          fallback_url: 'https://b',
          call_fallback_url: 'https://c',
        }),
      'call_fallback_url is "https://b" in this call',
    ],
  ])('refuses another value for %s', async (_what, call, says) => {
    await expect(call()).rejects.toThrow(new RegExp(`^phone_numbers\\.set_.*${says}`));
    expect(server.received).toEqual([]);
  });

  it('accepts its own values again, and passes other fields on', async () => {
    const repeated = { call_handler: 'ai_agent', call_ai_agent_id: 'a', name: 'Front desk' };
    await client.phone_numbers.set_ai_agent('n', 'a', repeated);
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual(repeated);
  });
});
