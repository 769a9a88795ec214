import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandbox, type SandboxServer } from '../../src/sandbox.js';

const NUMBER = '+12065550107';
const sandbox = createSandbox({ empty: true });
let server: SandboxServer;
let url = '';
let sid = '';
beforeAll(async () => {
  server = await sandbox.listen();
  const { phone_numbers, fabric, recordings } = sandbox.client();
  const { id } = await phone_numbers.purchase({ number: NUMBER });
  const contents = '<Response><Record maxLength="10" action="https://example.com/none"/></Response>';
  const { cxml_script } = await fabric.cxml_scripts.create({ display_name: 'Voicemail', contents });
  await phone_numbers.set_cxml_webhook(id, String((cxml_script as { request_url: string }).request_url));
  const { requests } = await sandbox.ring(NUMBER, { speech: ['Please call me back'] });
  url = new URLSearchParams(requests.at(-1)?.body).get('RecordingUrl') ?? '';
  const { data } = await recordings.list();
  sid = String(data[0]?.id);
});
afterAll(() => server.close());

it.each(['', '.wav', '.mp3'])('serves the audio of a recording without credentials: %j', async (extension) => {
  expect(url).toBe(`${server.url}/api/laml/2010-04-01/Accounts/${server.credentials.project}/Recordings/${sid}`);
  const response = await fetch(`${url}${extension}`);
  const file = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('content-type')).toBe('audio/wav');
  expect(file.subarray(0, 16).toString('latin1')).toMatch(/^RIFF....WAVEfmt /s);
  expect(file.readUInt32LE(40)).toBe(file.length - 44);
  // 8,000 samples of two bytes in a second.
  expect(Math.round((file.length - 44) / 16_000)).toBe(2);
});

it('serves the metadata to the client, and as .json', async () => {
  expect(await sandbox.client().compat.recordings.get(sid)).toMatchObject({ sid, duration: 2 });
  const { project, token } = server.credentials;
  const authorization = `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}`;
  const response = await fetch(`${url}.json`, { headers: { authorization } });
  expect(await response.json()).toMatchObject({ sid });
  expect((await fetch(`${url}.json`)).status).toBe(401);
});

it('lists an absolute URL that is the audio', async () => {
  const { url: file } = await sandbox.client().recordings.get(sid);
  expect(String(file).startsWith(server.url)).toBe(true);
  expect((await fetch(String(file))).headers.get('content-type')).toBe('audio/wav');
});

it('refuses a recording that does not exist', async () => {
  expect((await fetch(`${url.replace(sid, '00000000-0000-4000-8000-000000000000')}.wav`)).status).toBe(401);
});
