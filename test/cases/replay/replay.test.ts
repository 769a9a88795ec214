import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCase, replay } from '../../../src/cases/index.js';
import { isSameRefusal } from '../../../src/cases/replay/refusal.js';
import {
  type CassetteDocument,
  type CassetteEntry,
  openCassette,
  parseCassette,
  toNdjson,
} from '../../../src/cassette/index.js';
import type { RestClient } from '../../../src/client/index.js';
import { createSandbox } from '../../../src/sandbox.js';
import { recorded } from '../../sandbox/populate/recorded.js';
import { receiver } from '../../support/loopback.js';
import { patchbay } from '../../support/run-patchbay.js';

const cli = join(import.meta.dirname, '../../../dist/cli.js');
const folder = mkdtempSync(join(tmpdir(), 'replay-'));
afterAll(() => rmSync(folder, { recursive: true }));

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const QUEUES = 'https://acme.example.com/api/relay/rest/queues';
const START = '2025-06-02T09:00:00Z';
const HEADER = {
  kind: 'cassette',
  version: 1,
  origin: 'imported',
  tool: 'test',
  redaction: 'none',
  clock: START,
} as const;

/** Records work on the sample account. Another seed gives other ids than those of the replay. */
async function session(work: (platform: RestClient) => Promise<unknown>) {
  const { documents, client } = recorded(createSandbox({ now: START, seed: 99 }));
  await work(client).catch(() => {});
  const text = [HEADER, ...documents].map((one) => JSON.stringify(one)).join('\n');
  return parseCassette(text, 'case.ndjson');
}

const outcomes = ({ requests }: Awaited<ReturnType<typeof replay>>) =>
  requests.map(({ outcome, operation, status }) => `${outcome} ${operation} ${status}`);

/** Replaces a part of a recorded response. */
const edited = <T extends { readonly documents: readonly CassetteDocument[] }>(
  recording: T,
  from: string,
  to: string,
): T => ({
  ...recording,
  documents: JSON.parse(JSON.stringify(recording.documents).replaceAll(from, to)),
});

describe('a replay that starts at a later exchange', () => {
  const story = () =>
    session(async (platform) => {
      const queue = await platform.queues.create({ name: 'night' });
      await platform.queues.update(queue.id, { max_size: 7 });
      await platform.queues.get(queue.id);
      await platform.queues.delete(queue.id);
      await platform.queues.get(queue.id);
    });

  it('has the state that the earlier requests leave, and reports only the later ones', async () => {
    const sent: number[] = [];
    const report = await replay(await story(), { from: 3, onRequest: ({ exchange }) => void sent.push(exchange) });
    expect(outcomes(report)).toEqual(['same queues.get 200', 'same queues.delete 204', 'same queues.get 404']);
    expect([sent, report.isSame]).toEqual([[3, 4, 5], true]);
    expect(report.requests[0]?.body).toMatchObject({ max_size: 7 });
  });

  it('does not report a difference of an earlier request', async () => {
    const changed = edited(await story(), '"max_size":7', '"max_size":8');
    const { requests, isSame } = await replay(changed, { from: 4 });
    expect([requests.map(({ exchange }) => exchange), isSame]).toEqual([[4, 5], true]);
  });

  it('asks about none of the earlier requests', async () => {
    const asked: number[] = [];
    await replay(await story(), {
      from: 5,
      beforeRequest: async ({ exchange }) => {
        asked.push(exchange);
        return 'go';
      },
    });
    expect(asked).toEqual([5]);
  });

  it.each([0, 6, 1.5])('is refused for exchange %s of 5', async (from) => {
    await expect(replay(await story(), { from })).rejects.toThrow('from 1 to 5');
  });

  it('is refused without a sandbox, because the earlier requests would change the account', async () => {
    const file = join(folder, 'later.ndjson');
    const { documents } = await story();
    writeFileSync(file, `${[HEADER, ...documents].map((one) => JSON.stringify(one)).join('\n')}\n`);
    expect(await patchbay(['replay', file, '--from', '3', '--live'], { cwd: folder })).toMatchObject({ code: 2 });
    expect(await patchbay(['replay', file, '--from', 'x'], { cwd: folder })).toMatchObject({
      code: 2,
      err: expect.stringContaining('--from needs the number of an exchange'),
    });
    const { code, out } = await patchbay(['replay', file, '--from', '4'], { cwd: folder });
    expect([code, out.split('\n', 1)[0]]).toEqual([0, expect.stringContaining('queues.delete')]);
  });
});

describe('replay', () => {
  it('sends a session with new ids and finds no difference', async () => {
    const recording = await session(async (platform) => {
      const page = await platform.phone_numbers.list();
      const number = page.data[0] as { id: string };
      await platform.phone_numbers.update(number.id, { name: 'Reception' });
      const queue = await platform.queues.create({ name: 'night' });
      await platform.queues.get(queue.id);
      await platform.queues.update(queue.id, { max_size: 7 });
      await platform.queues.list_members(queue.id);
      await platform.queues.delete(queue.id);
      await platform.compat.queues.list();
      await platform.queues.get(queue.id);
    });
    const report = await replay(recording);
    expect(report.requests.flatMap(({ differences }) => differences)).toEqual([]);
    expect(outcomes(report)).toEqual([
      'same phone_numbers.list 200',
      'same phone_numbers.update 200',
      'same queues.create 201',
      'same queues.get 200',
      'same queues.update 200',
      'same queues.list_members 200',
      'same queues.delete 204',
      'same compat.queues.list 200',
      'same queues.get 404',
    ]);
    expect(report.isSame).toBe(true);
  });

  it('answers pages of populated lists as in the recording', async () => {
    const recording = await session(async (platform) => {
      for await (const call of platform.logs.voice.list({ page_size: 4 })) void call;
    });
    expect(recording.documents.length).toBeGreaterThan(2);
    expect((await replay(recording)).requests.flatMap(({ differences }) => differences)).toEqual([]);
  });

  it('repeats a rate limit and an expired token, which no request causes', async () => {
    const recording = await session((platform) => platform.queues.list());
    for (const status of [401, 429]) {
      const { requests } = await replay({
        ...recording,
        documents: edited(recording, '"status":200', `"status":${status}`).documents.concat(recording.documents),
      });
      expect(requests.map((one) => one.status)).toEqual([status, 200]);
    }
  });

  it('sends no request of a skill to the platform', async () => {
    const recording = await session((platform) => platform.queues.list());
    const target = {
      transport: { send: () => Promise.reject(new Error('this must not be sent')) },
      base: 'https://space.invalid',
      project: 'p',
      token: 't',
    };
    const service = edited(recording, '/api/relay/rest/queues', '/v1/current.json');
    expect((await replay(service, { target })).requests).toMatchObject([{ status: 200, outcome: 'same' }]);
  });

  it('reproduces a refusal with its code, whatever the message is', async () => {
    const recording = await session((platform) =>
      platform.queues.update('nope', {}).catch(() => platform.queues.create({ name: 5 as never })),
    );
    expect(outcomes(await replay(edited(recording, 'must be', 'has to be')))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^same queues\.update 404/)]),
    );
  });
});

describe('the report of replay', () => {
  it('names the fields that differ', async () => {
    const recording = await session(async (platform) => {
      const queue = await platform.queues.create({ name: 'night' });
      await platform.queues.update(queue.id, { max_size: 7 });
    });
    const report = await replay(edited(recording, '"max_size":7,"current_size"', '"max_size":8,"current_size"'));
    expect(report.requests[1]).toMatchObject({
      outcome: 'different',
      differences: [{ at: 'max_size', recorded: 8, now: 7 }],
    });
    expect(report.isSame).toBe(false);
  });

  it('reports a status that differs', async () => {
    const recording = await session((platform) =>
      platform.with({ check: false }).queues.create({ name: 'night', max_size: 'many' as never }),
    );
    const report = await replay(edited(recording, '"status":422', '"status":201'));
    expect(report.requests[0]?.differences[0]).toEqual({ at: 'status', recorded: 201, now: 422 });
  });

  it.each([
    [503, {}, 'a sandbox does not fail with 503'],
    [422, { errors: [{ code: 'not_routable', message: 'no route' }] }, 'the sandbox answers 201, not 422'],
    [404, {}, 'the sandbox answers 201, not 404'],
  ])(
    'uses the recorded failure %s if the sandbox does not fail so, and undoes what it accepted',
    async (status, json, note) => {
      const recording = await session(async (platform) => {
        await platform.queues.create({ name: 'night' });
        await platform.queues.list();
      });
      const [created, list] = recording.documents as readonly CassetteEntry[];
      const refused = { ...created, response: { status, body: { json } } } as CassetteEntry;
      const none = { ...list, response: { status: 200, body: { json: { data: [] } } } } as CassetteEntry;
      const report = await replay({ header: HEADER, documents: [refused, none] });
      expect(report.requests).toMatchObject([{ outcome: 'recorded', status, differences: [] }, { outcome: 'same' }]);
      expect(report.notes.join('\n')).toContain(`request 1: ${note}`);
      expect(report.isSame).toBe(true);
    },
  );

  it('follows the cause, not the status: another reason for the same generic code is another failure', async () => {
    const recording = await session((platform) =>
      platform.with({ check: false }).queues.create({ name: 'night', max_size: 'many' as never }),
    );
    const [entry] = recording.documents as readonly CassetteEntry[];
    const json = { errors: [{ detail: 'You have 50 queues already', status: '422', code: '422' }] };
    const other = { ...entry, response: { status: 422, body: { json } } } as CassetteEntry;
    expect((await replay(recording)).requests).toMatchObject([{ outcome: 'same' }]);
    expect((await replay({ header: HEADER, documents: [other] })).requests).toMatchObject([{ outcome: 'recorded' }]);
  });

  it.each([
    [
      'other words about the same code and field',
      ['not_unique', 'name', 'is taken'],
      ['not_unique', 'name', 'exists already'],
      true,
    ],
    ['a generic code with the same field', ['422', 'to', 'is no number'], ['422', 'to', 'must be in E.164'], true],
    ['a missing field', ['422', 'to', 'must be in E.164'], ['422', 'to', 'is required'], false],
    ['another field', ['422', 'to', 'is invalid'], ['422', 'from', 'is invalid'], false],
    ['another code', ['taken', 'name', 'is taken'], ['too_long', 'name', 'is taken'], false],
    ['other words without a field', ['422', null, 'You have 50 queues'], ['422', null, 'is invalid'], false],
  ] as const)('compares the reasons of two refusals: %s', (_, one, other, expected) => {
    const answer = ([code, attribute, message]: readonly [string, string | null, string]) => ({
      status: 422,
      body: { errors: [{ code, attribute, message }] },
    });
    expect(isSameRefusal(answer(one), answer(other))).toBe(expected);
  });

  it('compares only the fields that the recording has', async () => {
    const recording = await session((platform) => platform.queues.create({ name: 'night' }));
    const [entry] = recording.documents as readonly CassetteEntry[];
    const withBody = (body: object) => ({ ...entry, response: { status: 201, ...body } }) as CassetteEntry;
    const line = await replay({ header: HEADER, documents: [withBody({})] });
    const short = await replay({
      header: HEADER,
      documents: [withBody({ body: { json: { friendly_name: 'night' } } })],
    });
    expect([line.isSame, short.isSame]).toEqual([true, true]);
  });

  it('sends a curl command without a response, and shows the answer as new', async () => {
    const { header, documents } = importCase([
      {
        name: 'a.txt',
        text: "curl -X PUT 'https://acme.example.com/api/relay/rest/queues/q-1' --json '{\"max_size\": -1}'",
      },
    ]);
    const report = await replay({ header, documents });
    expect(report.requests[0]).toMatchObject({ outcome: 'new', recorded: undefined });
    expect(report.requests[0]?.status).not.toBe(404);
    expect(report.isSame).toBe(true);
  });

  it('sends to another target', async () => {
    const recording = await session(async (platform) => {
      const queue = await platform.queues.create({ name: 'night' });
      await platform.queues.delete(queue.id);
    });
    const sandbox = createSandbox({ seed: 5 });
    const { project, token, host } = sandbox.credentials;
    const target = { transport: sandbox.transport, base: `https://${host}`, project, token };
    expect((await replay(recording, { target })).isSame).toBe(true);
    expect(sandbox.journal.filter(({ operation }) => operation === 'queues.delete')).toHaveLength(1);
  });
});

describe('patchbay replay', () => {
  const run = (...args: string[]) => patchbay(['replay', ...args], { cwd: folder, env: { COLUMNS: '40' } });

  it('prints a line for each request and exits with 0, or with 3 and the first difference', async () => {
    const recording = await session(async (platform) => {
      const queue = await platform.queues.create({ name: 'night' });
      await platform.queues.update(queue.id, { max_size: 7 });
    });
    const write = (name: string, { documents }: { documents: readonly CassetteDocument[] }) =>
      writeFileSync(join(folder, name), toNdjson({ header: HEADER, documents }));
    write('same.ndjson', recording);
    write('other.ndjson', edited(recording, '"max_size":7,"current_size"', '"max_size":8,"current_size"'));
    const { code, out } = await run('same.ndjson');
    expect({ code, out }).toEqual({
      code: 0,
      out: '   1 same      queues.create 201\n   2 same      queues.update 200\n2 same, 0 different\n',
    });
    const other = await run('other.ndjson');
    expect(other.code).toBe(3);
    expect(other.out).toContain(
      'first difference: 2 queues.update\n  max_size\n    - 8\n    + 7\n1 same, 1 different\n',
    );
    const json = await run('other.ndjson', '--json');
    expect(JSON.parse(json.out)).toMatchObject({
      isSame: false,
      requests: [{ outcome: 'same' }, { outcome: 'different' }],
    });
  });

  it('prints the new error and at most five differences', async () => {
    const exchange = (body: object, status: number, json: object) => ({
      ...{ kind: 'http' as const, request: { method: 'POST', url: QUEUES, body: { json: body } } },
      response: { status, body: { json } },
    });
    const write = (name: string, document: CassetteDocument) =>
      writeFileSync(join(folder, name), toNdjson({ header: HEADER, documents: [document] }));
    write('error.ndjson', exchange({ name: 'night', max_size: 'many' }, 201, {}));
    const other = {
      friendly_name: 1,
      max_size: 'x',
      current_size: 'x',
      average_wait_time: 'x',
      a: 1,
      b: 1,
      c: 1,
      d: 1,
    };
    write('many.ndjson', exchange({ name: 'night' }, 201, other));
    expect((await run('error.ndjson')).out).toContain('    + 422\n  the new error: max_size must be a whole number\n');
    expect((await run('many.ndjson')).out).toMatch(
      /(?: {2}\w+\n {4}- .*\n {4}\+ .*\n){5} {2}and 3 more\. To print all, run: patchbay replay --json\n/,
    );
  });

  it('refuses an address of another machine', async () => {
    writeFileSync(join(folder, 'one.ndjson'), toNdjson({ header: HEADER, documents: [] }));
    const { code, err } = await run('one.ndjson', '--url', 'https://acme.example.com');
    expect(code).toBe(2);
    expect(err).toContain('--url must be an address of this machine');
  });
});

/** A child process must not block this one, which answers it. */
async function served(
  sandbox: ReturnType<typeof createSandbox>,
  args: (url: string) => readonly string[],
  file = 'story.ndjson',
) {
  const { url, close, credentials } = await sandbox.listen();
  const { project, token } = credentials;
  const env = {
    PATH: process.env.PATH,
    PATCHBAY_STATE_DIR: folder,
    PLATFORM_PROJECT_ID: project,
    PLATFORM_API_TOKEN: token,
    PLATFORM_SPACE: url,
  };
  const child = spawn(process.execPath, [cli, 'replay', file, ...args(url)], { cwd: folder, env });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  await close();
  const operations = sandbox.journal.map(({ operation }) => operation);
  return { code, out, err, operations };
}
beforeAll(async () => {
  const { documents } = await session(async (platform) => {
    const queue = await platform.queues.create({ name: 'night' });
    await platform.queues.delete(queue.id);
  });
  writeFileSync(join(folder, 'story.ndjson'), toNdjson({ header: HEADER, documents }));
});

describe('patchbay replay to a server', () => {
  const BOTH = ['queues.create', 'queues.delete'];

  it('sends the requests with --url', async () => {
    expect(await served(createSandbox({ seed: 5 }), (url) => ['--url', url])).toEqual({
      code: 0,
      out: '   1 same      queues.create 201\n   2 same      queues.delete 204\n2 same, 0 different\n',
      err: '',
      operations: BOTH,
    });
  });

  it('sends the requests with --live --yes', async () => {
    expect(await served(createSandbox({ seed: 6 }), () => ['--live', '--yes'])).toMatchObject({
      code: 0,
      operations: BOTH,
    });
  });

  it('sends nothing with --live that deletes, if no one can confirm it', async () => {
    expect(await served(createSandbox({ seed: 7 }), () => ['--live'])).toMatchObject({
      code: 2,
      out: '   1 same      queues.create 201\n1 same, 0 different\n',
      err: expect.stringMatching(
        /^patchbay: stopped at 2 queues\.delete: .*Add --yes to send without asking\. 1 of 2 requests were sent\n$/,
      ),
      operations: ['queues.create'],
    });
  });

  it('names the requests that have redacted values', async () => {
    const request = {
      method: 'POST',
      url: 'https://a.example/api/relay/rest/queues',
      body: { json: { name: '[cut]' } },
    };
    const documents = [{ kind: 'http' as const, request, response: { status: 201 } }];
    writeFileSync(join(folder, 'cut.ndjson'), toNdjson({ header: HEADER, documents }));
    const { err } = await served(createSandbox(), (url) => ['--url', url], 'cut.ndjson');
    expect(err).toBe('note: sent with [cut] in place of redacted values: request 1\n');
  });

  it('does not send a request for an id that the account did not return', async () => {
    const account = createSandbox({ seed: 9 });
    account.faults.add('queues.create', { status: 422 });
    const { code, out, operations } = await served(account, () => ['--live', '--yes']);
    expect(out).toContain('queues.delete 204 → not sent: it uses the response to request 1\n');
    expect([code, operations]).toEqual([3, ['queues.create']]);
  });

  it.each([
    [['--live', '--url', 'http://127.0.0.1:9'], 'choose one of --url and --live'],
    [['--yes'], '--profile needs --live, and --yes needs --live or --run'],
  ])('refuses %j', async (args, message) => {
    const { code, err, operations } = await served(createSandbox(), () => args);
    expect([code, operations]).toEqual([2, []]);
    expect(err).toContain(message);
  });
});

describe('patchbay replay of plain fetch to a server', () => {
  it('sends a recording of plain fetch to the account with --live, and nothing to other hosts', async () => {
    const SCRIPT = `
      const base = 'https://customer.example';
      const headers = { authorization: 'Basic ' + btoa('customer:PTsecretsecret'), 'content-type': 'application/json' };
      const post = async (path, body) => (await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
      const queue = await post('/api/relay/rest/queues', { name: 'night' });
      await post('/api/relay/rest/mfa/sms', { to: '+12065550188', from: '+12065550100', message: 'Hello' });
      await fetch(base + '/api/relay/rest/queus', { headers });
      await fetch(base + '/api/relay/rest/queues/' + queue.id, { method: 'DELETE', headers });`;
    writeFileSync(join(folder, 'customer.mjs'), SCRIPT);
    const map = ['--map', 'https://customer.example=sandbox'];
    const env = { PATH: process.env.PATH, PATCHBAY_STATE_DIR: folder, NO_COLOR: '1' };
    const ran = spawnSync(process.execPath, [cli, 'run', ...map, '--record', 'fetch.yaml', 'customer.mjs'], {
      cwd: folder,
      env,
    });
    expect(ran.status).toBe(0);
    // A service whose path looks like one of the platform, as a skill calls it.
    const other = await receiver();
    const service = {
      ...{ kind: 'http' as const, response: { status: 200 } },
      request: { method: 'POST', url: `${other.url}/api/customers`, body: { json: { password: 'hunter2' } } },
    };
    const { header, documents } = openCassette(join(folder, 'fetch.yaml'));
    writeFileSync(join(folder, 'fetch.ndjson'), toNdjson({ header, documents: [...documents, service] }));
    const account = createSandbox({ seed: 8 });
    const { code, out, err } = await served(account, () => ['--live', '--yes'], 'fetch.ndjson');
    await other.close();
    expect(other.received).toEqual([]);
    expect(account.journal.map(({ path, status }) => `${status} ${path.replace(UUID, 'ID')}`)).toEqual([
      '201 /api/relay/rest/queues',
      '200 /api/relay/rest/mfa/sms',
      '404 /api/relay/rest/queus',
      '204 /api/relay/rest/queues/ID',
    ]);
    expect(out).toContain('5 same, 0 different\n');
    expect(err).toContain('note: sent with the replacements of the recording: ');
    expect(code).toBe(0);
  });
});
