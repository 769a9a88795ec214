// biome-ignore-all lint/suspicious/noThenProperty: the name on the wire.
import type { Options } from './line.js';

interface Case {
  readonly main: readonly unknown[];
  readonly options?: Options;
}

const A = '+15035550101';
const URL = 'https://example.com/hook';
const say = { play: 'say:Hi' };
const answers = (outcome: object) => ({ answers: { [A]: outcome } });
const busy = { hangup: { reason: 'busy' } };
const prompt = (params: object, options: Options): Case => ({
  main: [{ prompt: { play: 'say:Hi', ...params } }],
  options,
});
const detect = (params: object, result: string): Case => ({
  main: [{ detect_machine: params }],
  options: { answers: { detect_machine: { result } } },
});
const connect = (params: object, outcome: object): Case => ({
  main: [{ connect: { to: A, ...params } }, busy],
  options: answers(outcome),
});
const stopped = (start: string, stop: string, params: object): Case => ({
  main: [
    { [start]: { control_id: 'a', ...params } },
    { [start]: { control_id: 'b', ...params } },
    { [stop]: { control_id: 'a' } },
    { sleep: 5000 },
  ],
});
const meeting = (params: object): Case => ({
  main: [{ join_conference: { name: 'Weekly', status_callback: URL, record: 'record-from-start', ...params } }],
});
const recorded = { recording_status_callback: URL };
const card = '4242424242424242#';
const pay = (params: object, digits: string[]): Case => ({
  main: [{ pay: { payment_connector_url: URL, ...params } }],
  options: { digits },
});

/** Documents in which each parameter changes what happens. */
export const EFFECTS: readonly Case[] = [
  { main: [{ answer: { max_duration: 5 } }, { sleep: 60_000 }] },
  { main: [{ if: { when: 'false', then: [say], else: [say] } }] },
  { main: [{ execute: { dest: 'echo', params: { a: 1 } } }] },
  { main: [{ transfer: { dest: 'echo', params: { a: 1 } } }] },
  { main: [{ label: 'x' }, say, { goto: { label: 'x', max: 2 } }] },
  { main: [{ play: { url: 'say:Hi', auto_answer: false } }, busy] },
  { main: [busy] },
  prompt({ max_digits: 4, terminators: '#' }, { digits: ['12#'] }),
  prompt({ max_digits: 4, digit_timeout: 3 }, { digits: ['12'] }),
  prompt({ initial_timeout: 3 }, {}),
  prompt({ speech_timeout: 9 }, { speech: ['a'] }),
  prompt({ speech_end_timeout: 3 }, { speech: ['a'] }),
  prompt({ speech_language: 'en-GB' }, { speech: ['a'] }),
  prompt({ speech_hints: ['a'] }, { speech: ['a'] }),
  { main: [{ record: { initial_timeout: 2 } }], options: { answers: { record: { result: 'no_input' } } } },
  { main: [{ record: { max_length: 9, terminators: '1' } }], options: { digits: ['1'] } },
  { main: [{ record: { max_length: 3, terminators: '1', direction: 'listen', stereo: true, format: 'mp3' } }] },
  { main: [{ record_call: { direction: 'speak', terminators: '1', max_length: 2 } }, { sleep: 9000 }] },
  stopped('record_call', 'stop_record_call', {}),
  stopped('stream', 'stop_stream', { url: 'wss://example.com/a', status_url: URL }),
  stopped('tap', 'stop_tap', { uri: 'rtp://192.0.2.1:4000', status_url: URL }),
  detect({ wait: false, status_url: URL }, 'human'),
  detect({ timeout: 0.5 }, 'human'),
  detect({ initial_timeout: 0.5 }, 'human'),
  detect({ machine_voice_threshold: 4, detect_message_end: true }, 'machine'),
  detect({ tone: 'CNG' }, 'fax'),
  connect({ timeout: 7 }, { outcome: 'no_answer' }),
  connect({ call_state_url: URL, call_state_events: ['created'] }, { outcome: 'busy' }),
  connect({ confirm: [{ hangup: {} }] }, {}),
  connect({ confirm: [{ sleep: 60_000 }], confirm_timeout: 3 }, {}),
  connect({ max_duration: 4, from: '+12065550107' }, {}),
  connect({ answer_on_bridge: true }, { outcome: 'busy' }),
  connect({ auto_answer: false }, { outcome: 'busy' }),
  { main: [{ connect: { to: 'stream:wss://a.example/x', name: 'n', status_url: URL, status_url_method: 'GET' } }] },
  meeting({ muted: true, start_on_enter: false, end_on_exit: true }),
  meeting({ status_callback_event: 'join', status_callback_method: 'GET' }),
  meeting({ status_callback_event_type: 'cxml' }),
  meeting({ ...recorded, recording_status_callback_method: 'GET', recording_status_callback_event: 'in-progress' }),
  pay({ security_code: false }, [card, '1299#', '90210#']),
  pay({ min_postal_code_length: 5 }, [card, '1299#', '123#', '9#']),
  pay({ max_attempts: 2 }, ['1#', card, '1299#', '123#', '90210#']),
  pay({ timeout: 9 }, []),
  pay({ valid_card_types: 'amex' }, [card, '1299#', '123#', '90210#']),
];

/** Parameters whose effect needs a server, another call, or a number of calls. */
export const IN_OTHER_TESTS: readonly string[] = [
  ...['request.headers', 'request.body', 'request.timeout', 'request.connect_timeout', 'request.save_variables'],
  ...['pay.currency', 'pay.charge_amount', 'pay.description', 'pay.parameters', 'pay.token_type'],
  ...['join_conference.max_participants', 'join_conference.coach'],
];
