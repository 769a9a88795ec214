import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RestClient } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { receiver, serve } from '../support/loopback.js';

const FROM = '+12065550100';
const SWML = { version: '1.0.0', sections: { main: [{ hangup: {} }] } };

/** A server that accepts requests and never answers. `arrived(n)` waits for n requests. */
async function silentServer() {
  let count = 0;
  const waiting = new Set<() => void>();
  const server = await serve(() => {
    count++;
    for (const check of waiting) check();
  });
  onTestFinished(server.close);
  const arrived = (least: number) =>
    new Promise<void>((resolve) => {
      const check = () => count >= least && resolve();
      waiting.add(check);
      check();
    });
  return { url: server.url, arrived };
}

async function answering() {
  const server = await receiver();
  onTestFinished(server.close);
  return server;
}

const message = (client: RestClient, StatusCallback: string) =>
  client.compat.messages.create({ From: FROM, To: '+13035550111', Body: 'x', StatusCallback });

describe('a callback', () => {
  it('does not wait for a server that does not answer', async () => {
    const dead = await silentServer();
    const server = await answering();
    const sandbox = createSandbox();
    await message(sandbox.client(), dead.url);
    await message(sandbox.client(), server.url);
    sandbox.clock.advance(30);
    const states = () => sandbox.callbacks.filter(({ url }) => url === server.url).map(({ outcome }) => outcome);
    expect(states().length).toBeGreaterThan(0);
    await expect.poll(states, { timeout: 4000 }).toEqual(states().map(() => ({ status: 200 })));
    await dead.arrived(1);
    expect(sandbox.callbacks.find(({ url }) => url === dead.url)?.outcome).toBe('posting');
    await sandbox.close();
  });

  it('reaches one URL in the order of its events', async () => {
    const server = await answering();
    const sandbox = createSandbox();
    await message(sandbox.client(), server.url);
    sandbox.clock.advance(30);
    await sandbox.settled();
    const statuses = server.received.map(({ body }) => new URLSearchParams(body).get('MessageStatus'));
    expect(statuses).toEqual(['sent', 'delivered']);
  });

  it('is cancelled when the sandbox is closed', async () => {
    const dead = await silentServer();
    const sandbox = createSandbox();
    await message(sandbox.client(), dead.url);
    sandbox.clock.advance(30);
    void sandbox.callbacks;
    await dead.arrived(1);
    await sandbox.close();
    await sandbox.settled();
    expect(sandbox.callbacks.map(({ outcome }) => outcome)).toEqual(
      sandbox.callbacks.map(() => ({ error: expect.stringContaining('aborted') })),
    );
    await message(sandbox.client(), dead.url);
    sandbox.clock.advance(30);
    expect(sandbox.callbacks.at(-1)?.outcome).toBe('kept');
  });
});

describe('a request to a server of the user', () => {
  it('is in the journal, without credentials and query', async () => {
    const server = await answering();
    const sandbox = createSandbox();
    await message(sandbox.client(), `${server.url.replace('//', '//user:pass@')}/status?key=SECRET`);
    sandbox.clock.advance(30);
    await sandbox.settled();
    expect(sandbox.journal.filter(({ kind }) => kind === 'webhook')).toEqual(
      ['sent', 'delivered'].map(() => ({
        kind: 'webhook',
        at: expect.any(String),
        method: 'POST',
        path: `${server.url}/status`,
        operation: null,
        status: 200,
        fault: null,
        reason: expect.stringContaining('message'),
      })),
    );
  });

  it('is reported with its response, also for the document of a call', async () => {
    const server = await receiver(() => ({ body: JSON.stringify(SWML) }));
    onTestFinished(server.close);
    const sandbox = createSandbox();
    const seen: unknown[] = [];
    const stop = sandbox.webhooks.follow(({ event, request: { url }, response }) =>
      seen.push([event, url, response?.status]),
    );
    const [number] = (await sandbox.client().phone_numbers.list()).data;
    await sandbox.client().phone_numbers.set_swml_webhook(number?.id as string, server.url);
    await sandbox.ring(number?.number as string);
    expect(seen).toEqual([['call document', `${server.url}/`, 200]]);
    stop();
    await sandbox.ring(number?.number as string);
    expect(seen).toHaveLength(1);
  });

  it('is answered by another transport, without the server and for any host', async () => {
    const sandbox = createSandbox();
    await sandbox.client().queues.list();
    const urls: string[] = [];
    sandbox.webhooks.answerFrom({
      send: async ({ url }) => {
        urls.push(url);
        return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(SWML)) };
      },
    });
    const [number] = (await sandbox.client().phone_numbers.list()).data;
    await sandbox.client().phone_numbers.set_swml_webhook(number?.id as string, 'https://customer.example/voice');
    expect(await sandbox.ring(number?.number as string)).toMatchObject({ problems: [] });
    sandbox.webhooks.answerFrom(null);
    expect((await sandbox.ring(number?.number as string)).problems.join()).toContain('is not on this machine');
    expect(urls).toEqual(['https://customer.example/voice']);
  });
});

it.each(['SIGINT', 'SIGTERM'] as const)('%s ends the server while 40 callbacks are not answered', async (signal) => {
  const dead = await silentServer();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../dist/cli.js'), 'sandbox'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (printed.includes('TOKEN=')) break;
  }
  const value = (name: string) => new RegExp(`export ${name}=(\\S+)`).exec(printed)?.[1] as string;
  const client = new RestClient({
    project: value('PLATFORM_PROJECT_ID'),
    token: value('PLATFORM_API_TOKEN'),
    host: value('PLATFORM_SPACE'),
  });
  for (let i = 0; i < 40; i++) await message(client, `${dead.url}/${i}`);
  // Each request moves the clock by one second.
  for (let i = 0; i < 5; i++) await client.queues.list();
  await dead.arrived(40);
  const startMs = performance.now();
  child.kill(signal);
  const [[code], warnings] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  expect({ code, warnings }).toEqual({ code: 0, warnings: '' });
  // The promise is one second. A loaded machine gets more.
  expect(performance.now() - startMs).toBeLessThan(4000);
});
