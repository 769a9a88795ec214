import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBench, readCode } from '../../src/bench/index.js';
import { sessionRecording } from '../../src/bench/transcript/session-recording.js';
import { httpFile } from '../../src/cases/import/read-http-file.js';
import { exporters, exportWithNotes, importCase, replay } from '../../src/cases/index.js';
import { type Cassette, openCassette } from '../../src/cassette/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { rotated } from '../support/rotation.js';
import { COMPILED } from '../support/run-patchbay.js';
import { captured } from './support/recorded-case.js';
import { linkPackages } from './support/report-commands.js';
import { CAUSES, findingsIn, openTicket, personalIn, policy, secrets, TICKETS } from './support/tickets.js';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'issue-exports-'));
linkPackages(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const env = { PATH: process.env.PATH, PATCHBAY_STATE_DIR: folder, HOME: folder, ...COMPILED, NO_COLOR: '1' };
const SERVICE = 'https://api.weatherapi.com/';

/** What a format cannot repeat, by ticket. All other exports fail as the ticket does. */
const LIMITS: Readonly<Record<string, string>> = {
  'bad-skill-key': `The sandbox does not answer for api.weatherapi.com, so GET /v1/current.json is not sent. The recording has 401.`,
};

/** A share of the tickets and forms. Continuous integration also takes them through whole processes. */
const tested = rotated(TICKETS);

interface Ticket {
  readonly name: string;
  readonly file: string;
  readonly cassette: Cassette;
  /** The statuses of the requests to the platform: as recorded, or else as a sandbox answers. */
  readonly statuses: readonly unknown[];
}

const tickets = new Map<string, Ticket>();
const ticketOf = (name: string, form: string) => tickets.get(`${name} ${form}`) as Ticket;

async function opened(name: string, form: string): Promise<Ticket> {
  const { file, cassette } = openTicket(folder, name, form);
  const { requests } = await replay(cassette);
  const platform = cassette.documents.map((one) => one.kind !== 'http' || !one.request.url.startsWith(SERVICE));
  const statuses = requests.filter(({ index }) => platform[index]).map(({ status }) => status);
  return { name, file, cassette, statuses };
}

beforeAll(async () => {
  for (const [name, form] of tested) tickets.set(`${name} ${form}`, await opened(name, form));
});

async function exported({ name, cassette, file }: Ticket, format: string, base?: string): Promise<string> {
  const options = { policy, secrets, file, ...(base !== undefined && { base }) };
  const { text, notes } = await exportWithNotes(cassette, format, options);
  const isLimited = name in LIMITS && ['curl', 'http'].includes(format);
  expect(notes).toEqual(isLimited ? [LIMITS[name]] : []);
  for (const note of notes) expect(text).toContain(`# ${note}\n`);
  expect(personalIn(text), format).toEqual([]);
  const { extension } = exporters.find((one) => one.name === format) ?? {};
  writeFileSync(`${file}${extension}`, text);
  return text;
}

/** A recording of what an export did shows the same failure. */
async function expectSameFailure({ name, statuses }: Ticket, { documents }: Pick<Cassette, 'documents'>) {
  const found = documents.flatMap(({ kind, response }) =>
    kind === 'http' ? [(response as { status: number } | undefined)?.status] : [],
  );
  expect(found).toEqual(statuses);
  if (name in LIMITS) return;
  const { field, ...cause } = CAUSES[name] ?? {};
  expect(await findingsIn({ documents })).toContainEqual(
    expect.objectContaining({ ...cause, ...(field && { field }) }),
  );
}

/** Starts the sandbox that the text of an export asks for. */
function sandboxFor(text: string): Sandbox {
  const [, from, seed] = /patchbay sandbox --port \d+ (?:--from (\S+)|--seed (\d+))/.exec(text) ?? [];
  expect(from ?? seed).toBeDefined();
  return createSandbox(from === undefined ? { seed: Number(seed) } : { from });
}

async function served(ticket: Ticket, format: string, run: (url: string, login: Login) => Promise<void>) {
  const sandbox = sandboxFor(await exported(ticket, format, 'http://127.0.0.1:4010'));
  const { documents, through } = captured();
  const server = await sandbox.listen(0, { through });
  await run(server.url, server.credentials).finally(() => Promise.all([server.close(), sandbox.close()]));
  return { documents };
}

interface Login {
  readonly project: string;
  readonly token: string;
}

describe.each(tested)('an export of %s as %s fails in the same way', (name, form) => {
  it.each(['ts', 'notebook'])('to %s, in a bench', async (format) => {
    const ticket = ticketOf(name, form);
    const text = await exported(ticket, format);
    const [, from] = /patchbay run(?: --from (\S+))? FILE/.exec(text) ?? [];
    const bench = createBench(from === undefined ? {} : { from: openCassette(from) });
    const errors: unknown[] = [];
    for (const piece of readCode(`x.${format === 'ts' ? 'ts' : 'ipynb'}`, text)) {
      const outcome = await bench.run(piece, { script: true });
      if (!outcome.ok) errors.push(outcome.error);
    }
    const recording = await sessionRecording(bench);
    await bench.close();
    // A notebook whose sandbox starts with the resources of a file sends its requests past the bench.
    if (recording.documents.some(({ kind }) => kind === 'http')) await expectSameFailure(ticket, recording);
    const failed = [...ticket.statuses, ...(name === 'bad-skill-key' ? [401] : [])].filter((one) => Number(one) >= 400);
    if (format === 'notebook') expect(errors).toEqual(failed.map((status) => expect.objectContaining({ status })));
    if (name === 'bad-skill-key') expect(String(errors[0])).toContain('api.weatherapi.com answered 401');
  });

  it('to curl, run by a shell', async () => {
    const ticket = ticketOf(name, form);
    const recorded = await served(ticket, 'curl', async (url, { project, token }) => {
      await exported(ticket, 'curl', url);
      const own = { ...env, PLATFORM_PROJECT_ID: project, PLATFORM_API_TOKEN: token };
      const child = spawn('sh', [`${ticket.file}.sh`], { cwd: folder, env: own, stdio: 'ignore' });
      expect(await once(child, 'close')).toEqual([0, null]);
    });
    await expectSameFailure(ticket, recorded);
  });

  it('to http, sent one by one, and imported again', async () => {
    const ticket = ticketOf(name, form);
    const recorded = await served(ticket, 'http', async (url, { project, token }) => {
      const text = await exported(ticket, 'http', url);
      expect(text.match(/^Authorization: .*$/gm)).toEqual(
        text.match(/^(?:GET|POST|PUT|PATCH|DELETE) .*$/gm)?.map(() => 'Authorization: Basic {{project}} {{token}}'),
      );
      const authorization = `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}`;
      // As an editor does: a request refers to the responses of those before it.
      const bodies: Record<string, unknown> = {};
      for (const block of text.split(/^### /m).slice(1)) {
        const filled = block.replace(/\{\{(\w+)\.response\.body\.\$(\S+?)\}\}/g, (_, from: string, path: string) =>
          String(path.match(/\w+/g)?.reduce<unknown>((at, step) => Reflect.get(Object(at), step), bodies[from])),
        );
        const [request] = httpFile.read(`### ${filled}`, 'x.http').requests;
        if (!request) continue;
        const { method, url: to, type, body } = request;
        const headers = { authorization, ...(type && { 'content-type': type }) };
        const response = await fetch(to, { method, headers, ...(body && { body: Buffer.from(body) }) });
        const answer = await response.text();
        const [, own] = /^# @name (\w+)$/m.exec(block) ?? [];
        if (own !== undefined) bodies[own] = JSON.parse(answer);
      }
    });
    await expectSameFailure(ticket, recorded);
    const text = readFileSync(`${ticket.file}.http`, 'utf8');
    const { requests } = await replay(importCase([{ name: 'x.http', text }]));
    expect(requests.map(({ status }) => status)).toEqual(ticket.statuses);
  });

  it('to har, imported again', async () => {
    const ticket = ticketOf(name, form);
    const again = importCase([{ name: 'x.har', text: await exported(ticket, 'har') }]);
    expect(again.problems).toEqual([]);
    const { requests } = await replay(again);
    const before = await replay(ticket.cassette);
    expect(requests.map(({ status }) => status)).toEqual(before.requests.map(({ status }) => status));
    expect(await findingsIn(again)).toContainEqual(expect.objectContaining(CAUSES[name] ?? {}));
  });
});

describe('all tickets', () => {
  const run = promisify(execFile);

  it('fail in the same way as tests, and the tests check it', { timeout: 60_000 }, async () => {
    const wrong: string[] = [];
    for (const [name, form] of tested) {
      const ticket = ticketOf(name, form);
      const text = await exported(ticket, 'test');
      const other = text.replace(/status: [45]\d\d/, 'status: 418');
      if (other === text) continue;
      wrong.push(`${name}-${form}.wrong.test.ts`);
      writeFileSync(join(folder, `${name}-${form}.wrong.test.ts`), other);
    }
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const options = ['--root', folder, '--reporter', 'json', '--no-isolate', '--maxWorkers', '2'];
    const { stdout } = await run(process.execPath, [vitest, 'run', ...options], { cwd: folder, env }).catch(
      (failed: { stdout: string }) => failed,
    );
    const { testResults } = JSON.parse(stdout) as { testResults: { name: string; status: string; message: string }[] };
    const failed = testResults.filter(({ status }) => status !== 'passed').map(({ name }) => name.split('/').at(-1));
    expect(failed.sort()).toEqual(wrong.sort());
    expect(testResults).toHaveLength(tested.length + wrong.length);
    const failing = [...tickets.values()].filter(({ statuses }) => statuses.some((status) => Number(status) >= 400));
    expect(wrong.length).toBeGreaterThanOrEqual(failing.length);
  });

  it('leave no personal data in any file that an export or its run wrote', () => {
    const files = filesIn(folder);
    expect(files.length).toBeGreaterThan(tested.length * exporters.length);
    for (const file of files) expect(personalIn(readFileSync(file, 'latin1')), file).toEqual([]);
  });
});

/** Not recursive in one call: Node.js 24 then follows the links to packages. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
    });
