import { afterAll, describe, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { showText } from '../../src/show/index.js';

const bench = createBench();
afterAll(() => bench.close());

/** What users want to do, and a name that must be among the first three. */
const INTENTS: readonly (readonly [question: string, name: string])[] = [
  ['sms', 'platform.compat.messages.create'],
  ['send a text', 'platform.compat.messages.create'],
  ['send a text message', 'platform.compat.messages.create'],
  ['list messages', 'platform.compat.messages.list'],
  ['buy a number', 'platform.phone_numbers.purchase'],
  ['find a number to buy', 'platform.phone_numbers.search'],
  ['search available numbers', 'platform.phone_numbers.search'],
  ['release a phone number', 'platform.phone_numbers.release'],
  ['my numbers', 'platform.phone_numbers.list'],
  ['route a number to swml', 'platform.phone_numbers.set_swml_webhook'],
  ['bind a number to an ai agent', 'platform.phone_numbers.set_ai_agent'],
  ['connect a number to a call flow', 'platform.phone_numbers.set_call_flow'],
  ['xml webhook for a number', 'platform.phone_numbers.set_cxml_webhook'],
  ['make a call', 'platform.calling.dial'],
  ['dial a number', 'platform.calling.dial'],
  ['hang up', 'platform.calling.end'],
  ['record a call', 'platform.calling.record'],
  ['stop recording a call', 'platform.calling.record_stop'],
  ['play audio', 'platform.calling.play'],
  ['text to speech', 'platform.calling.play'],
  ['collect digits', 'platform.calling.collect'],
  ['transfer a call', 'platform.calling.transfer'],
  ['transcribe a call', 'platform.calling.transcribe'],
  ['live translation', 'platform.calling.live_translate'],
  ['detect answering machine', 'platform.calling.detect'],
  ['listen to a recording', 'platform.recordings.get'],
  ['delete a recording', 'platform.recordings.delete'],
  ['create a queue', 'platform.queues.create'],
  ['callers in a queue', 'platform.queues.list_members'],
  ['who is next in the queue', 'platform.queues.get_next_member'],
  ['one time password', 'platform.mfa.sms'],
  ['otp', 'platform.mfa.sms'],
  ['verify a code', 'platform.mfa.verify'],
  ['verify caller id', 'platform.verified_callers.create'],
  ['carrier lookup', 'platform.lookup.phone_number'],
  ['look up a phone number', 'platform.lookup.phone_number'],
  ['register a brand', 'platform.registry.brands.create'],
  ['create a 10dlc campaign', 'platform.registry.brands.create_campaign'],
  ['upload a document', 'platform.datasphere.documents.create'],
  ['search documents', 'platform.datasphere.documents.search'],
  ['create a video room', 'platform.video.rooms.create'],
  ['video room token', 'platform.video.room_tokens.create'],
  ['chat token', 'platform.chat.create_token'],
  ['create an api token', 'platform.project.tokens.create'],
  ['guest token', 'platform.fabric.tokens.create_guest_token'],
  ['send a fax', 'platform.compat.faxes.create'],
  ['conference participants', 'platform.compat.conferences.list_participants'],
  ['mute a participant', 'platform.compat.conferences.update_participant'],
  ['create an ai agent', 'platform.fabric.ai_agents.create'],
  ['create a sip endpoint', 'platform.fabric.sip_endpoints.create'],
  ['call log', 'platform.logs.voice.list'],
  ['port an existing number', 'platform.imported_numbers.create'],
  ['emergency address', 'platform.addresses.create'],
  ['current time', 'datetime'],
  ['weather report', 'weather_api'],
  ['tell a joke', 'joke'],
  ['ring a number of the sandbox', 'sandbox.ring'],
  ['advance the clock', 'sandbox.clock.advance'],
  ['load a skill', 'agent.add_skill'],
  ['import a har', 'patchbay import'],
  ['explain the last error', '.why'],
  ['curl command', '.curl'],
];

describe('the search of the help', () => {
  it.each(INTENTS)('finds for "%s": %s', async (question, name) => {
    const parts = await bench.help(question);
    const names = parts.flatMap((part) => (typeof part === 'object' && 'pairs' in part ? part.pairs : []));
    expect(names.slice(0, 3).map(([one]) => one)).toContain(name);
  });
});

it('lists what fits the name that nothing has', async () => {
  const outcome = await bench.run('sms?');
  const text = outcome.ok ? showText(outcome.value, { columns: 40 }) : '';
  expect(text).toMatch(/^Nothing is called sms\.\n\n {2}platform\.[\s\S]*platform\.compat\.messages\.create\n/);
  expect(text.split('\n').filter((line) => line.length > 40 && line.trim().includes(' '))).toEqual([]);
});

it.each([
  ['number', 'platform.phone_numbers.list'],
  ['queue', 'platform.queues.list'],
  ['greet', '.help greeting'],
  ['hello', '.help greeting'],
  ['swml_script', 'platform.fabric.swml_scripts.create'],
  ['call', 'sandbox.ring'],
])('explains the word %s', async (word, name) => {
  const outcome = await bench.run(`.help ${word}`);
  const text = outcome.ok ? showText(outcome.value, { columns: 80 }) : '';
  expect(text).toContain(`Nothing is called ${word}.`);
  expect(text).toMatch(new RegExp(`^ *${name.replaceAll('.', '\\.')}\\b`, 'm'));
});

it.each([
  ['swml/document', /^SWML\n/],
  ['swml.play', /^SWML: play\n/],
  ['swml say', /^Unknown verb say\. Did you mean swml play\?/],
  ['ring', /^sandbox\.ring\(number/],
  ['greeting', /^greeting\n/],
  ['quues', /Did you mean queues\?$/],
])('explains %s', async (topic, start) => {
  const outcome = await bench.run(`.help ${topic}`);
  expect(outcome.ok ? showText(outcome.value, { columns: 80 }) : String(outcome.error)).toMatch(start);
});

it.each(['help me', 'help me please', 'help', '.help'])('lists the groups for %s', async (source) => {
  const outcome = await bench.run(source);
  expect(outcome.ok && showText(outcome.value, { columns: 80 })).toContain('Type .help GROUP to list a group');
});

it('answers help with a question', async () => {
  const outcome = await bench.run('help buy a number');
  expect(outcome.ok && showText(outcome.value, { columns: 80 })).toContain('platform.phone_numbers.purchase');
});

it('describes no section by a table', async () => {
  const parts = await bench.help('control the sandbox');
  expect(JSON.stringify(parts)).not.toContain('|---|');
});

it('is in .help with several words', async () => {
  const outcome = await bench.run('.help buy a number');
  expect(outcome.ok && showText(outcome.value, { columns: 80 })).toContain('platform.phone_numbers.purchase');
  const none = await bench.run('.help zzqqxx yyqqxx');
  expect(!none.ok && (none.error as Error).message).toBe(
    'nothing fits "zzqqxx yyqqxx". To list the operations, type platform?',
  );
});

it('finds the sections of the pages', async () => {
  const parts = await bench.help('a policy of redaction');
  expect(JSON.stringify(parts)).toContain('docs/redaction.md: ');
});

it('suggests the operation for a word that is not defined', async () => {
  const outcome = await bench.run('send_sms("+12065550100")');
  expect(outcome.ok ? [] : bench.adviceOn(outcome.error)).toEqual([
    'Did you mean platform.compat.messages.create or platform.beyond.messages.create? To search the help, type .help send_sms',
  ]);
});
