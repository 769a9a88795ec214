import { describe, expect, it } from 'vitest';
import { operations, RestClient, type Row, walkRows } from '../../src/client/index.js';
import { sampleInput } from '../support/sample.js';

const client = new RestClient({ project: 'p', token: 'tttt', host: 'space.example' });
const rows = new Map(walkRows(operations));

type Command = (...args: unknown[]) => { url: string; method: string; body: Record<string, unknown> };
const dry = client.with({ check: false }).dry.calling as unknown as Record<string, Command>;
const samples = (name: string) => sampleInput(rows.get(`calling.${name}`) as Row);

// The method, and the value of `command`. The methods are stated; the values are those of the public description.
const WITH_CALL = [
  ['end', 'calling.end'],
  ['transfer', 'calling.transfer'],
  ['disconnect', 'calling.disconnect'],
  ['play', 'calling.play'],
  ['play_pause', 'calling.play.pause'],
  ['play_resume', 'calling.play.resume'],
  ['play_stop', 'calling.play.stop'],
  ['play_volume', 'calling.play.volume'],
  ['record', 'calling.record'],
  ['record_pause', 'calling.record.pause'],
  ['record_resume', 'calling.record.resume'],
  ['record_stop', 'calling.record.stop'],
  ['collect', 'calling.collect'],
  ['collect_stop', 'calling.collect.stop'],
  ['collect_start_input_timers', 'calling.collect.start_input_timers'],
  ['detect', 'calling.detect'],
  ['detect_stop', 'calling.detect.stop'],
  ['tap', 'calling.tap'],
  ['tap_stop', 'calling.tap.stop'],
  ['stream', 'calling.stream'],
  ['stream_stop', 'calling.stream.stop'],
  ['denoise', 'calling.denoise'],
  ['denoise_stop', 'calling.denoise.stop'],
  ['transcribe', 'calling.transcribe'],
  ['transcribe_stop', 'calling.transcribe.stop'],
  ['ai_message', 'calling.ai_message'],
  ['ai_hold', 'calling.ai_hold'],
  ['ai_unhold', 'calling.ai_unhold'],
  ['ai_stop', 'calling.ai.stop'],
  ['live_transcribe', 'calling.live_transcribe'],
  ['live_translate', 'calling.live_translate'],
  ['send_fax_stop', 'calling.send_fax.stop'],
  ['receive_fax_stop', 'calling.receive_fax.stop'],
  ['refer', 'calling.refer'],
  ['user_event', 'calling.user_event'],
] as const;
const WITHOUT_CALL = [
  ['dial', 'dial'],
  ['update', 'update'],
] as const;

it('has these 37 methods and no other', () => {
  const stated = [...WITH_CALL, ...WITHOUT_CALL].map(([name]) => name);
  expect(Object.keys(client.calling).sort()).toEqual([...stated].sort());
  expect(stated).toHaveLength(37);
});

describe.each(WITH_CALL)('calling.%s', (name, command) => {
  const plan = (...args: unknown[]) => (dry[name] as Command)(...args);

  it(`posts the command ${command} with the id of the call`, () => {
    const { method, url, body } = plan('call-1', samples(name));
    expect([method, url]).toEqual(['POST', 'https://space.example/api/calling/calls']);
    expect(body).toMatchObject({ command, id: 'call-1' });
  });

  it('passes other parameters through', () => {
    expect(plan('call-1', { ...samples(name), of_my_own: 1 }).body).toMatchObject({ params: { of_my_own: 1 } });
  });
});

describe.each(WITHOUT_CALL)('calling.%s', (name, command) => {
  const plan = (...args: unknown[]) => (dry[name] as Command)(...args);

  it(`posts the command ${command} without the id of a call`, () => {
    const { method, url, body } = plan(samples(name));
    expect([method, url]).toEqual(['POST', 'https://space.example/api/calling/calls']);
    expect(body).toMatchObject({ command });
    expect(body).not.toHaveProperty('id');
  });

  it('passes other parameters through', () => {
    expect(plan({ ...samples(name), of_my_own: 1 }).body).toMatchObject({ params: { of_my_own: 1 } });
  });
});
