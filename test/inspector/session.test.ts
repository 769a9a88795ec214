import { expect, it, onTestFinished } from 'vitest';
import { type Bench, createBench } from '../../src/bench/index.js';
import { parseCassette } from '../../src/cassette/index.js';
import { inspectRecording, inspectSession } from '../../src/inspector/index.js';

/** Opens an address as a browser does, and returns what the script of the page sends. */
async function opened(address: string) {
  const { origin } = new URL(address);
  const first = await fetch(address, { redirect: 'manual' });
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
  return {
    origin,
    status: first.status,
    async page(method: string, path: string, body?: unknown) {
      const headers = { cookie, origin, 'x-patchbay-page': '1' };
      const sent = body === undefined || method === 'GET' ? {} : { body: JSON.stringify(body) };
      const response = await fetch(`${origin}/_patchbay/data/${path}`, { method, headers, ...sent });
      return { status: response.status, body: JSON.parse(await response.text()) };
    },
  };
}

const addressIn = (text: unknown): string => /http:\S+/.exec(String(text))?.[0] ?? '';

function newBench(env: NodeJS.ProcessEnv = {}): Bench {
  const bench = createBench({ inspect: inspectSession, env: () => env });
  onTestFinished(() => bench.close());
  return bench;
}

async function inspectedBench(env?: NodeJS.ProcessEnv) {
  const bench = newBench(env);
  const outcome = await bench.run('.inspect');
  const text = outcome.ok ? String(outcome.value) : String(outcome.error);
  return { bench, text, ...(await opened(addressIn(text))) };
}

it('shows the requests of a session, and controls its sandbox', async () => {
  const { bench, text, page } = await inspectedBench();
  expect(text).toMatch(/^Inspect this session at http:\/\/127\.0\.0\.1:\d+\/_patchbay\/open\/\S+ \(opens once/);
  await bench.run("await platform.queues.create({ name: 'night' })");
  const row = [...bench.log.since(0)].find(([, { kind }]) => kind === 'http')?.[0];
  expect((await page('GET', `requests/${row}`)).body).toMatchObject({
    row: { operation: 'queues.create', status: 201 },
    notRepeatable: null,
  });
  const { body } = await page('POST', 'control/ring', { number: '+12065550100', digits: ['1'] });
  expect((await page('GET', 'control/calls')).body).toContainEqual(expect.objectContaining({ id: body.call_id }));
  // The name of the queue exists.
  expect((await page('POST', `requests/${row}/again`)).body).toEqual({ status: 422, credentials: 'own' });
  // What the page sends is a request of the session, so that .save writes it.
  const sent = bench.log.events.filter((event) => event.kind === 'http' && !event.isLookup);
  expect(sent).toHaveLength(2);
  const names = await bench.run('(await platform.queues.list()).data.map(({ friendly_name }) => friendly_name)');
  expect(names).toMatchObject({ ok: true, value: expect.arrayContaining(['night']) });
});

it('has one server for a session, whose addresses open once, and closes it with the session', async () => {
  const { bench, text, origin } = await inspectedBench();
  const again = await bench.run('.inspect');
  const second = addressIn(again.ok && again.value);
  expect([new URL(second).origin, second === addressIn(text)]).toEqual([origin, false]);
  expect((await opened(addressIn(text))).status).toBe(403);
  // The server has the page, and not the API of the sandbox.
  expect((await fetch(`${origin}/api/relay/rest/queues`)).status).toBe(404);
  expect((await fetch(`${origin}/_patchbay/api/clock`)).status).toBe(404);
  await bench.close();
  await expect(fetch(origin)).rejects.toThrow('fetch failed');
});

it('only shows requests while they go to the live platform', async () => {
  const env = { PLATFORM_PROJECT_ID: 'p1', PLATFORM_API_TOKEN: `PT${'7d'.repeat(20)}`, PLATFORM_SPACE: 'acme' };
  const bench = newBench(env);
  await bench.use({ kind: 'live' });
  const outcome = await bench.run('.inspect');
  const text = String(outcome.ok && outcome.value);
  expect(text).toContain('sends and controls nothing');
  const { page } = await opened(addressIn(text));
  bench.log.append({
    kind: 'http',
    exchange: { method: 'GET', url: 'https://acme.example.com/api/relay/rest/queues', ms: 1, status: 200 },
  });
  const row = bench.log.last;
  expect((await page('GET', 'source')).body).toMatchObject({ kind: 'session', isControlled: false });
  expect((await page('GET', `requests/${row}`)).body.notRepeatable).toContain('live platform');
  for (const [method, path] of [
    ['POST', `requests/${row}/again`],
    ['POST', 'control/clock'],
    ['GET', 'resources'],
    ['POST', 'call/send'],
  ] as const)
    expect([path, (await page(method, path, {})).status]).toEqual([path, 409]);
  await bench.use({ kind: 'sandbox' });
  expect((await page('GET', 'source')).body).toMatchObject({ isControlled: true, note: null });
});

it('is refused where no session stays open', async () => {
  const bench = createBench();
  onTestFinished(() => bench.close());
  expect(await bench.run('.inspect')).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('stays open') },
  });
  expect(await newBench().run('.inspect case.yaml')).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('patchbay inspect FILE') },
  });
});

const RECORDING = `---
kind: cassette
version: 1
origin: sandbox
tool: patchbay 0.1.0
redaction: known secrets are redacted
---
kind: input
source: throw new Error('this must not run')
---
kind: http
op: queues.get
request: { method: GET, url: "https://acme.example.com/api/relay/rest/queues/7d3c2f0e-0000-4000-8000-000000000000" }
response: { status: 404, headers: { content-type: application/json }, body: { json: { error: not found } } }
---
kind: webhook
event: call document
request: { method: POST, url: "https://example.com/menu", body: { json: { call_id: "1" } } }
response: { status: 200, body: { text: "{}" } }
`;

it('shows the requests of a recording, and sends nothing', async () => {
  const { documents } = parseCassette(RECORDING, 'case.yaml');
  const served = await inspectRecording('case.yaml', documents);
  onTestFinished(() => served.close());
  const { page } = await opened(served.newAddress());
  expect((await page('GET', 'source')).body).toMatchObject({
    kind: 'recording',
    name: 'case.yaml',
    isControlled: false,
  });
  const { body } = await page('GET', 'requests/1');
  expect(body).toMatchObject({
    row: { operation: 'queues.get', status: 404 },
    notRepeatable: expect.stringContaining('recording'),
  });
  expect(body.curl).toContain('--user "$PLATFORM_PROJECT_ID:$PLATFORM_API_TOKEN"');
  expect((await page('GET', 'requests/2')).body).toMatchObject({
    row: { kind: 'webhook', operation: 'call document' },
  });
  expect(JSON.stringify((await page('GET', 'requests/1/explanation')).body)).toMatch(/cause/);
  for (const path of ['requests/1/again', 'control/reset', 'snapshots', 'casts'])
    expect([path, (await page('POST', path, {})).status]).toEqual([path, 409]);
});
