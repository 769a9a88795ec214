import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
  openCassette,
  openRecordingFile,
  recorder,
  recordingDispatcher,
  replayDispatcher,
  replayer,
} from '../../src/cassette/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { serve } from '../support/loopback.js';

const folder = mkdtempSync(join(tmpdir(), 'recorder-options-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const { transport } = createSandbox();
const GET = { method: 'GET', url: 'https://sandbox.invalid/api/relay/rest/queues?key=PT-secret&pin=123', headers: {} };

/** Calls a function with arguments that its types refuse, as a program in JavaScript can. */
const untyped = (work: unknown, ...given: readonly unknown[]): unknown =>
  Reflect.apply(work as () => unknown, 0, given);

it('records with a file name alone, and takes secrets as strings', async () => {
  const recording = recorder(transport, { file: at('a.yaml'), secrets: ['PT-secret', '123', undefined] });
  await recording.send(GET);
  await recording.close();
  const { header, entries } = openCassette(at('a.yaml'));
  expect(header).toMatchObject({ origin: 'live', tool: 'patchbay', redaction: 'known secrets are redacted' });
  expect(entries[0]?.request.url).toBe('https://sandbox.invalid/api/relay/rest/queues?key=[cut]&pin=[cut]');
  // With its secret, a replay finds the request.
  const replay = replayer({ entries }, { secrets: ['PT-secret', '123'] });
  expect(await replay.send(GET)).toMatchObject({ status: entries[0]?.response?.status });
});

it('takes secrets as strings in a recording dispatcher, which needs no options', async () => {
  const server = await serve((_, response) => response.end('{"key":"PT-secret"}'));
  for (const options of [undefined, { secrets: ['PT-secret'] }]) {
    const dispatcher = await recordingDispatcher(at('b.ndjson'), options);
    const { request } = await import('undici');
    await (await request(`${server.url}/x`, { dispatcher })).body.dump();
    await dispatcher.close();
    expect(readFileSync(at('b.ndjson'), 'utf8').includes('PT-secret')).toBe(options === undefined);
  }
  await server.close();
});

it.each<[what: string, work: unknown, given: readonly unknown[], says: string]>([
  ['no options', recorder, [transport], "recorder needs a file: recorder(transport, { file: 'story.yaml' })"],
  ['a name as options', recorder, [transport, 'story.yaml'], 'recorder needs a file'],
  ['no file', recorder, [transport, { path: 'story.yaml' }], 'recorder needs a file'],
  ['a file that is not text', recorder, [transport, { file: 1 }], 'recorder needs a file'],
  ['no transport', recorder, [{ file: 'story.yaml' }], 'recorder needs a transport'],
  ['nothing', recorder, [], 'recorder needs a transport'],
  ['a secret as text', recorder, [transport, { file: at('c.yaml'), secrets: 'PT-secret' }], 'secrets must be a list'],
  ['secrets of numbers', recorder, [transport, { file: at('c.yaml'), secrets: [1] }], 'secrets must be a list'],
  ['another origin', recorder, [transport, { file: at('c.yaml'), header: { origin: 'prod' } }], 'header.origin: '],
  ['no header fields', recorder, [transport, { file: at('c.yaml'), header: 'live' }], 'header must be an object'],
  ['a number for a file', openRecordingFile, [1], 'the name of a recording must be a string'],
  ['a dispatcher without a file', recordingDispatcher, [{ file: 'story.yaml' }], 'the name of a recording must be'],
  ['a file for a replay', replayer, ['story.yaml'], "a replay needs a recording: openCassette('story.yaml')"],
  ['nothing for a replay', replayer, [], 'a replay needs a recording'],
  ['a file for a replay dispatcher', replayDispatcher, ['story.yaml'], 'a replay needs a recording'],
  ['secrets of a replay as text', replayer, [{ entries: [] }, { secrets: 'PT' }], 'secrets must be a list'],
])('refuses %s in words', async (_what, work, given, says) => {
  const refused = expect(async () => untyped(work, ...given)).rejects;
  await refused.toThrow(TypeError);
  await refused.toThrow(says);
});
