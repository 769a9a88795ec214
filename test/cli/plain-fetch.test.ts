import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCassette } from '../../src/cassette/index.js';
import { evaluate } from '../support/run-patchbay.js';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'plain-fetch-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A script as a customer sends it: it knows nothing of this project. */
const script = (host: string) => `
import { request as httpRequest } from 'node:http';
import https from 'node:https';
import * as undici from 'undici';

const base = '${host}';
const headers = { authorization: 'Basic ' + Buffer.from('customer:PTsecretsecret').toString('base64'), 'content-type': 'application/json' };
const viaNode = (request, path, body) => new Promise((resolve, reject) => {
  const sent = request(base + path, { method: body ? 'POST' : 'GET', headers }, (response) => {
    const chunks = [];
    response.on('data', (chunk) => chunks.push(chunk));
    response.on('end', () => resolve({ status: response.statusCode, json: JSON.parse(Buffer.concat(chunks)) }));
  });
  sent.on('error', reject);
  sent.end(body);
});
const request = base.startsWith('https:') ? https.request : httpRequest;

const queue = await (await fetch(base + '/api/relay/rest/queues', { method: 'POST', headers, body: JSON.stringify({ name: 'night' }) })).json();
const got = await undici.request(base + '/api/relay/rest/queues/' + queue.id, { headers });
const pool = new undici.Pool(base);
const again = await pool.request({ path: '/api/relay/rest/queues/' + queue.id, method: 'GET', headers });
const created = await viaNode(request, '/api/relay/rest/queues', JSON.stringify({ name: 'day' }));
const listed = await viaNode(request, '/api/relay/rest/queues');
const missing = await undici.fetch(base + '/api/relay/rest/queues/none', { headers });
console.log(JSON.stringify([(await got.body.json()).id === queue.id, again.statusCode, created.status, listed.json.data.length, missing.status]));
await again.body.dump();
await pool.close();
`;

/** The result of the script: three queues are in the sandbox at its end. */
const RESULT = '[true,200,201,4,404]';

const patchbay = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist/cli.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, PATCHBAY_STATE_DIR: folder, NO_COLOR: '1' },
  });
  return { code: status, out: stdout.trim(), err: stderr };
};

const opsIn = (file: string) =>
  openCassette(join(folder, file)).entries.map(({ op, response }) => [op, response?.status]);
const OPS = [
  ['queues.create', 201],
  ['queues.get', 200],
  ['queues.get', 200],
  ['queues.create', 201],
  ['queues.list', 200],
  ['queues.get', 404],
];

beforeAll(() => {
  // A copy of undici of its own, as `npm install` puts it beside the script.
  mkdirSync(join(folder, 'node_modules'));
  cpSync(join(root, 'node_modules/undici'), join(folder, 'node_modules/undici'), { recursive: true });
  writeFileSync(join(folder, 'customer.mjs'), script('https://customer.example'));
  writeFileSync(join(folder, 'other.mjs'), script('https://other.example'));
  writeFileSync(join(folder, 'plain.mjs'), script('http://customer.example:8080'));
});

describe('a script that uses fetch, undici and node:http', () => {
  it.each([
    ['customer.mjs', 'https://customer.example=sandbox'],
    ['plain.mjs', 'http://customer.example:8080=sandbox'],
  ])('runs unchanged in the sandbox and is recorded: %s', (file, map) => {
    const recording = `${file}.yaml`;
    const { code, out, err } = patchbay('run', '--map', map, '--record', recording, file);
    expect([code, out, err]).toEqual([0, RESULT, expect.stringContaining('6 exchanges, 1 input →')]);
    expect(opsIn(recording)).toEqual(OPS);
    expect(readFileSync(join(folder, recording), 'utf8')).not.toContain('PTsecretsecret');
  });

  it('gets the same responses from the recording, also under another mapped host', () => {
    patchbay('run', '--map', 'https://customer.example=sandbox', '--record', 'replayed.yaml', 'customer.mjs');
    for (const [file, host] of [
      ['customer.mjs', 'customer'],
      ['other.mjs', 'other'],
    ] as const) {
      const map = `https://${host}.example=sandbox`;
      const { code, out, err } = patchbay('run', '--map', map, '--replay', 'replayed.yaml', '--check', file);
      expect([code, out, err]).toEqual([0, RESULT, 'patchbay: requests go to: replay of replayed.yaml\n']);
    }
  });

  it('matches a recording of another host on the path, if that host is mapped', () => {
    const map = ['--map', 'https://customer.example=sandbox'];
    patchbay('run', ...map, '--record', 'customer.yaml', 'customer.mjs');
    const text = readFileSync(join(folder, 'customer.yaml'), 'utf8');
    writeFileSync(
      join(folder, 'imported.yaml'),
      text.replaceAll('https://sandbox.invalid', 'https://other.example/proxy'),
    );
    const maps = ['--map', 'https://other.example/proxy=sandbox', '--map', 'https://customer.example=sandbox'];
    const { code, out } = patchbay('run', ...maps, '--replay', 'imported.yaml', '--check', 'customer.mjs');
    expect([code, out]).toEqual([0, RESULT]);
  });

  it('fails with exit code 3 at a request that the recording does not have', () => {
    writeFileSync(join(folder, 'more.mjs'), "await fetch('https://customer.example/api/relay/rest/phone_numbers');\n");
    patchbay('run', '--map', 'https://customer.example=sandbox', '--record', 'known.yaml', 'customer.mjs');
    const args = ['--map', 'https://customer.example=sandbox', '--replay', 'known.yaml', '--check', 'more.mjs'];
    expect(patchbay('run', ...args)).toMatchObject({ code: 3, err: expect.stringContaining('phone_numbers') });
  });

  it('cannot reach a host that is not mapped', () => {
    const { code, err } = patchbay('run', 'customer.mjs');
    expect([code, err]).toEqual([1, expect.stringContaining('customer.example is not on this machine')]);
    expect(err).toContain(
      '→ if customer.example stands for the platform, add --map https://customer.example=sandbox\n',
    );
    expect(patchbay('run', 'plain.mjs').err).toContain('add --map http://customer.example:8080=sandbox');
  });

  it('also with -e, and with a RestClient for the mapped host', () => {
    const code = `const client = new RestClient({ project: 'p', token: 'PTtoken', host: 'customer.example' });
      const { id } = await client.queues.create({ name: 'x' });
      (await (await fetch('https://customer.example/api/relay/rest/queues/' + id, { headers: { authorization: 'Basic cDp4' } })).json()).id === id`;
    expect(patchbay('--map', 'https://customer.example=sandbox', '-e', code)).toMatchObject({ code: 0, out: 'true' });
  });
});

describe('--map', () => {
  it.each(['https://customer.example', 'customer.example=sandbox', 'https://customer.example=live', '=sandbox'])(
    'refuses %s',
    async (map) => {
      expect(await evaluate(['--map', map, '-e', '1'], { cwd: folder })).toMatchObject({
        code: 2,
        err: expect.stringContaining('as in https://customer.example=sandbox'),
      });
    },
  );

  it('is not for --live', async () => {
    const args = ['--live', '--map', 'https://customer.example=sandbox', '-e', '1'];
    expect((await evaluate(args, { cwd: folder })).code).toBe(2);
  });
});

it('a recording without requests says why', () => {
  writeFileSync(join(folder, 'nothing.mjs'), 'console.log(1);\n');
  const { code, err } = patchbay('run', '--record', 'nothing.yaml', 'nothing.mjs');
  expect([code, err]).toEqual([0, expect.stringContaining('0 exchanges recorded')]);
  expect(err).toContain('child processes and worker threads are not recorded');
});
