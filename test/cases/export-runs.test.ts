import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportCase, importCase } from '../../src/cases/index.js';
import { type Cassette, type CassetteEntry, openCassette, recorder } from '../../src/cassette/index.js';
import { operationOf, RestClient } from '../../src/client/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { patchbayIn } from '../support/run-patchbay.js';
import { statusesOfCurl } from './support/statuses-of-curl.js';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'export-runs-'));
// A folder with installed packages, as a customer has it.
mkdirSync(join(folder, 'node_modules'));
symlinkSync(root, join(folder, 'node_modules/patchbay'));
symlinkSync(join(root, 'node_modules/vitest'), join(folder, 'node_modules/vitest'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The story that every export tells again: calls that depend on each other, wrong calls and faults. */
async function story(platform: RestClient, { faults }: Sandbox): Promise<void> {
  const queue = await platform.queues.create({ name: "night 'shift'", max_size: 5 });
  const other = await platform.queues.create({ name: 'day shift' });
  await platform.queues.update(queue.id, { max_size: 7 });
  await platform.queues.get('00000000-0000-4000-8000-000000000000').catch(() => {});
  await platform
    .with({ check: false })
    .queues.create({ max_size: '5' } as never)
    .catch(() => {});
  faults.add('queues.list', { status: 429, retry_after: 3 }, { times: 1 });
  await platform
    .with({ retries: 0 })
    .queues.list()
    .catch(() => {});
  await platform.queues.list();
  const call = await platform.calling.dial({ from: '+12065550100', to: '+15005550104', url: 'https://example.com' });
  await platform.calling.end(call.id);
  await platform.queues.delete(other.id);
  await platform.queues.get(other.id);
}

let file: string;
let cassette: Cassette;
const statuses = () => cassette.entries.map(({ response }) => response?.status);

beforeAll(async () => {
  const sandbox = createSandbox();
  file = join(folder, 'case.yaml');
  const header = { origin: 'sandbox', tool: 'test', redaction: 'none', seed: 1, clock: '2025-06-02T09:00:00.000Z' };
  const taped = recorder(sandbox.transport, { file, label: operationOf, header: { ...header, origin: 'sandbox' } });
  await story(new RestClient({ ...sandbox.credentials, transport: taped }), sandbox).catch(() => {});
  await taped.close();
  cassette = openCassette(file);
  expect(statuses()).toEqual([201, 201, 200, 404, 422, 429, 200, 200, 200, 204, 404]);
  await importCustomer();
});

const patchbay = patchbayIn(folder);

/** What vitest says of each file of tests in the folder. */
function tested(): Readonly<Record<string, { status: string; message: string }>> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const env = { PATH: process.env.PATH, PATCHBAY_STATE_DIR: folder, HOME: folder };
  const options = ['run', '--root', folder, '--reporter', 'json', '--no-isolate', '--maxWorkers', '1'];
  const { stdout } = spawnSync(process.execPath, [vitest, ...options], { cwd: folder, encoding: 'utf8', env });
  const { testResults } = JSON.parse(stdout) as { testResults: TestResult[] };
  return Object.fromEntries(
    testResults.map(({ name, assertionResults }) => {
      const [only] = assertionResults;
      expect(assertionResults).toHaveLength(1);
      return [basename(name), { status: only?.status ?? '', message: only?.failureMessages?.join('\n') ?? '' }];
    }),
  );
}

interface TestResult {
  readonly name: string;
  readonly assertionResults: readonly { readonly status: string; readonly failureMessages?: readonly string[] }[];
}

const API = 'https://customer.example/api/relay/rest/queues';

/** A recording of a customer whose first response shows a queue that the sandbox does not have. */
async function importCustomer(): Promise<void> {
  const queue = { id: '3f1f5b1a-0000-4000-8000-00000000c0de', friendly_name: 'Returns', max_size: 9 };
  const exchange = (method: string, url: string, status: number, body?: object) => ({
    request: {
      method,
      url,
      headers: [],
      ...(method === 'PUT' && { postData: { mimeType: 'application/json', text: '{"max_size":7}' } }),
    },
    response: {
      status,
      headers: [],
      content: { mimeType: 'application/json', text: body ? JSON.stringify(body) : '' },
    },
  });
  const entries = [
    exchange('GET', `${API}/${queue.id}`, 200, queue),
    exchange('PUT', `${API}/${queue.id}`, 200, { ...queue, max_size: 7 }),
    exchange('GET', `${API}/3f1f5b1a-0000-4000-8000-00000000dead`, 404, { errors: [] }),
  ];
  writeFileSync(join(folder, 'customer.har'), JSON.stringify({ log: { version: '1.2', entries } }));
  expect(await patchbay(['import', 'customer.har', '-o', 'customer.yaml'])).toMatchObject({ code: 0 });
  for (const [format, name] of [
    ['test', 'customer.test.ts'],
    ['notebook', 'customer.ipynb'],
    ['ts', 'customer.ts'],
  ] as const)
    expect((await patchbay(['export', 'customer.yaml', '--to', format, '-o', name])).err).toBe('');
}

describe('an exported case gives the same result', () => {
  it('as a test that vitest runs, and that fails if the platform answers something else', async () => {
    const text = await exportCase(cassette, 'test');
    writeFileSync(join(folder, 'case.test.ts'), text);
    writeFileSync(join(folder, 'wrong.test.ts'), text.replace('status: 404', 'status: 403'));
    expect(tested()).toEqual({
      'case.test.ts': { status: 'passed', message: '' },
      'wrong.test.ts': { status: 'failed', message: expect.stringContaining('403') },
      // The sandbox of an imported case starts with the resources that it shows.
      'customer.test.ts': { status: 'passed', message: '' },
    });
  });

  it('as a notebook in the kernel', async () => {
    writeFileSync(join(folder, 'case.ipynb'), await exportCase(cassette, 'notebook'));
    const { code, out, err } = await patchbay(['notebook', 'run', 'case.ipynb', '--in-place']);
    expect([code, out + err]).toEqual([0, expect.stringContaining('4')]);
    const { cells } = JSON.parse(readFileSync(join(folder, 'case.ipynb'), 'utf8')) as { cells: Cell[] };
    const failed = cells.filter((cell) => cell.outputs?.some((output) => output.output_type === 'error'));
    expect(failed.map(({ outputs }) => /\b[45]\d\d\b/.exec(JSON.stringify(outputs))?.[0])).toEqual([
      '404',
      '422',
      '429',
      '404',
    ]);
  });

  it('as curl commands against a served sandbox', async () => {
    const script = await exportCase(cassette, 'curl');
    expect(script).toContain("'http://127.0.0.1:4010/api/relay/rest/queues'".replaceAll("'", ''));
    expect(script).toContain('patchbay sandbox --port 4010 --seed 1');
    const sandbox = createSandbox();
    const served = (base: string) => exportCase(cassette, 'curl', { base });
    // The first request for a fault goes to the control API.
    expect(await statusesOfCurl(served, { sandbox, folder })).toEqual(statuses().toSpliced(5, 0, 200));
  });

  it('as an .http file and as a HAR that are imported again', async () => {
    const lines = ({ op, request }: CassetteEntry) => [op, request.method, new URL(request.url).pathname, request.body];
    const expected = cassette.entries.map(lines);
    for (const [format, name] of [
      ['http', 'case.http'],
      ['har', 'case.har'],
    ] as const) {
      const again = importCase([{ name, text: await exportCase(cassette, format) }]);
      const entries = again.documents as CassetteEntry[];
      expect(again.problems).toEqual([]);
      expect(entries.map(lines)).toEqual(expected);
      if (format === 'har') expect(entries.map(({ response }) => response?.status)).toEqual(statuses());
    }
  });

  it('as a program', async () => {
    writeFileSync(join(folder, 'case.ts'), await exportCase(cassette, 'ts'));
    const { code, err } = await patchbay(['run', 'case.ts']);
    expect(code).toBe(1);
    expect(err.match(/(?<=failed: )\d+/g)).toEqual(['404', '422', '429', '404']);
  });
});

describe('an imported case', () => {
  it('starts with the resources that it shows, as a notebook and as a program', async () => {
    const ran = await patchbay(['notebook', 'run', 'customer.ipynb']);
    expect([ran.code, ran.err]).toEqual([0, expect.not.stringContaining('rror:')]);
    const program = await patchbay(['run', '--from', 'customer.yaml', 'customer.ts']);
    expect([program.code, program.err]).toEqual([1, expect.stringContaining('404')]);
    const [first] = readFileSync(join(folder, 'customer.ts'), 'utf8').split('\n');
    expect(first).toContain('patchbay run --from customer.yaml FILE.ts');
  });
});

interface Cell {
  readonly outputs?: readonly { readonly output_type: string }[];
}

describe('a report', () => {
  const exported = (name: string) => patchbay(['export', name, '--to', 'report']);

  it('names the failing exchange, and the cause and the fix if they are known', async () => {
    const plain = await exportCase(cassette, 'report', { file: 'ticket.yaml' });
    expect(plain).toContain('11 requests, 4 failed. The last failure: queues.get → 404');
    expect(plain).toContain('| 5 | POST /api/relay/rest/queues | queues.create | 422 |');
    expect(plain).toContain('## Cause\n\n**4** queues.get → 404: ');
    expect(plain).toContain('**5** queues.create → 422: this call succeeds on a copy of the sandbox');
    expect(plain).toContain('patchbay export ticket.yaml --to test');
    const analysis = { cause: 'The queue was deleted.', fix: 'Create it first.' };
    expect(await exportCase(cassette, 'report', { analysis })).toContain(
      '## Cause\n\nThe queue was deleted.\n\n## Fix\n\nCreate',
    );
  });

  it('has the cause and a call that works, from the command line', async () => {
    const { out } = await exported('case.yaml');
    expect(out).not.toContain('Not analysed');
    expect(out).toMatch(/## Cause\n\n\*\*4\*\* queues\.get → 404: /);
    expect(out).toContain('**5** queues.create → 422: this call succeeds on a copy of the sandbox');
    expect(out).toMatch(/## How to run it\n\n```sh\npatchbay replay case\.yaml\npatchbay explain case\.yaml\n/);
  });

  it('counts requests without a response, and shows what the sandbox answers', async () => {
    const text = 'curl https://acme.example.com/api/relay/rest/queues --json \'{"max_size":"many"}\'';
    const { header, documents } = importCase([{ name: 'ticket.txt', text }]);
    writeFileSync(join(folder, 'curl.ndjson'), [header, ...documents].map((one) => JSON.stringify(one)).join('\n'));
    const { out } = await exported('curl.ndjson');
    expect(out).toContain('## Summary\n\n1 request, 1 without a response.\n');
    expect(out).toContain(
      'The recording has no response to 1 request. The sandbox answers:\n\n- **1** queues.create → 422',
    );
    expect(out).not.toMatch(/\b0 failed|No request failed/);
  });

  it('keeps the text of a response inside its block', async () => {
    const text = '```\n# Not a heading\n| cell |';
    const entry: CassetteEntry = {
      kind: 'http',
      request: { method: 'GET', url: 'https://h.invalid/api/relay/rest/queues/a|b' },
      response: { status: 500, body: { text } },
    };
    const shown = await exportCase({ header: cassette.header, documents: [entry] }, 'report');
    expect(shown).toContain(`\`\`\`\`json\n${text}\n\`\`\`\``);
    expect(shown).not.toContain('a|b |');
  });
});
