import { describe, expect, expectTypeOf, it } from 'vitest';
import { PhoneCallHandler, RestClient } from '../../src/client/index.js';

const client = new RestClient({ project: 'p', token: 'tttt', host: 'space.example' });
const { phone_numbers } = client.dry;

describe.each([
  ['RELAY_SCRIPT', 'relay_script', 'call_relay_script_url'],
  ['LAML_WEBHOOKS', 'laml_webhooks', 'call_request_url'],
  ['LAML_APPLICATION', 'laml_application', 'call_laml_application_id'],
  ['AI_AGENT', 'ai_agent', 'call_ai_agent_id'],
  ['CALL_FLOW', 'call_flow', 'call_flow_id'],
  ['RELAY_APPLICATION', 'relay_application', 'call_relay_application'],
  ['RELAY_TOPIC', 'relay_topic', 'call_relay_topic'],
  ['RELAY_CONTEXT', 'relay_context', 'call_relay_context'],
  ['RELAY_CONNECTOR', 'relay_connector', 'call_relay_connector_id'],
  ['VIDEO_ROOM', 'video_room', 'call_video_room_id'],
  ['DIALOGFLOW', 'dialogflow', 'call_dialogflow_agent_id'],
] as const)('the handler %s', (member, value, companion) => {
  it(`is ${value} on the wire`, () => {
    expect(PhoneCallHandler[member]).toBe(value);
    const { body } = phone_numbers.update('n', { call_handler: PhoneCallHandler[member], [companion]: 'x' });
    expect(JSON.stringify(body)).toBe(JSON.stringify({ call_handler: value, [companion]: 'x' }));
  });

  it(`requires ${companion}`, () => {
    expect(() => phone_numbers.update('n', { call_handler: value })).toThrow(
      `${companion} is required when call_handler is ${value}`,
    );
  });
});

it('types each handler as its string', () => {
  expectTypeOf(PhoneCallHandler.RELAY_SCRIPT).toEqualTypeOf<'relay_script'>();
  expectTypeOf<PhoneCallHandler>().toExtend<string>();
});

const HELPERS = [
  ['set_swml_webhook', 'https://a.example', 'relay_script', 'call_relay_script_url'],
  ['set_cxml_webhook', 'https://a.example', 'laml_webhooks', 'call_request_url'],
  ['set_cxml_application', 'app-1', 'laml_application', 'call_laml_application_id'],
  ['set_ai_agent', 'agent-1', 'ai_agent', 'call_ai_agent_id'],
  ['set_call_flow', 'flow-1', 'call_flow', 'call_flow_id'],
  ['set_relay_application', 'orders', 'relay_application', 'call_relay_application'],
  ['set_relay_topic', 'sales', 'relay_topic', 'call_relay_topic'],
] as const;

describe.each(HELPERS)('%s', (helper, argument, call_handler, companion) => {
  it(`sends ${call_handler} with its argument as ${companion}`, () => {
    const { method, url, body } = phone_numbers[helper]('n', argument);
    expect([method, url]).toEqual(['PUT', 'https://space.example/api/relay/rest/phone_numbers/n']);
    expect(body).toEqual({ call_handler, [companion]: argument });
  });

  it('passes extra fields through', () => {
    // @ts-expect-error: the description has no such field.
    const { body } = phone_numbers[helper]('n', argument, { name: 'Front desk', of_my_own: 1 });
    expect(body).toEqual({ call_handler, [companion]: argument, name: 'Front desk', of_my_own: 1 });
  });
});

describe('optional arguments', () => {
  it.each([
    ['set_cxml_webhook', 'fallback_url', 'call_fallback_url'],
    ['set_cxml_webhook', 'status_callback_url', 'call_status_callback_url'],
    ['set_relay_topic', 'status_callback_url', 'call_relay_topic_status_callback_url'],
  ] as const)('of %s include %s, which is %s on the wire', (helper, name, field) => {
    expect(phone_numbers[helper]('n', 'https://a.example', { [name]: 'https://b.example' }).body).toMatchObject({
      [field]: 'https://b.example',
    });
  });

  it.each(['working_copy', 'current_deployed'] as const)('of set_call_flow include the version %s', (version) => {
    expect(phone_numbers.set_call_flow('n', 'f', { version }).body).toMatchObject({ call_flow_version: version });
  });

  it('of set_call_flow refuse another version, and leave the default to the server', () => {
    expect(() => phone_numbers.set_call_flow('n', 'f', { version: 'newest' as never })).toThrow(
      'version must be one of working_copy, current_deployed',
    );
    expect(phone_numbers.set_call_flow('n', 'f').body).toEqual({ call_handler: 'call_flow', call_flow_id: 'f' });
  });
});
