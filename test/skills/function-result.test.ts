import { describe, expect, it } from 'vitest';
import { FunctionResult } from '../../src/skills/index.js';

it('contains the response, the actions and post_process', () => {
  const result = new FunctionResult('Bye.', true).add_action('hangup', true).update_global_data({ done: true });
  expect(result.remove_global_data('open').to_dict()).toEqual({
    response: 'Bye.',
    action: [{ hangup: true }, { set_global_data: { done: true } }, { unset_global_data: 'open' }],
    post_process: true,
  });
});

it('has the response Done. by default', () => {
  expect(new FunctionResult().to_dict()).toEqual({ response: 'Done.' });
  expect(new FunctionResult().add_action('stop', true).to_dict()).toEqual({ action: [{ stop: true }] });
});

it.each([
  ['text', { response: 'text' }],
  [undefined, { response: 'Done.' }],
  [null, { response: 'Done.' }],
  [42, { response: '42' }],
  [['a'], { response: '["a"]' }],
  [{ lat: 1 }, { response: '{"lat":1}' }],
  [
    { response: 'hi', action: [{ stop: true }, 'odd'] },
    { response: 'hi', action: [{ stop: true }] },
  ],
  [{ to_dict: () => ({ response: 'from elsewhere' }) }, { response: 'from elsewhere' }],
])('converts the return value %j of a handler', (value, document) => {
  expect(FunctionResult.from(value).to_dict()).toEqual(document);
});

it('serializes to its document', () => {
  expect(JSON.stringify(new FunctionResult('hi'))).toBe('{"response":"hi"}');
});

const main = (...steps: unknown[]) => ({ version: '1.0.0', sections: { main: steps } });
const made = () => new FunctionResult('hi');

const ACTIONS: readonly (readonly [string, FunctionResult, unknown])[] = [
  ['connect', made().connect('+15550100'), { SWML: main({ connect: { to: '+15550100' } }), transfer: 'true' }],
  [
    'connect for a while',
    made().connect('sip:a@b.example', false, '+15550101'),
    { SWML: main({ connect: { to: 'sip:a@b.example', from: '+15550101' } }), transfer: 'false' },
  ],
  [
    'swml_transfer',
    made().swml_transfer('https://a.example/x', 'Back again.', false),
    {
      SWML: main({ set: { ai_response: 'Back again.' } }, { transfer: { dest: 'https://a.example/x' } }),
      transfer: 'false',
    },
  ],
  ['execute_swml of text', made().execute_swml('{"a":1}'), { SWML: { a: 1 } }],
  ['execute_swml of other text', made().execute_swml('a: 1', true), { SWML: { raw_swml: 'a: 1' }, transfer: 'true' }],
  ['execute_swml of an object', made().execute_swml({ to_dict: () => ({ b: 2 }) }), { SWML: { b: 2 } }],
  ['swml_user_event', made().swml_user_event({ a: 1 }), { SWML: main({ user_event: { event: { a: 1 } } }) }],
  ['swml_change_step', made().swml_change_step('two'), { change_step: 'two' }],
  ['swml_change_context', made().swml_change_context('sales'), { change_context: 'sales' }],
  ['set_metadata', made().set_metadata({ a: 1 }), { set_meta_data: { a: 1 } }],
  ['remove_metadata', made().remove_metadata(['a']), { unset_meta_data: ['a'] }],
  ['hangup', made().hangup(), { hangup: true }],
  ['hold', made().hold(), { hold: 300 }],
  ['hold of some seconds', made().hold(5000), { hold: 900 }],
  ['hold with a step', made().hold(60, { step: 'next' }), { hold: { timeout: 60, step: 'next' } }],
  ['wait_for_user', made().wait_for_user(), { wait_for_user: true }],
  ['wait_for_user with a time', made().wait_for_user({ timeout: 7 }), { wait_for_user: 7 }],
  ['wait_for_user no more', made().wait_for_user({ enabled: false }), { wait_for_user: false }],
  [
    'wait_for_user to answer',
    made().wait_for_user({ answer_first: true, timeout: 7 }),
    { wait_for_user: 'answer_first' },
  ],
  ['say', made().say('hello'), { say: 'hello' }],
  ['play_background_file', made().play_background_file('a.mp3'), { playback_bg: 'a.mp3' }],
  [
    'play_background_file and wait',
    made().play_background_file('a.mp3', true),
    { playback_bg: { file: 'a.mp3', wait: true } },
  ],
  ['stop_background_file', made().stop_background_file(), { stop_playback_bg: true }],
  [
    'add_dynamic_hints',
    made().add_dynamic_hints(['a', { pattern: 'b', replace: 'c' }]),
    { add_dynamic_hints: ['a', { pattern: 'b', replace: 'c' }] },
  ],
  ['clear_dynamic_hints', made().clear_dynamic_hints(), { clear_dynamic_hints: {} }],
  ['set_end_of_speech_timeout', made().set_end_of_speech_timeout(500), { end_of_speech_timeout: 500 }],
  ['set_speech_event_timeout', made().set_speech_event_timeout(900), { speech_event_timeout: 900 }],
  [
    'toggle_functions',
    made().toggle_functions([{ function: 'a', active: false }]),
    { toggle_functions: [{ function: 'a', active: false }] },
  ],
  ['enable_functions_on_timeout', made().enable_functions_on_timeout(), { functions_on_speaker_timeout: true }],
  ['enable_extensive_data', made().enable_extensive_data(false), { extensive_data: false }],
  ['replace_in_history', made().replace_in_history(), { replace_in_history: true }],
  ['update_settings', made().update_settings({ temperature: 0.2 }), { settings: { temperature: 0.2 } }],
  ['switch_context', made().switch_context('Be brief.'), { context_switch: 'Be brief.' }],
  [
    'switch_context with more',
    made().switch_context('Be brief.', { full_reset: true, consolidate: false }),
    { context_switch: { system_prompt: 'Be brief.', full_reset: true } },
  ],
  ['simulate_user_input', made().simulate_user_input('yes'), { user_input: 'yes' }],
  [
    'send_sms',
    made().send_sms('+15550100', '+15550101', { body: 'Hi', tags: ['a'] }),
    { SWML: main({ send_sms: { to_number: '+15550100', from_number: '+15550101', body: 'Hi', tags: ['a'] } }) },
  ],
  [
    'pay',
    made().pay('https://pay.example', {
      charge_amount: '9.50',
      security_code: false,
      timeout: 8,
      ai_response: 'Paid.',
      parameters: [FunctionResult.create_payment_parameter('a', 'b')],
    }),
    {
      SWML: main(
        { set: { ai_response: 'Paid.' } },
        {
          pay: {
            payment_connector_url: 'https://pay.example',
            input: 'dtmf',
            payment_method: 'credit-card',
            timeout: '8',
            max_attempts: '1',
            security_code: 'false',
            postal_code: 'true',
            min_postal_code_length: '0',
            token_type: 'reusable',
            currency: 'usd',
            language: 'en-US',
            voice: 'woman',
            valid_card_types: 'visa mastercard amex',
            charge_amount: '9.50',
            parameters: [{ name: 'a', value: 'b' }],
          },
        },
      ),
    },
  ],
  [
    'record_call',
    made().record_call({ control_id: 'r', format: 'mp3' }),
    {
      SWML: main({
        record_call: {
          stereo: false,
          format: 'mp3',
          direction: 'both',
          beep: false,
          input_sensitivity: 44,
          control_id: 'r',
        },
      }),
    },
  ],
  ['stop_record_call', made().stop_record_call('r'), { SWML: main({ stop_record_call: { control_id: 'r' } }) }],
  ['join_room', made().join_room('lobby'), { SWML: main({ join_room: { name: 'lobby' } }) }],
  ['sip_refer', made().sip_refer('sip:a@b.example'), { SWML: main({ sip_refer: { to_uri: 'sip:a@b.example' } }) }],
  ['join_conference', made().join_conference('c', { beep: 'true' }), { SWML: main({ join_conference: 'c' }) }],
  [
    'join_conference unusually',
    made().join_conference('c', { muted: true }),
    { SWML: main({ join_conference: { name: 'c', muted: true } }) },
  ],
  [
    'tap',
    made().tap('rtp://a.example:5', { codec: 'PCMA', rtp_ptime: 20 }),
    { SWML: main({ tap: { uri: 'rtp://a.example:5', direction: 'both', codec: 'PCMA' } }) },
  ],
  ['stop_tap', made().stop_tap(), { SWML: main({ stop_tap: {} }) }],
  [
    'rpc_dial',
    made().rpc_dial('+15550100', '+15550101', 'https://a.example'),
    {
      SWML: main({
        execute_rpc: {
          method: 'dial',
          params: {
            devices: { type: 'phone', params: { to_number: '+15550100', from_number: '+15550101' } },
            dest_swml: 'https://a.example',
          },
        },
      }),
    },
  ],
  [
    'rpc_ai_message',
    made().rpc_ai_message('c1', 'Hurry.'),
    {
      SWML: main({
        execute_rpc: { method: 'ai_message', call_id: 'c1', params: { role: 'system', message_text: 'Hurry.' } },
      }),
    },
  ],
  [
    'rpc_ai_global_data',
    made().rpc_ai_global_data('c1', { a: 1 }),
    { SWML: main({ execute_rpc: { method: 'ai_message', call_id: 'c1', params: { global_data: { a: 1 } } } }) },
  ],
  [
    'rpc_ai_unhold',
    made().rpc_ai_unhold('c1'),
    { SWML: main({ execute_rpc: { method: 'ai_unhold', call_id: 'c1', params: {} } }) },
  ],
];

describe('an action', () => {
  it.each(ACTIONS)('%s has the format of the platform', (_, result, action) => {
    expect(result.to_dict()).toEqual({ response: 'hi', action: [action] });
  });

  it.each<[string, () => unknown]>([
    ['send_sms requires a body or media', () => made().send_sms('+1', '+2', {})],
    ['send_sms requires an object, got undefined', () => made().send_sms('+1', '+2', undefined as never)],
    ['record_call requires an object, got "id"', () => made().record_call('id' as never)],
    ['format must be one of', () => made().record_call({ format: 'ogg' as never })],
    ['direction must be one of', () => made().record_call({ direction: 'up' as never })],
    ['name must be a string', () => made().join_conference(' ')],
    ['max_participants must be', () => made().join_conference('c', { max_participants: 251 })],
    ['beep must be one of', () => made().join_conference('c', { beep: 'loud' as never })],
    ['trim must be one of', () => made().join_conference('c', { trim: 'some' as never })],
    ['status_callback_method must be', () => made().join_conference('c', { status_callback_method: 'PUT' as never })],
    ['codec must be one of', () => made().tap('rtp://a', { codec: 'opus' as never })],
    ['rtp_ptime must be above 0', () => made().tap('rtp://a', { rtp_ptime: 0 })],
    ['requires message_text or global_data', () => made().rpc_ai_message('c1')],
  ])('is rejected if it is invalid: %s', (message, act) => {
    expect(act).toThrow(message);
  });
});

it('keeps the result and the instruction for the model separate', () => {
  expect(new FunctionResult('Found.').set_tool_response(undefined, 'Ask for the date.').to_dict()).toEqual({
    response: { tool_result: 'Found.', tool_prompt: 'Ask for the date.' },
  });
  expect(new FunctionResult().hold('Welcome back.').to_dict()).toEqual({
    response: { tool_prompt: 'Welcome back.' },
    action: [{ hold: 300 }],
    post_process: true,
  });
  expect(FunctionResult.from({ response: { tool_result: 'x' } }).to_dict()).toEqual({ response: { tool_result: 'x' } });
});

it('does not change an executed document', () => {
  const document = Object.freeze({ sections: {} });
  made().execute_swml(document, true);
  expect(document).toEqual({ sections: {} });
});

it('describes the prompts of a payment', () => {
  const action = FunctionResult.create_payment_action('Say', 'Your card number, please.');
  expect(FunctionResult.create_payment_prompt('payment-card-number', [action], { card_type: 'visa' })).toEqual({
    for: 'payment-card-number',
    actions: [{ type: 'Say', phrase: 'Your card number, please.' }],
    card_type: 'visa',
  });
});
