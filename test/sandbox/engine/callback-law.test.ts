import { describe, expect, it } from 'vitest';
import { isRecord } from '../../../src/sandbox/request/read-json.js';
import { createSandbox } from '../../../src/sandbox.js';
import { document, type Options } from './line.js';

/** The documented fields of each callback, by event and by state. A question mark: the field can be missing. */
const FIELDS: Readonly<Record<string, string>> = {
  'calling.call.play playing': 'control_id state',
  'calling.call.play finished': 'control_id state',
  'calling.call.collect': 'control_id result',
  'calling.call.record recording': 'control_id state url? record?',
  'calling.call.record finished': 'control_id state url? duration? size? recording_id? start_time? end_time? record',
  'calling.call.record no_input': 'control_id state url record?',
  'calling.call.detect': 'control_id detect',
  'calling.call.queue': 'id name status position size avg_time enqueue_ts dequeue_ts leave_ts status_url control_id',
  'calling.call.fax': 'control_id fax',
  'calling.call.tap tapping': 'control_id state tap device',
  'calling.call.tap finished': 'control_id state tap device',
  'calling.call.stream streaming': 'control_id state url name?',
  'calling.call.stream finished': 'control_id state url name?',
  'calling.call.connect': 'connect_state failed_reason? peer?',
  'calling.conference':
    'name conference_id status size region? muted? hold? start_on_join? end_on_leave? coaching? recording_url? recording_file_size? recording_duration? reason_ended? call_id_ending_conf?',
};

const HOOK = 'https://ivr.example.com/hook';
const status_url = HOOK;
const A = '+15035550111';
const CASES: readonly (readonly [name: string, main: readonly unknown[], options?: Options])[] = [
  ['play', [{ play: { url: 'say:Hi', status_url } }]],
  ['play, and a hang-up', [{ play: { url: 'silence:60', status_url } }], { hangup_after: 5 }],
  ['prompt with digits', [{ prompt: { play: 'say:Hi', status_url } }], { digits: ['1'] }],
  ['prompt without input', [{ prompt: { play: 'say:Hi', status_url } }]],
  ['record', [{ record: { status_url } }]],
  ['record in silence', [{ record: { status_url } }], { answers: { record: { result: 'no_input' } } }],
  ['record, and a hang-up', [{ record: { status_url } }], { hangup_after: 3 }],
  ['record_call', [{ record_call: { status_url } }, { play: 'say:Hi' }]],
  ['detect_machine', [{ detect_machine: { status_url } }]],
  [
    'enter_queue with an agent',
    [{ enter_queue: { queue_name: 'q', transfer_after_bridge: '{"sections":{"main":[]}}', status_url } }],
    { answers: { q: {} } },
  ],
  [
    'enter_queue in vain',
    [{ enter_queue: { queue_name: 'q', transfer_after_bridge: '{}', wait_time: 5, status_url } }],
  ],
  ['receive_fax', [{ receive_fax: { status_url } }]],
  ['send_fax', [{ send_fax: { document: 'https://a.example/a.pdf', status_url } }]],
  ['tap', [{ tap: { uri: 'rtp://203.0.113.5:4000', status_url } }, { play: 'say:Hi' }]],
  ['stream', [{ stream: { url: 'wss://a.example/x', status_url } }, { play: 'say:Hi' }]],
  ['connect', [{ connect: { to: A, status_url } }]],
  ['connect to a busy party', [{ connect: { to: A, status_url } }], { answers: { [A]: { outcome: 'busy' } } }],
  ['connect, and a hang-up', [{ connect: { to: A, status_url } }], { hangup_after: 10 }],
  ['join_conference', [{ join_conference: { name: 'Team', status_callback: HOOK } }]],
];

describe('the callbacks of a document', () => {
  const cases = CASES.map(([name, main, options = {}]) => ({ name, main, options }));
  it.each(cases)('of $name have the documented fields', async ({ main, options }) => {
    const sandbox = createSandbox({ empty: true });
    const { phone_numbers, fabric } = sandbox.client();
    const { id, number } = await phone_numbers.purchase({ number: '+12065550107' });
    const { swml_script } = await fabric.swml_scripts.create({ name: 'Script', contents: document(main) });
    await phone_numbers.set_swml_webhook(id, String((swml_script as { request_url: string }).request_url));
    await sandbox.ring(number, options);
    const sent = sandbox.callbacks.filter(({ url }) => url === HOOK);
    expect(sent.length).toBeGreaterThan(0);
    for (const { event, payload } of sent) {
      expect(Object.keys(payload).sort()).toEqual([
        'event_channel',
        'event_type',
        'params',
        'project_id',
        'space_id',
        'timestamp',
      ]);
      const params = isRecord(payload.params) ? payload.params : {};
      const documented = FIELDS[`${event} ${String(params.state)}`] ?? FIELDS[event] ?? '';
      expect(documented, `${event} ${String(params.state)}`).not.toBe('');
      const names = documented.split(' ');
      const own = Object.keys(params).filter((one) => !['call_id', 'node_id', 'segment_id'].includes(one));
      expect(
        own.filter((one) => !names.includes(one) && !names.includes(`${one}?`)),
        event,
      ).toEqual([]);
      expect(
        names.filter((one) => !one.endsWith('?') && !own.includes(one)),
        event,
      ).toEqual([]);
    }
  });
});
