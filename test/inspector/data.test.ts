import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { NumberRow } from '../../src/inspector/contract.js';
import { inspected, TOKEN } from './support.js';

it('shows a request in full, with its credentials masked, as curl and as TypeScript', async () => {
  const { open, pageOf, client, origin } = await inspected();
  await client.queues.create({ name: 'night', max_size: 20 });
  const { body, text } = await pageOf(await open())('GET', 'requests/1');
  expect(body).toMatchObject({
    row: { id: 1, operation: 'queues.create', status: 201 },
    request: { body: '{\n  "name": "night",\n  "max_size": 20\n}', isCut: false },
    response: { headers: expect.arrayContaining([['content-type', expect.stringContaining('application/json')]]) },
    typescript: "await platform.queues.create({ name: 'night', max_size: 20 });",
    notRepeatable: null,
  });
  expect(body.curl).toContain(`curl --request POST ${origin}/api/relay/rest/queues`);
  expect(body.curl).toContain('--user "$PLATFORM_PROJECT_ID:$PLATFORM_API_TOKEN"');
  // The log has the headers of the connection, but curl writes its own.
  expect(body.request.headers.map(([name]: [string]) => name)).toEqual(
    expect.arrayContaining(['host', 'content-length', 'connection']),
  );
  expect(body.curl).toMatch(/--header 'content-type: application\/json/);
  expect(body.curl).not.toMatch(/--header '(?:host|content-length|connection|accept-encoding|sec-fetch-\w+):/);
  expect(text).not.toContain(TOKEN);
  expect(Object.fromEntries(body.request.headers).authorization).toBe('Basic [cut]');
});

it('masks the token of the sandbox wherever a program wrote it', async () => {
  const { open, pageOf, client } = await inspected();
  const page = pageOf(await open());
  await client.queues.create({ name: `q ${TOKEN}` });
  await client.queues.get(TOKEN).catch(() => {});
  for (const path of ['requests/1', 'requests/2', 'requests/2/explanation', 'control/inbox']) {
    const { status, text } = await page('GET', path);
    expect([path, status, text.includes(TOKEN)]).toEqual([path, 200, false]);
  }
  // What is masked cannot be sent again.
  expect(await page('POST', 'requests/1/again')).toMatchObject({ status: 409 });
});

it('shows a part of a long body', async () => {
  const { open, pageOf, origin } = await inspected();
  const name = 'x'.repeat(1_000_000);
  await fetch(`${origin}/api/relay/rest/queues`, { method: 'POST', body: JSON.stringify({ name }) });
  const { body, text } = await pageOf(await open())('GET', 'requests/1');
  expect(body.request).toMatchObject({ bytes: 1_000_011, isCut: true });
  expect([body.curl, text.length < 250_000]).toEqual([null, true]);
});

it('explains a failure with its level, and a call that succeeds on a copy of the sandbox', async () => {
  const { open, pageOf, client, sandbox } = await inspected();
  const { id } = await client.queues.create({ name: 'night' });
  await client.queues.get(`${id.slice(0, -1)}x`).catch(() => {});
  const before = [sandbox.clock.now(), sandbox.snapshot().collections.queues];
  const { body } = await pageOf(await open())('GET', 'requests/2/explanation');
  expect(JSON.stringify(body.parts)).toMatch(/cause/);
  expect(body.parts).toContain('This call succeeds on a copy of the sandbox:');
  expect([sandbox.clock.now(), sandbox.snapshot().collections.queues]).toEqual(before);
});

it('sends a request again with the credentials of the account', async () => {
  const { open, pageOf, client, sandbox, log } = await inspected();
  await client.mfa.sms({ to: '+13035550111' });
  expect(await pageOf(await open())('POST', 'requests/1/again')).toMatchObject({ status: 200, body: { status: 200 } });
  expect([sandbox.inbox.map(({ to }) => to), log.last]).toEqual([['+13035550111', '+13035550111'], 2]);
});

it('does not pass on paths of the control API that the page does not use', async () => {
  const { open, pageOf } = await inspected();
  const page = pageOf(await open());
  for (const path of ['control/signing', 'control/snapshot', 'control/journal', 'control/openapi.json', 'control/'])
    expect([path, (await page('GET', path)).status]).toEqual([path, 404]);
});

it('saves a state, and restores it', async () => {
  const { open, pageOf, client } = await inspected();
  const page = pageOf(await open());
  const { body: rows } = await page('POST', 'snapshots', '  before <script>  ');
  expect(rows).toMatchObject([{ id: '1', name: 'before <script>' }]);
  const names = async () => (await client.queues.list()).data.map(({ friendly_name }) => friendly_name);
  const start = await names();
  await client.queues.create({ name: 'later' });
  expect((await page('POST', 'snapshots/1/restore')).status).toBe(200);
  expect(await names()).toEqual(start);
  expect((await page('POST', 'snapshots/9/restore')).status).toBe(404);
  expect(await page('DELETE', 'snapshots/9')).toMatchObject({ status: 404 });
  expect(await page('DELETE', 'snapshots/1')).toMatchObject({ status: 200, body: [] });
  expect((await page('POST', 'snapshots/1/restore')).status).toBe(404);
});

it('lists the numbers with problems first, and does not move the clock', async () => {
  const { open, pageOf, sandbox } = await inspected();
  const before = sandbox.clock.now();
  const { body } = await pageOf(await open())('GET', 'numbers');
  const problems = body.map(({ problems }: { problems: string[] }) => problems.length > 0);
  expect(problems).toEqual([...problems].sort().reverse());
  expect(problems[0]).toBe(true);
  expect(body).toContainEqual(
    expect.objectContaining({
      ...{ number: '+12125550142', handler: null },
      problems: [{ text: 'no answer: no call handler', operation: 'set_swml_webhook' }],
    }),
  );
  expect(sandbox.clock.now()).toEqual(before);
});

it('links a number to the resource that answers it, and a dead URL to the request that failed', async () => {
  const { open, pageOf, client, sandbox } = await inspected();
  const page = pageOf(await open());
  const { body: resources } = await page('GET', 'resources');
  const numbers = async (): Promise<NumberRow[]> => (await page('GET', 'numbers')).body;
  for (const { id, handler } of await numbers()) {
    const { calling_handler_resource_id } = await client.phone_numbers.get(id);
    expect(handler?.id ?? null).toBe(calling_handler_resource_id);
    if (!handler) continue;
    const { namespace } = handler;
    expect(resources.rows).toContainEqual(expect.objectContaining({ namespace, id: handler.id }));
  }
  const [first] = await numbers();
  const server = createServer((_, response) => response.writeHead(500).end());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/menu.xml`;
  await client.phone_numbers.set_cxml_webhook(String(first?.id), url);
  await sandbox.ring(String(first?.number));
  await sandbox.settled();
  const dead = (await numbers()).find(({ id }) => id === first?.id);
  expect(dead?.problems).toEqual([
    { text: `${url} responded with 500`, operation: 'set_cxml_webhook', request: expect.any(Number) },
  ]);
  expect((await page('GET', `requests/${dead?.problems[0]?.request}`)).body.row).toMatchObject({ status: 500 });
});

it.each([
  ['a page instead of a document', '<!doctype html><html><body>Sign in</body></html>'],
  ['an unknown verb', '{"version":"1.0.0","sections":{"main":[{"plya":{"url":"say:Hello"}}]}}'],
  ['no main section', '{"version":"1.0.0","sections":{"mian":["hangup"]}}'],
])('shows a number whose latest call failed although its URL answers: %s', async (_, text) => {
  const { open, pageOf, client, sandbox } = await inspected();
  const page = pageOf(await open());
  const numbers = async (): Promise<NumberRow[]> => (await page('GET', 'numbers')).body;
  let sent = text;
  const server = createServer((_, response) => response.end(sent));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const first = (await numbers()).find(({ problems }) => problems.length === 0);
  const { port } = server.address() as AddressInfo;
  await client.phone_numbers.set_swml_webhook(String(first?.id), `http://127.0.0.1:${port}/menu`);
  const problems = async () => {
    const { call_id } = await sandbox.ring(String(first?.number));
    await sandbox.settled();
    return [call_id, (await numbers()).find(({ id }) => id === first?.id)?.problems];
  };
  const [call, shown] = await problems();
  expect(shown).toEqual([{ text: 'The latest call failed: document error.', operation: 'set_swml_webhook', call }]);
  sent = '{"version":"1.0.0","sections":{"main":["hangup"]}}';
  expect((await problems())[1]).toEqual([]);
});

it('names a state after its time and what it has, unless the user names it', async () => {
  const { open, pageOf, client, sandbox } = await inspected();
  const page = pageOf(await open());
  await page('POST', 'snapshots', '  ');
  const count = (await client.phone_numbers.list()).data.length;
  const { now } = (await page('GET', 'snapshots')).body[0];
  await client.compat.messages.create({ From: '+12065550100', To: '+13035550111', Body: 'a' });
  sandbox.clock.advance(10);
  const { body: inbox } = await page('GET', 'control/inbox');
  const { body } = await page('POST', 'snapshots', '');
  const [latest, first] = body.map(({ name }: { name: string }) => name);
  expect(first).toMatch(new RegExp(`^${now.slice(11, 19)}, ${count} numbers, \\d+ calls, \\d+ messages in the inbox$`));
  const messages = (name: string) => Number(/(\d+) message/.exec(name)?.[1]);
  expect(messages(latest)).toBe(messages(first) + 1);
  expect(inbox).toHaveLength(messages(latest));
  expect(sandbox.calls().length).toBe(Number(/(\d+) call/.exec(latest)?.[1]));
});

it('runs the clock in real time for all pages together, until one of them stops it or none is open', async () => {
  let ms = 1_000_000;
  const { open, pageOf, sandbox } = await inspected({ now: () => ms });
  const pages = [pageOf(await open()), pageOf(await open())];
  const start = sandbox.clock.now().getTime();
  const passed = () => (sandbox.clock.now().getTime() - start) / 1_000;
  const ask = (page: number, word: string) => pages[page]?.('POST', 'clock/run', word);
  const isRunning = async (page: number) => (await pages[page]?.('GET', 'clock/run'))?.body.isRunning;
  expect(await isRunning(0)).toBe(false);
  await ask(0, 'start');
  await ask(1, 'start');
  expect([await isRunning(0), await isRunning(1)]).toEqual([true, true]);
  for (let step = 0; step < 10; step++) {
    ms += 700;
    for (const page of [0, 1]) await ask(page, 'tick');
  }
  expect(passed()).toBe(7);
  expect((await ask(1, 'stop'))?.body).toEqual({ isRunning: false, now: sandbox.clock.now().toISOString() });
  ms += 5_000;
  expect((await ask(0, 'tick'))?.body.isRunning).toBe(false);
  expect(passed()).toBe(7);
  await ask(0, 'start');
  ms += 3_600_000;
  expect(await isRunning(1)).toBe(false);
  await ask(0, 'tick');
  expect(passed()).toBe(7);
});

it('tells the story of a call', async () => {
  const { open, pageOf } = await inspected();
  const page = pageOf(await open());
  const { body: ring } = await page('POST', 'control/ring', { number: '+12065550100', digits: ['2'] });
  const { body: story } = await page('GET', `control/story?id=${ring.call_id}`);
  expect(story).toMatchObject({ id: ring.call_id, document: 'https://example.com/front-desk.json', problems: [] });
  expect((await page('GET', 'control/calls')).body.at(-1)).toMatchObject({ id: ring.call_id });
  expect((await page('GET', 'control/story?id=none')).status).toBe(422);
});
