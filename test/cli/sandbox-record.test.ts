import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { openCassette } from '../../src/cassette/index.js';
import { receiver, serve as serveHttp } from '../support/loopback.js';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'sandbox-record-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Serves a sandbox in a process, as for a program in another language. */
async function serve(...args: string[]) {
  const child = spawn(process.execPath, [join(root, 'dist/cli.js'), 'sandbox', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, PATCHBAY_STATE_DIR: folder, NO_COLOR: '1' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const err = text(child.stderr);
  const variables = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = /^export (\w+)=(.*)$/.exec(line) ?? [];
    if (name && value) variables.set(name, value);
    if (variables.size === 3) break;
  }
  const send = (path: string, init: RequestInit = {}, token = variables.get('PLATFORM_API_TOKEN')) => {
    const basic = Buffer.from(`${variables.get('PLATFORM_PROJECT_ID')}:${token}`).toString('base64');
    return fetch(`${variables.get('PLATFORM_SPACE')}${path}`, {
      ...init,
      headers: { authorization: `Basic ${basic}`, ...init.headers },
    });
  };
  const stop = async (signal: 'SIGINT' | 'SIGTERM' = 'SIGINT') => {
    child.kill(signal);
    await once(child, 'close');
    return err;
  };
  return { send, stop, variables };
}

it('patchbay sandbox --record holds what clients send and what the sandbox sends, redacted', async () => {
  const callbacks = await receiver();
  onTestFinished(callbacks.close);
  const { send, stop, variables } = await serve('--record', 'served.yaml');
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const project = variables.get('PLATFORM_PROJECT_ID');
  const message = {
    From: '+12065550100',
    To: '+4917612345678',
    Body: 'for jane.roe@corp.test',
    StatusCallback: callbacks.url,
  };
  const statuses = [
    await send('/api/relay/rest/queues', {
      method: 'POST',
      body: '{"name":"night"}',
      headers: { 'content-type': 'application/json' },
    }),
    await send('/api/relay/rest/queues/none'),
    await send('/api/relay/rest/queues', {}, 'an-expired-token'),
    await send(`/api/laml/2010-04-01/Accounts/${project}/Messages`, {
      method: 'POST',
      body: new URLSearchParams(message),
      headers: form,
    }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([201, 404, 401, 201]);
  // The sandbox is controlled over its own API, which is not recorded.
  const advanced = await send('/_patchbay/api/clock', {
    method: 'POST',
    body: '{"advance_seconds":60}',
    headers: { 'content-type': 'application/json' },
  });
  expect(advanced.status).toBe(200);
  const err = await stop();

  const { documents, entries, header } = openCassette(join(folder, 'served.yaml'));
  expect(entries.map(({ op, response }) => [op, response?.status])).toEqual([
    ['queues.create', 201],
    ['queues.get', 404],
    ['queues.list', 401],
    ['compat.messages.create', 201],
  ]);
  expect(documents.some(({ kind }) => kind === 'webhook')).toBe(true);
  expect([header.origin, header.seed]).toEqual(['sandbox', 1]);
  expect(err).toMatch(/[5-9] exchanges → \S*served\.yaml/);
  const bytes = readFileSync(join(folder, 'served.yaml'), 'utf8');
  for (const secret of ['17612345678', 'jane.roe', 'an-expired-token', variables.get('PLATFORM_API_TOKEN') as string])
    expect(bytes).not.toContain(secret);
});

it.each([
  ['SIGINT', []],
  ['SIGTERM', []],
  ['SIGINT', ['--record', 'hanging.yaml']],
  ['SIGTERM', ['--record', 'hanging-too.yaml']],
] as const)('ends at once on %s while 40 callbacks have no response: %j', async (signal, args) => {
  let hanging = 0;
  let allHang = () => {};
  const all = new Promise<void>((resolve) => (allHang = resolve));
  const silent = await serveHttp(() => ++hanging === 40 && allHang());
  onTestFinished(silent.close);
  const { send, stop } = await serve(...args);
  for (let index = 0; index < 40; index++) {
    const params = { from: '+12065550100', to: '+15005550101', url: 'https://example.com/x' };
    const status = { status_url: `${silent.url}/${index}`, status_events: ['created'] };
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ command: 'dial', params: { ...params, ...status } });
    expect((await send('/api/calling/calls', { method: 'POST', headers, body })).status).toBe(200);
  }
  await all;
  const start = performance.now();
  await stop(signal);
  // A callback has ten seconds and more. The limit leaves room for a loaded machine.
  expect(performance.now() - start).toBeLessThan(4000);
});
