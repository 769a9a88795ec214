import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { receiver } from '../support/loopback.js';
import { DOCUMENT, FROM, failure, inline, line } from './support/line.js';
import { misfitsOfCallback } from './support/oracle-shape.js';

const tts = [{ type: 'tts' as const, params: { text: 'hello' } }];
const silence = (duration: number) => [{ type: 'silence' as const, params: { duration } }];
const URL = 'https://example.com/status';

describe('a call', () => {
  it.each([
    ['a person', '+13125550100', 1, 'answered', 'in-progress'],
    ['who is busy', '+15005550101', 1, 'busy', 'busy'],
    ['who lets it ring', '+15005550102', 1, 'ringing', 'ringing'],
    ['who lets it ring too long', '+15005550102', 20, 'no-answer', 'no-answer'],
    ['an unreachable number', '+15005550103', 1, 'failed', 'failed'],
    ['who is slow', '+15005550104', 2, 'ringing', 'ringing'],
    ['a slow callee', '+15005550104', 6, 'answered', 'in-progress'],
    ['who hangs up', '+15005550106', 12, 'ended', 'completed'],
    ['a number of the project that nothing answers', '+12065550108', 1, 'failed', 'failed'],
  ])('to %s ends with the expected status', async (_who, to, seconds, log, compat) => {
    const call = await line();
    await call.client.phone_numbers.purchase({ number: '+12065550108' });
    const id = await call.dial(to, { url: DOCUMENT, timeout: 20 });
    call.wait(seconds);
    expect(await call.log(id)).toMatchObject({ status: log });
    expect(await call.compat(id)).toMatchObject({ status: compat });
  });

  it('is canceled while it rings, and is not answered or ended later', async () => {
    const { calling, dial, log, compat, wait } = await line();
    const id = await dial('+15005550104');
    expect(await failure(calling.update({ id, status: 'completed' }))).toMatchObject({ code: 'call_update_failed' });
    expect(await failure(calling.update({ id, url: DOCUMENT }))).toMatchObject({
      code: 'cannot_redirect_not_in_progress',
    });
    expect(await calling.update({ id, status: 'canceled' })).toMatchObject({ status: 'canceled', duration: 0 });
    wait(60);
    expect(await log(id)).toMatchObject({ status: 'canceled', duration: 0, charge: 0 });
    expect(await compat(id)).toMatchObject({ status: 'canceled', duration: 0, price: 0 });
    expect(await failure(calling.end(id))).toMatchObject({ status: 422, code: 'cannot_update_completed' });
  });

  it.each([
    ['busy', 'busy'],
    ['decline', 'busy'],
    ['noAnswer', 'no-answer'],
    ['error', 'failed'],
    [undefined, 'canceled'],
  ] as const)('that is ended with %s before the answer gets the status %s', async (reason, status) => {
    const { calling, dial, log } = await line();
    const id = await dial('+15005550102');
    await calling.end(id, { ...(reason && { reason }) });
    expect(await log(id)).toMatchObject({ status });
  });

  it('costs per started minute, the same in both APIs', async () => {
    const { calling, dial, log, compat, wait } = await line();
    const id = await dial();
    expect(await log(id)).toMatchObject({ duration: null, charge: 0 });
    expect(await compat(id)).toMatchObject({ duration: 0, price: null, end_time: null });
    wait(61);
    await calling.end(id);
    expect(await log(id)).toMatchObject({ duration: 63, charge: 0.016, charge_details: [{ charge: 0.016 }] });
    expect(await compat(id)).toMatchObject({ duration: 63, price: 0.016, price_unit: 'USD' });
  });

  it.each([
    ['both url and swml', { url: DOCUMENT, swml: inline() }, 'swml'],
    ['an invalid url', { url: 'ftp://example.com' }, 'url'],
    ['an invalid status_url', { url: DOCUMENT, status_url: 'here' }, 'status_url'],
    ['letters to dial', { url: DOCUMENT, send_digits: 'abc' }, 'send_digits'],
    ['a password for a number', { url: DOCUMENT, password: 'x' }, 'password'],
    ['a queue that is not there', { url: DOCUMENT, to: 'queue:nowhere' }, 'to'],
  ])('is not dialled with %s', async (_what, params, attribute) => {
    const { dial } = await line();
    expect(await failure(dial('+13125550100', params))).toMatchObject({ status: 422, errors: [{ attribute }] });
  });
});

describe('the commands and the log of a call', () => {
  it('refuses a command without its id', async () => {
    const { sandbox, client } = await line();
    const { credentials } = sandbox;
    const authorization = `Basic ${Buffer.from(`${credentials.project}:${credentials.token}`).toString('base64')}`;
    const answer = await sandbox.transport.send({
      method: 'POST',
      url: `https://${credentials.host}/api/calling/calls`,
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"command":"calling.end","params":{}}',
    });
    expect(answer.status).toBe(422);
    expect(JSON.parse(Buffer.from(answer.body).toString())).toMatchObject({ errors: [{ attribute: 'id' }] });
    expect(await failure(client.calling.end('unknown'))).toMatchObject({ status: 404 });
  });

  it('accepts commands only after the answer', async () => {
    const { calling, dial } = await line();
    const id = await dial('+15005550102');
    expect(await failure(calling.play(id, { play: tts }))).toMatchObject({ code: 'call_not_answered' });
  });

  it('to a number of the project has two legs that ring, are answered and end together', async () => {
    const { client, calling, dial, log, from } = await line();
    const id = await dial(from);
    const both = async () =>
      (await client.compat.calls.list()).calls.map(({ direction, status }) => [direction, status]);
    expect(await both()).toEqual([
      ['inbound', 'in-progress'],
      ['outbound', 'in-progress'],
    ]);
    await calling.end(id);
    expect(await both()).toEqual([
      ['inbound', 'completed'],
      ['outbound', 'completed'],
    ]);
    expect(await log(id)).toMatchObject({ direction: 'outbound-api', status: 'ended' });
  });

  it('logs its commands and events with their times', async () => {
    const { calling, dial, names, wait } = await line();
    const id = await dial();
    await calling.play(id, { play: silence(3), control_id: 'p' });
    await calling.play_pause(id, { control_id: 'p' });
    await calling.play_resume(id, { control_id: 'p' });
    wait(5);
    await calling.end(id);
    expect(await names(id)).toEqual([
      'calling.call.created',
      'calling.call.ringing',
      'calling.call.answered',
      'calling.play',
      'calling.play.pause',
      'calling.play.resume',
      'calling.play.finished',
      'calling.call.ended',
    ]);
  });

  it('that was deleted shows only the time of its deletion', async () => {
    const { client, calling, dial, names } = await line();
    const id = await dial();
    await calling.end(id);
    await client.compat.calls.delete(id);
    expect((await client.logs.voice.list()).data).toEqual([]);
    const [left] = (await client.logs.voice.list({ include_deleted: true })).data;
    expect(left).toEqual({ id, discarded_at: expect.any(String), created_at: expect.any(String) });
    expect(await names(id)).toEqual([]);
    expect(await failure(client.compat.calls.delete(id))).toMatchObject({ status: 404 });
  });

  it('is listed newest first, over pages and with filters', async () => {
    const { client, dial } = await line();
    const ids = [];
    for (const digit of [1, 2, 3, 4, 5]) ids.unshift(await dial(`+1312555010${digit}`));
    const listed: string[] = [];
    for await (const { sid } of client.compat.calls.list({ PageSize: 2 })) listed.push(sid);
    expect(listed).toEqual(ids);
    const found = async (query: Parameters<typeof client.compat.calls.list>[0]) =>
      (await client.compat.calls.list(query)).calls.map(({ sid }) => sid);
    expect(await found({ To: '+13125550102' })).toEqual([ids[3]]);
    expect(await found({ Status: 'completed' })).toEqual([]);
    expect(await found({ 'StartTime>': '2025-06-01', From: '+12065550107' })).toEqual(ids);
    expect(await found({ 'StartTime<': '2025-06-02' })).toEqual([]);
    expect(await failure(client.compat.calls.list({ StartTime: 'yesterday' }))).toMatchObject({ status: 422 });
  });
});

describe('an action', () => {
  it('has a unique control id while it runs', async () => {
    const { calling, dial } = await line();
    const id = await dial();
    await calling.play(id, { play: tts, control_id: 'one' });
    expect(await failure(calling.record(id, { control_id: 'one', record: { audio: {} } }))).toMatchObject({
      status: 422,
    });
    expect(await failure(calling.record_stop(id, { control_id: 'one' }))).toMatchObject({
      errors: [{ attribute: 'control_id' }],
    });
    await calling.play_stop(id, { control_id: 'one' });
    await calling.record(id, { control_id: 'one', record: { audio: {} } });
    await calling.record_stop(id, { control_id: 'one' });
  });

  it.each(['__proto__', 'constructor', 'toString', ''])('may have the control id %j', async (control_id) => {
    const { calling, dial } = await line();
    const id = await dial();
    expect(await failure(calling.play_stop(id, { control_id }))).toMatchObject({ status: 422 });
    await calling.play(id, { play: tts, control_id });
    await calling.play_stop(id, { control_id });
  });

  it('ends after its length, without the time of a pause', async () => {
    const { calling, dial, wait } = await line();
    const id = await dial();
    await calling.play(id, { play: silence(10), loop: 2, control_id: 'p' });
    await calling.play_pause(id, { control_id: 'p' });
    expect(await failure(calling.play_pause(id, { control_id: 'p' }))).toMatchObject({ status: 422 });
    wait(60);
    await calling.play_resume(id, { control_id: 'p' });
    expect(await failure(calling.play_resume(id, { control_id: 'p' }))).toMatchObject({ status: 422 });
    wait(15);
    await calling.play_volume(id, { control_id: 'p', volume: -3 });
    wait(3);
    expect(await failure(calling.play_volume(id, { control_id: 'p', volume: 0 }))).toMatchObject({ status: 422 });
  });

  it('plays without end with loop 0', async () => {
    const { calling, dial, wait } = await line();
    const id = await dial();
    await calling.play(id, { play: silence(1), loop: 0, control_id: 'p' });
    wait(86_400);
    await calling.play_stop(id, { control_id: 'p' });
  });

  it('of type collect waits for its timers', async () => {
    const { calling, dial, wait } = await line();
    const id = await dial();
    await calling.collect(id, { digits: { max: 1 }, initial_timeout: 5, control_id: 'c' });
    wait(60);
    await calling.collect_start_input_timers(id, { control_id: 'c' });
    expect(await failure(calling.collect_start_input_timers(id, { control_id: 'c' }))).toMatchObject({ status: 422 });
    wait(5);
    expect(await failure(calling.collect_stop(id, { control_id: 'c' }))).toMatchObject({ status: 422 });
    expect(await failure(calling.collect(id, { control_id: 'c' }))).toMatchObject({ status: 400 });
  });
});

describe('an action of a type', () => {
  it.each([
    ['+13125550100', 'HUMAN'],
    ['+15005550105', 'MACHINE'],
  ])('of type detect detects %s', async (to, event) => {
    const { calling, dial, wait, callbacksOf } = await line();
    const id = await dial(to);
    await calling.detect(id, { detect: { type: 'machine' }, control_id: 'd', status_url: URL });
    wait(3);
    expect(callbacksOf('calling.call.detect')).toMatchObject([
      { params: { detect: { type: 'machine', params: { event } } } },
    ]);
  });

  it.each([
    ['transcribe', (calling, id) => calling.transcribe(id, {})],
    ['denoise', (calling, id) => calling.denoise(id, {})],
    [
      'live_transcribe',
      (calling, id) => calling.live_transcribe(id, { action: { start: { lang: 'en', direction: ['local-caller'] } } }),
    ],
  ] as [string, (calling: Awaited<ReturnType<typeof line>>['calling'], id: string) => Promise<unknown>][])(
    'such as %s goes on once in a call: 409',
    async (_name, start) => {
      const { calling, dial } = await line();
      const id = await dial();
      await start(calling, id);
      expect(await failure(start(calling, id))).toMatchObject({ status: 409, errors: [{ code: 'already_started' }] });
    },
  );

  it.each([
    [
      'tap',
      { tap: { type: 'audio', params: { direction: 'both' } }, device: { type: 'ws', params: { uri: 'http://a' } } },
    ],
    [
      'tap',
      {
        tap: { type: 'audio', params: { direction: 'both' } },
        device: { type: 'rtp', params: { addr: '192.168.0.1', port: 9 } },
      },
    ],
    ['stream', { url: 'ws://example.com' }],
    ['play', { play: [] }],
    ['play', { play: [{ type: 'audio', params: { url: 'file:///etc/passwd' } }] }],
    ['play', { play: [{ type: 'silence', params: { duration: -1 } }] }],
    ['ai_hold', { timeout: 'soon' }],
  ])('%s is refused with %j', async (name, params) => {
    const { calling, dial } = await line();
    const id = await dial();
    const command = calling[name as 'play'] as (id: string, params: unknown) => Promise<unknown>;
    expect(await failure(command(id, params))).toMatchObject({ status: 422 });
  });

  it('of any type ends with the call', async () => {
    const { calling, dial, callbacksOf, client } = await line();
    const id = await dial();
    await calling.play(id, { play: tts, status_url: URL });
    await calling.record(id, { status_url: URL, record: { audio: {} } });
    await calling.tap(id, {
      tap: { type: 'audio', params: { direction: 'both' } },
      device: { type: 'ws', params: { uri: 'ws://example.com' } },
      status_url: URL,
    });
    await calling.end(id);
    for (const event of ['play', 'record', 'tap'])
      expect(callbacksOf(`calling.call.${event}`).at(-1)).toMatchObject({ params: { call_id: id, state: 'finished' } });
    expect((await client.recordings.list()).data).toMatchObject([{ status: 'completed', relay_pstn_leg_id: id }]);
  });
});

const AGENT = { ai: { prompt: { text: 'Be kind.' } } };

describe('the AI of a call', () => {
  const role = 'user' as const;

  it('runs only if the document starts it', async () => {
    const { calling, dial } = await line();
    const without = await dial(undefined, { swml: inline({ play: { url: 'silence:60' } }) });
    expect(await failure(calling.ai_message(without, { role, message_text: 'Hi' }))).toMatchObject({
      status: 422,
      code: 'not_started',
    });
    const id = await dial(undefined, { swml: inline('answer', AGENT) });
    await calling.ai_message(id, { role, message_text: 'Hi' });
    await calling.ai_stop(id);
    expect(await failure(calling.ai_hold(id, {}))).toMatchObject({ status: 422 });
  });

  it('is started by a document that the platform stores', async () => {
    const { client, calling, dial } = await line();
    const make = async (contents: Record<string, unknown>) => {
      const { swml_script } = await client.fabric.swml_scripts.create({ name: 'Script', contents });
      return { url: (swml_script as { request_url: string }).request_url };
    };
    const silent = await dial(undefined, await make(inline({ play: { url: 'silence:60' } })));
    expect(await failure(calling.ai_message(silent, {}))).toMatchObject({ code: 'not_started' });
    await calling.ai_message(await dial(undefined, await make(inline(AGENT))), {});
  });

  it('resumes from hold after the timeout', async () => {
    const { calling, dial, wait, names } = await line();
    const id = await dial();
    await calling.ai_hold(id, { timeout: '10' });
    expect(await failure(calling.ai_hold(id, {}))).toMatchObject({ status: 422 });
    wait(10);
    expect(await failure(calling.ai_unhold(id, {}))).toMatchObject({ status: 422 });
    await calling.ai_hold(id, {});
    wait(3600);
    await calling.ai_unhold(id, {});
    expect(await names(id)).toContain('calling.ai_unhold');
  });

  it('ends when the call is sent to another document', async () => {
    const { calling, dial } = await line();
    const id = await dial(undefined, { swml: inline(AGENT) });
    await calling.update({ id, swml: inline({ play: { url: 'silence:60' } }) });
    expect(await failure(calling.ai_message(id, {}))).toMatchObject({ status: 422 });
  });

  it('can have a sidecar, which sends events', async () => {
    const { client, dial, callbacksOf } = await line();
    const id = await dial();
    const { ai_sidecar, ai_sidecar_ask, ai_sidecar_stop } = client.beyond.calling;
    expect(await failure(ai_sidecar_ask(id, { text: 'Well?' }))).toMatchObject({ status: 422 });
    await ai_sidecar(id, { lang: 'en', url: URL });
    await ai_sidecar_ask(id, { text: 'Well?' });
    await ai_sidecar_stop(id);
    for (const type of ['start', 'ask_request', 'stop']) {
      const [payload] = callbacksOf(`ai_sidecar.${type}`);
      expect(payload).toMatchObject({ sidecar_event: { type } });
      expect(misfitsOfCallback('aiSidecarCallback', payload)).toEqual([]);
    }
  });
});

describe('a call that is transferred', () => {
  it('to a number is bridged with it until they are disconnected', async () => {
    const { client, calling, dial, compat } = await line();
    const id = await dial();
    await calling.transfer(id, { dest: '+15035550100' });
    const [leg] = (await client.compat.calls.list({ ParentCallSid: id })).calls;
    expect(leg).toMatchObject({ parent_call_sid: id, status: 'in-progress', to: '+15035550100' });
    await calling.disconnect(id);
    expect(await failure(calling.disconnect(id))).toMatchObject({ status: 422, code: 'not_connected' });
    await calling.end(id);
    expect(await compat(leg?.sid as string)).toMatchObject({ status: 'in-progress' });
  });

  it('ends with the other leg while they are bridged', async () => {
    const { client, calling, dial, compat } = await line();
    const id = await dial();
    await calling.transfer(id, { dest: 'sip:desk@example.com' });
    const [leg] = (await client.compat.calls.list({ ParentCallSid: id })).calls;
    await calling.end(leg?.sid as string);
    expect(await compat(id)).toMatchObject({ status: 'completed' });
  });

  it('to a number that does not answer also ends', async () => {
    const { calling, dial, compat } = await line();
    const id = await dial();
    await calling.transfer(id, { dest: '+15005550101' });
    expect(await compat(id)).toMatchObject({ status: 'completed' });
  });

  it.each(['nowhere', 'queue:nowhere', '12'])('is not transferred to %s', async (dest) => {
    const { calling, dial } = await line();
    expect(await failure(calling.transfer(await dial(), { dest }))).toMatchObject({
      status: 422,
      code: 'not_routable',
    });
  });

  it('by REFER must be a SIP call and ends', async () => {
    const { calling, dial, compat, wait, callbacksOf } = await line();
    const device = (to: string) => ({ type: 'sip' as const, params: { to } });
    const phone = await dial();
    expect(await failure(calling.refer(phone, { device: device('sip:a@example.com') }))).toMatchObject({ status: 422 });
    const id = await dial('sip:desk@example.com');
    expect(await failure(calling.refer(id, { device: device('+15035550100') }))).toMatchObject({ status: 422 });
    await calling.refer(id, { device: device('sip:a@example.com'), status_url: URL });
    wait(2);
    expect(await compat(id)).toMatchObject({ status: 'completed' });
    expect(callbacksOf('calling.call.refer')).toHaveLength(1);
  });
});

describe('the status callback of a call', () => {
  it('reports the requested states when the clock has passed them', async () => {
    const { dial, callbacksOf, wait } = await line();
    const status_events = ['created', 'ringing', 'answered', 'ended'];
    await dial('+15005550104', { url: DOCUMENT, status_url: URL, status_events });
    const states = () =>
      callbacksOf('calling.call.state').map(({ params }) => (params as { call_state: string }).call_state);
    expect(states()).toEqual(['created']);
    wait(1);
    expect(states()).toEqual(['created', 'ringing']);
    wait(10);
    expect(states()).toEqual(['created', 'ringing', 'answered']);
  });

  it('reports only the end by default', async () => {
    const { calling, dial, callbacksOf } = await line();
    const id = await dial(undefined, { url: DOCUMENT, status_url: URL });
    await calling.end(id);
    expect(callbacksOf('calling.call.state')).toMatchObject([{ params: { call_id: id, call_state: 'ended' } }]);
  });

  it('has the time of the event', async () => {
    const { sandbox, dial, wait } = await line();
    const before = sandbox.clock.now();
    await dial('+13125550100', { url: DOCUMENT, status_url: URL, status_events: ['answered'] });
    wait(600);
    expect(sandbox.callbacks.map(({ at }) => Date.parse(at) - before.getTime())).toEqual([1900]);
  });

  it('is sent to a server on this machine', async () => {
    const server = await receiver();
    const { sandbox, dial, wait } = await line();
    await dial('+13125550100', { url: DOCUMENT, status_url: `${server.url}/calls`, status_events: ['answered'] });
    wait(1);
    const [{ payload }] = sandbox.callbacks as unknown as [{ payload: unknown }];
    await sandbox.settled();
    await server.close();
    expect(server.received.map(({ target, body }) => [target, JSON.parse(body)])).toEqual([['/calls', payload]]);
  });

  it('of the compatible API has its own format', async () => {
    const { client, from, callbacksOf } = await line();
    const { sid } = await client.compat.calls.create({
      From: from,
      To: '+13125550100',
      Url: DOCUMENT,
      StatusCallback: URL,
      StatusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
      Record: true,
      RecordingStatusCallback: URL,
      RecordingStatusCallbackEvent: 'in-progress completed',
      MachineDetection: 'Enable',
    });
    await client.compat.calls.update(sid, { Status: 'completed' });
    const states = ['initiated', 'ringing', 'answered', 'completed'].flatMap((event) => callbacksOf(`call.${event}`));
    expect(states.map(({ CallStatus, SequenceNumber }) => [CallStatus, SequenceNumber])).toEqual([
      ['initiated', 0],
      ['ringing', 1],
      ['in-progress', 2],
      ['completed', 3],
    ]);
    for (const payload of states) expect(misfitsOfCallback('voiceStatusCallback', payload)).toEqual([]);
    const tapes = ['in-progress', 'completed'].flatMap((event) => callbacksOf(`recording.${event}`));
    expect(tapes).toMatchObject([{ CallSid: sid, RecordingSource: 'OutBoundApi' }, { RecordingStatus: 'completed' }]);
    for (const payload of tapes) expect(misfitsOfCallback('recordingStatusCallback', payload)).toEqual([]);
  });

  it('of a stream and of a transcription has the documented fields', async () => {
    const { calling, dial, callbacksOf } = await line();
    const id = await dial();
    await calling.stream(id, { url: 'wss://example.com/a', name: 'ears', status_url: URL });
    await calling.transcribe(id, { status_url: URL });
    await calling.end(id);
    const streams = callbacksOf('calling.call.stream');
    expect(streams).toMatchObject([
      { params: { state: 'streaming', name: 'ears' } },
      { params: { state: 'finished' } },
    ]);
    for (const payload of streams) expect(misfitsOfCallback('streamStatusCallback', payload)).toEqual([]);
    const [text] = callbacksOf('calling.transcript.completed');
    expect(misfitsOfCallback('transcribeStatusCallback', text)).toEqual([]);
  });

  it('of a number reports the end of inbound calls', async () => {
    const sandbox = createSandbox({ empty: true });
    const { phone_numbers, calling } = sandbox.client();
    const { id } = await phone_numbers.purchase({ number: '+12065550107' });
    await phone_numbers.set_cxml_webhook(id, DOCUMENT, { status_callback_url: URL });
    const call = await calling.dial({ from: '+12065550107', to: '+12065550107', url: DOCUMENT });
    await calling.end(call.id);
    const [callback] = sandbox.callbacks;
    expect(callback).toMatchObject({ url: URL, encoding: 'form', payload: { CallStatus: 'completed' } });
    expect(misfitsOfCallback('incomingCallStatusCallback', callback?.payload)).toEqual([]);
  });
});

describe('a call of the compatible API', () => {
  it('uses the document of its application, which must exist', async () => {
    const { client, from } = await line();
    const { sid } = await client.compat.applications.create({ FriendlyName: 'Desk', VoiceUrl: DOCUMENT });
    const call = await client.compat.calls.create({ From: from, To: '+13125550100', ApplicationSid: sid });
    expect(await client.logs.voice.get(call.sid)).toMatchObject({ url: DOCUMENT });
    const none = { From: from, To: '+13125550100', ApplicationSid: call.sid };
    expect(await failure(client.compat.calls.create(none))).toMatchObject({ status: 422 });
  });

  it('detects a machine if requested', async () => {
    const { client, from, wait, compat, log } = await line();
    const make = async (To: string) =>
      (await client.compat.calls.create({ From: from, To, Url: DOCUMENT, MachineDetection: 'Enable' })).sid;
    const human = await make('+13125550100');
    const machine = await make('+15005550105');
    wait(3);
    expect(await compat(human)).toMatchObject({ answered_by: 'human', formatted_to: '(312) 555-0100' });
    expect(await compat(machine)).toMatchObject({ answered_by: 'machine' });
    expect(await log(machine)).toMatchObject({ source: 'laml', type: 'laml_call', status: 'in-progress' });
  });

  it('accepts commands, and its recording and stream are the same in both APIs', async () => {
    const { client, calling, dial } = await line();
    const id = await dial();
    const { sid } = await client.compat.calls.start_recording(id, {});
    await calling.record_pause(id, { control_id: sid });
    expect(await client.compat.recordings.get(sid)).toMatchObject({ status: 'paused', call_sid: id });
    const stream = await client.compat.calls.start_stream(id, { Url: 'wss://example.com/a', Name: 'ears' });
    expect(await failure(client.compat.calls.start_stream(id, { Url: 'wss://b.example', Name: 'ears' }))).toMatchObject(
      {
        status: 422,
      },
    );
    await calling.stream_stop(id, { control_id: stream.sid });
    const gone = client.compat.calls.stop_stream(id, 'ears', { Status: 'stopped' });
    expect(await failure(gone)).toMatchObject({ status: 404 });
  });

  it.each([
    ['no document', {}, 400],
    ['an invalid document', { Url: 'nothing' }, 422],
    ['invalid digits', { Url: DOCUMENT, SendDigits: 'abc' }, 422],
    ['an invalid price', { Url: DOCUMENT, MaxPricePerMinute: 'much' }, 422],
    ['a number of another project', { Url: DOCUMENT, From: '+19995550100' }, 422],
    ['an invalid callee', { Url: DOCUMENT, To: 'kiwi' }, 422],
  ])('is not created with %s', async (_what, fields, status) => {
    const { client, from } = await line();
    expect(await failure(client.compat.calls.create({ From: from, To: '+13125550100', ...fields }))).toMatchObject({
      status,
    });
  });
});

describe('the two ends of a call', () => {
  const VERIFIED = '+13035550170';
  const STRANGER = '+13035550171';
  const both = async (given: { from?: string; to?: string; shown?: string }) => {
    const { calling, compat } = createSandbox().client();
    const { from = '+12065550100', to = '+13125550100', shown } = given;
    const outcomes = await Promise.allSettled([
      calling.dial({ from, to, url: DOCUMENT, ...(shown && { caller_id: shown }) }),
      compat.calls.create({ From: from, To: to, Url: DOCUMENT, ...(shown && { CallerId: shown }) }),
    ]);
    return outcomes.map((one) => (one.status === 'fulfilled' ? 'taken' : one.reason.code));
  };

  it('a verified caller is accepted as from and as caller_id', async () => {
    expect(await both({ from: VERIFIED })).toEqual(['taken', 'taken']);
    expect(await both({ shown: VERIFIED })).toEqual(['taken', 'taken']);
  });

  it('other numbers are refused', async () => {
    expect(await both({ from: STRANGER })).toEqual(['must_belong_to_project', '21210']);
    expect(await both({ shown: STRANGER })).toEqual(['must_belong_to_project', '21210']);
  });

  it('an unverified caller is refused', async () => {
    const client = createSandbox().client();
    await client.verified_callers.create({ number: STRANGER });
    const call = client.calling.dial({ from: STRANGER, to: '+13125550100', url: DOCUMENT });
    expect(await failure(call)).toMatchObject({ status: 422, code: 'must_belong_to_project' });
  });

  it('the path of a resource can be called, and an unknown path cannot', async () => {
    const { fabric } = createSandbox().client();
    const [one] = (await fabric.addresses.list()).data;
    const path = Object.values(one?.channels ?? {})[0] as string;
    expect(await both({ to: path })).toEqual(['taken', 'taken']);
    expect(await both({ to: path.replace(/\?.*/, '') })).toEqual(['taken', 'taken']);
    expect(await both({ to: '/public/nosuch' })).toEqual(['not_routable', '21211']);
  });
});

it.each([
  [{ version: '2.0.0', sections: { main: [] } }, 'version is "2.0.0"'],
  [{ version: '1.0.0' }, 'sections is missing'],
  [{ version: '1.0.0', sections: { other: [] } }, 'sections.main is missing'],
])('refuses an invalid inline document: %j', async (swml, says) => {
  const { calling, dial } = await line();
  const refused = { status: 422, message: expect.stringContaining(says) };
  expect(await failure(dial('+13125550100', { swml }))).toMatchObject(refused);
  const id = await dial();
  expect(await failure(calling.transfer(id, { dest: swml }))).toMatchObject(refused);
  expect(await failure(calling.update({ id, swml }))).toMatchObject(refused);
});

describe('the events of a status callback', () => {
  const call = { From: FROM, To: '+13125550100', Url: DOCUMENT, StatusCallback: 'https://example.com/status' };

  it.each([['ringing,completed'], ['ringing completed'], ['ringing, completed']])(
    'may be one text: %s',
    async (events) => {
      const { client, sandbox, callbacksOf } = await line();
      const { sid } = await client.compat.calls.create({ ...call, StatusCallbackEvent: [events] });
      sandbox.clock.advance(5);
      await client.compat.calls.update(sid, { Status: 'completed' });
      expect([callbacksOf('call.ringing').length, callbacksOf('call.completed').length]).toEqual([1, 1]);
    },
  );

  it('must be known events', async () => {
    const { client, dial } = await line();
    const refused = { status: 422, message: expect.stringContaining('not "done"') };
    const create = client.compat.calls.create({ ...call, StatusCallbackEvent: ['ringing', 'done'] });
    expect(await failure(create)).toMatchObject(refused);
    const recording = { RecordingStatusCallback: 'https://example.com/r', RecordingStatusCallbackEvent: 'done' };
    expect(await failure(client.compat.calls.start_recording(await dial(), recording))).toMatchObject(refused);
  });
});
