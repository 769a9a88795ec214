import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { openCassette, webhookEntry, webhookReplayer } from '../../src/cassette/index.js';
import { TransportFault } from '../../src/http/index.js';
import { receiver } from '../support/loopback.js';

const folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function patchbay(...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../dist/cli.js'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, PATCHBAY_STATE_DIR: folder, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

const ring = (url: string) => `
  const [number] = (await platform.phone_numbers.list()).data;
  await platform.phone_numbers.set_swml_webhook(number.id, ${JSON.stringify(url)});
  const call = await sandbox.ring(number.number);
  JSON.stringify([call.requests.map(({ status }) => status), call.steps.map(({ says }) => says), call.problems])`;

it('a recording has the requests of the platform, and a replay answers them without the server', async () => {
  const server = await receiver(() => ({
    body: JSON.stringify({ version: '1.0.0', sections: { main: [{ answer: {} }, { hangup: {} }] } }),
  }));
  onTestFinished(server.close);
  const url = `${server.url}/voice?a=1`;
  const recorded = await patchbay('--record', 'ring.yaml', '-e', ring(url));
  expect(recorded).toMatchObject({ code: 0, out: expect.stringContaining('answered') });
  await server.close();
  const replayed = await patchbay('--replay', 'ring.yaml', '-e', ring(url));
  expect([replayed.code, replayed.out]).toEqual([0, recorded.out]);
  expect(server.received).toHaveLength(1);

  const { documents } = openCassette(join(folder, 'ring.yaml'));
  expect(documents.map(({ kind }) => kind)).toEqual(['input', 'http', 'http', 'webhook', 'output']);
  const { out } = await patchbay('cassette', 'show', 'ring.yaml');
  expect(out).toMatch(/ 3 {2}webhook call document {2}POST \/voice\?a=1 → 200/);
  expect((await patchbay('cassette', 'list', 'ring.yaml')).out).toContain('2 exchanges · 1 webhook');
  expect((await patchbay('cassette', 'show', 'ring.yaml', '3')).out).toContain('event: call document');
});

it('a recording waits for the callbacks that are on their way', async () => {
  const server = await receiver();
  onTestFinished(server.close);
  const { code } = await patchbay(
    ...['--record', 'sms.ndjson', '-e'],
    `await platform.compat.messages.create({ From: '+12065550100', To: '+13035550111', Body: 'x', StatusCallback: '${server.url}' });
     sandbox.clock.advance(30); sandbox.callbacks.length`,
  );
  expect(code).toBe(0);
  const { documents } = openCassette(join(folder, 'sms.ndjson'));
  expect(documents.filter(({ kind }) => kind === 'webhook')).toHaveLength(2);
});

const request = { method: 'POST', url: 'http://127.0.0.1:1/x', headers: { 'content-type': 'application/json' } };

it('a webhook without a response has the fault, and one that was not sent has no entry', () => {
  const ended = (fault: TransportFault) => webhookEntry({ event: 'x', request, fault, ms: 0 });
  expect(ended(new TransportFault('timeout', 'late'))).toMatchObject({ kind: 'webhook', event: 'x', fault: 'timeout' });
  expect(ended(new TransportFault('not_allowed', 'no'))).toBeUndefined();
});

it('a recording without webhooks answers none', () => {
  expect(webhookReplayer({ documents: [] })).toBeUndefined();
});
