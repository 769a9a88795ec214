import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minimize, type ReplayReport, replay } from '../../../src/cases/index.js';
import { type CassetteDocument, openCassette, toNdjson, type WebhookEntry } from '../../../src/cassette/index.js';
import type { RestClient } from '../../../src/client/index.js';
import { createSandbox } from '../../../src/sandbox.js';
import { receiver } from '../../support/loopback.js';
import { recordedCase } from '../support/recorded-case.js';

const NOW = '2025-06-02T09:00:00.000Z';
const HEAD = { kind: 'cassette', version: 1, origin: 'sandbox', tool: 'test', redaction: 'none' } as const;
const header = { ...HEAD, clock: NOW };
const STATES = ['ringing', 'answered', 'ended'];

type Recording = { readonly header: typeof header; readonly documents: readonly CassetteDocument[] };

/** Records work that calls a server. The server is closed then, so a replay cannot reach it. */
async function session(
  answers: (base: string) => Readonly<Record<string, unknown>>,
  work: (platform: RestClient, base: string, sandbox: ReturnType<typeof createSandbox>) => Promise<unknown>,
): Promise<Recording & { readonly base: string }> {
  const server = await receiver(({ target }) => ({ body: JSON.stringify(answers(server.url)[target] ?? {}) }));
  const sandbox = createSandbox({ now: NOW, seed: 99 });
  const { documents } = await recordedCase((platform) => work(platform, server.url, sandbox), sandbox);
  await sandbox.settled();
  await Promise.all([server.close(), sandbox.close()]);
  return { header, documents, base: server.url };
}

const document = (...main: readonly object[]) => ({ version: '1.0.0', sections: { main } });

/** A call whose server decides how it continues: `/decide` answers `on`, so `/next` is requested. */
const decided = () =>
  session(
    (base) => ({
      '/voice': document(
        { request: { url: `${base}/decide`, method: 'POST', save_variables: true } },
        {
          switch: {
            variable: 'request_response.go',
            case: { on: [{ transfer: { dest: `${base}/next` } }] },
            default: [{ hangup: {} }],
          },
        },
      ),
      '/decide': { go: 'on' },
      '/next': document({ play: { url: 'silence:2' } }, { hangup: {} }),
    }),
    async (platform, base, sandbox) => {
      const { id } = await platform.calling.dial({
        ...{ from: '+12065550100', to: '+12065550188', url: `${base}/voice` },
        ...{ status_url: `${base}/status`, status_events: STATES },
      } as never);
      for (let i = 0; i < 10; i++) {
        sandbox.clock.advance(1);
        await sandbox.settled();
      }
      await platform.logs.voice.get(id);
    },
  );

/** Without an order: webhooks to different URLs do not wait for each other. */
const lines = ({ webhooks, base }: ReplayReport & { readonly base: string }) =>
  webhooks.map(({ outcome, event, url }) => `${outcome} ${event} ${url.replace(base, '')}`).sort();

/** Replays a recording with other documents. */
const again = async (recording: Recording & { readonly base: string }, documents = recording.documents) => ({
  ...(await replay({ header, documents })),
  base: recording.base,
});

const isWebhook = (one: CassetteDocument): one is WebhookEntry => one.kind === 'webhook';
const stateOf = (one: CassetteDocument) => /"call_state":"(\w+)"/.exec(JSON.stringify(one.request))?.[1];
const isStatus = (one: CassetteDocument, state: string) =>
  isWebhook(one) && one.event === 'calling.call.state' && stateOf(one) === state;

let recording: Awaited<ReturnType<typeof decided>>;
beforeAll(async () => {
  recording = await decided();
});

describe('a replay', () => {
  it('receives the recorded webhooks again, with new ids, and waits for them on the clock of the sandbox', async () => {
    const report = await again(recording);
    expect(report.webhooks.flatMap(({ differences }) => differences)).toEqual([]);
    expect(lines(report)).toEqual([
      'same call document /next',
      'same call document /voice',
      'same call request /decide',
      'same calling.call.state /status',
      'same calling.call.state /status',
      'same calling.call.state /status',
    ]);
    expect(report.requests.map(({ outcome, operation }) => `${outcome} ${operation}`)).toEqual([
      'same calling.dial',
      'same logs.voice.get',
    ]);
    expect(report).toMatchObject({ isSame: true, notes: [] });
  });

  it('takes the branch that the recorded answer decides', async () => {
    const documents = JSON.parse(JSON.stringify(recording.documents).replace('"go":"on"', '"go":"no"'));
    const report = await again(recording, documents);
    expect(lines(report)).toEqual([
      'missing call document /next',
      'same call document /voice',
      'same call request /decide',
      'same calling.call.state /status',
      'same calling.call.state /status',
      'same calling.call.state /status',
    ]);
    expect(report.isSame).toBe(false);
  });

  it('names a webhook that the recording does not have', async () => {
    const documents = recording.documents.filter((one) => !isStatus(one, 'ringing'));
    const report = await again(recording, documents);
    expect(lines(report)).toEqual([
      'added calling.call.state /status',
      'same call document /next',
      'same call document /voice',
      'same call request /decide',
      'same calling.call.state /status',
      'same calling.call.state /status',
    ]);
    expect(report.webhooks[0]).toMatchObject({ outcome: 'added', exchange: 1 });
    expect(report.isSame).toBe(false);
  });

  it('accepts webhooks after the last recorded one, because the recording may have ended before', async () => {
    const isLate = (one: CassetteDocument) =>
      isStatus(one, 'ended') || (isWebhook(one) ? one.request.url.endsWith('/next') : one.op === 'logs.voice.get');
    const documents = recording.documents.filter((one) => !isLate(one));
    const report = await again(recording, documents);
    expect(lines(report)).toContain('new call document /next');
    expect(report.isSame).toBe(true);
  });
});

describe('the webhooks of a replay', () => {
  it('compares the method and the fields', async () => {
    const documents = recording.documents.map((one) =>
      isStatus(one, 'answered')
        ? JSON.parse(
            JSON.stringify(one).replace('"direction":"outbound"', '"direction":"inbound"').replace('POST', 'GET'),
          )
        : one,
    );
    const { webhooks, isSame } = await again(recording, documents);
    expect(isSame).toBe(false);
    expect(webhooks.filter(({ outcome }) => outcome !== 'same')).toEqual([
      expect.objectContaining({
        ...{ exchange: 3, outcome: 'different', status: 200 },
        differences: [
          { at: 'method', recorded: 'GET', now: 'POST' },
          { at: 'body.params.direction', recorded: 'inbound', now: 'outbound' },
        ],
      }),
    ]);
  });

  it('repeats a server that did not answer', async () => {
    const documents = recording.documents.map((one) =>
      isWebhook(one) && one.request.url.endsWith('/decide')
        ? { kind: one.kind, event: one.event, request: one.request, fault: 'timeout' as const }
        : one,
    );
    const { webhooks } = await again(recording, documents);
    expect(webhooks.find(({ event }) => event === 'call request')).toMatchObject({
      outcome: 'same',
      status: 'timeout',
    });
    expect(webhooks.find(({ url }) => url.endsWith('/next'))).toMatchObject({ outcome: 'missing' });
  });

  it('names the servers that the recording does not have, and contacts none', async () => {
    const requests = recording.documents.filter((one) => !isWebhook(one));
    // Each request takes a second of the clock.
    const documents = [...requests, ...Array(5).fill(requests.at(-1))];
    const server = await receiver();
    const moved = JSON.parse(JSON.stringify(documents).replaceAll(recording.base, server.url));
    const { webhooks, notes } = await again(recording, moved);
    await server.close();
    expect([server.received, webhooks]).toEqual([[], []]);
    expect([...notes].sort()).toEqual([
      `${server.url}/status is not in the recording: the sandbox sent no webhooks to it`,
      `${server.url}/voice is not in the recording: the sandbox sent no webhooks to it`,
    ]);
  });

  it('counts the servers that the recording does not have, when they are many', async () => {
    const call = recording.documents.find((one) => !isWebhook(one) && one.kind === 'http');
    const called = (index: number) =>
      JSON.parse(JSON.stringify(call).replaceAll(recording.base, `http://127.0.0.1:${index + 1}`));
    const { notes } = await again(
      recording,
      Array.from({ length: 9 }, (_, index) => called(index)),
    );
    expect(notes.filter((note) => note.endsWith('sent no webhooks to it'))).toHaveLength(5);
    expect(notes.at(-1)).toMatch(/^the same for \d+ more addresses$/);
  });

  it('does not wait for a webhook that never comes, if requests follow', async () => {
    const { documents, base } = await session(
      () => ({}),
      async (platform, url) => {
        const to = '+12065550188';
        const { id } = await platform.calling.dial({
          from: '+12065550100',
          to,
          swml: document({ play: { url: 'silence:7200' } }),
          status_url: `${url}/status`,
          status_events: ['ended'],
        } as never);
        await platform.calling.end(id);
      },
    );
    const [dial, end, webhook] = documents;
    expect(documents).toMatchObject([{ op: 'calling.dial' }, { op: 'calling.end' }, { kind: 'webhook' }]);
    const early = [dial, webhook, end] as CassetteDocument[];
    const report = await again({ header, documents, base }, early);
    expect(report.requests.map(({ status, outcome }) => `${outcome} ${status}`)).toEqual(['same 200', 'same 200']);
  });

  it('says that webhooks are not compared on another target', async () => {
    const sandbox = createSandbox({ seed: 5, now: NOW });
    const { project, token, host } = sandbox.credentials;
    const target = { transport: sandbox.transport, base: `https://${host}`, project, token };
    const requests = recording.documents.filter((one) => isWebhook(one) || one.op === 'logs.voice.get');
    const { notes, webhooks } = await replay({ header, documents: requests }, { target });
    expect(webhooks).toEqual([]);
    expect(notes).toEqual(['6 recorded webhooks cannot be compared: only a sandbox shows its webhooks']);
  });
});

it('keeps the webhooks of calls to one URL apart by their ids', async () => {
  const recording = await session(
    () => ({}),
    async (platform, base, sandbox) => {
      const dial = (to: string) =>
        platform.calling.dial({
          from: '+12065550100',
          to,
          swml: document({ hangup: {} }),
          status_url: `${base}/status`,
          status_events: STATES,
        } as never);
      const [one, other] = [await dial('+12065550188'), await dial('+12065550189')];
      for (let i = 0; i < 10; i++) {
        sandbox.clock.advance(1);
        await sandbox.settled();
      }
      await platform.logs.voice.get(one.id);
      await platform.logs.voice.get(other.id);
    },
  );
  const report = await again(recording);
  expect(report.webhooks).toHaveLength(6);
  expect(report.isSame).toBe(true);
});

it('uses the new id of a webhook in later requests', async () => {
  const recording = await session(
    (base) => ({
      '/voice': document(
        { answer: {} },
        { request: { url: `${base}/wait`, method: 'POST' } },
        { play: { url: 'silence:60' } },
      ),
    }),
    async (platform, base, sandbox) => {
      const [number] = (await platform.phone_numbers.list()).data;
      await platform.phone_numbers.set_swml_webhook(number?.id ?? '', `${base}/voice`);
      const { call_id } = await sandbox.ring(number?.number ?? '', { hangup_after: 5 });
      await platform.logs.voice.get(call_id);
    },
  );
  const report = await again(recording);
  expect(report.webhooks.map(({ outcome, url }) => `${outcome} ${new URL(url).pathname}`)).toEqual([
    'same /voice',
    'same /wait',
  ]);
  expect(report.requests.at(-1)).toMatchObject({ operation: 'logs.voice.get', status: 200 });
});

it('rings for the calls from outside, with the recorded keys', async () => {
  const file = join(import.meta.dirname, '../../../fixtures/notebooks/09-when-a-number-rings.yaml');
  const { webhooks, isSame } = await replay(openCassette(file));
  expect(webhooks.map(({ outcome }) => outcome)).toEqual(Array(7).fill('same'));
  expect(isSame).toBe(true);
});

it('says which call from outside could not be made again', async () => {
  const file = join(import.meta.dirname, '../../../fixtures/notebooks/09-when-a-number-rings.yaml');
  const documents = openCassette(file).documents.filter(isWebhook).slice(0, 1);
  const { notes, webhooks } = await replay({ header, documents });
  expect(webhooks).toMatchObject([{ outcome: 'missing' }]);
  expect(notes[0]).toMatch(/^the call from \+15035550147 to \+12065550100 was not made again: /);
});

it('minimises a recording with webhooks', async () => {
  const { documents } = await decided();
  const test = ({ webhooks }: ReplayReport) => webhooks.some(({ url }) => url.endsWith('/next'));
  const small = await minimize({ header, documents }, { test });
  expect(small.documents.filter(({ kind }) => kind === 'http')).toMatchObject([{ op: 'calling.dial' }]);
  // The call still asks for its status callbacks, so they stay: without them, a replay would differ.
  const { webhooks, isSame } = await replay(small);
  expect(webhooks.filter(({ outcome }) => outcome !== 'same' && outcome !== 'new')).toEqual([]);
  expect(isSame).toBe(true);
});

describe('patchbay replay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'replay-webhooks-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('prints webhooks between the requests, and exits with 3 if the first difference is one', async () => {
    const { documents, base } = await decided();
    const edited = documents.filter((one) => !isStatus(one, 'ringing'));
    writeFileSync(join(folder, 'case.ndjson'), toNdjson({ header, documents: edited }));
    const run = (...args: string[]) =>
      spawnSync(
        process.execPath,
        [join(import.meta.dirname, '../../../dist/cli.js'), 'replay', 'case.ndjson', ...args],
        {
          ...{ cwd: folder, encoding: 'utf8' as const, env: { PATH: process.env.PATH, PATCHBAY_STATE_DIR: folder } },
        },
      );
    const { status, stdout } = run();
    // Without numbers and order: webhooks to different URLs do not wait for each other.
    expect(
      stdout
        .split('\n')
        .map((line) => line.replace(/^[ \d]{4} /, ''))
        .sort(),
    ).toEqual([
      '',
      '  sent by the sandbox, but not in the recording',
      '2 same, 0 different; webhooks: 5 same, 0 different, 1 added',
      'added     webhook calling.call.state /status, not in the recording',
      `first difference: after 1 webhook calling.call.state ${base}/status`,
      'same      calling.dial 200',
      'same      logs.voice.get 200',
      'same      webhook call document 200',
      'same      webhook call document 200',
      'same      webhook call request 200',
      'same      webhook calling.call.state 200',
      'same      webhook calling.call.state 200',
    ]);
    expect(stdout).toMatch(/^ {3}1 same {6}calling\.dial 200\n {5}added/);
    expect(status).toBe(3);
    expect(JSON.parse(run('--json').stdout)).toMatchObject({
      isSame: false,
      webhooks: [{ outcome: 'added' }, {}, {}, {}, {}, {}],
    });
  });
});
