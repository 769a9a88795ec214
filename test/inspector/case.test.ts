import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { expect, it, onTestFinished } from 'vitest';
import { exporters, exportWithNotes, importFiles } from '../../src/cases/index.js';
import { openCassette } from '../../src/cassette/index.js';
import { PageSessions } from '../../src/inspector/access/page-sessions.js';
import { casePage, openedPage } from './case-support.js';
import { CURL, harOf, LOG, TICKET } from './case-ticket.js';
import { TOKEN } from './support.js';

/** What `patchbay import` and `patchbay export` write for the ticket. */
async function byCommandLine(kept: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'case-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [ticket, file] = [join(folder, 'ticket.har'), join(folder, 'case.yaml')];
  writeFileSync(ticket, TICKET);
  importFiles([ticket], { output: file, kept, secrets: [], next: () => '' });
  const recording = openCassette(file);
  const texts = exporters.map(async ({ name }) => [
    name,
    (await exportWithNotes(recording, name, { file: 'case.yaml' })).text,
  ]);
  return Object.fromEntries(await Promise.all(texts));
}

it('shows what was found and left out, and nothing else before the user decided about the personal data', async () => {
  const { drop, part, step, page } = await openedPage();
  expect(await drop({ 'ticket.har': TICKET })).toEqual({
    ...{ name: 'ticket.har', work: null, problem: null, isReviewed: false },
    parts: { import: 1, review: 1 },
  });
  const found = await part('import');
  expect(found.rows.map(({ status, request }: Record<string, string>) => `${status} ${request}`)).toEqual([
    ...['200 queues.list', '201 queues.create', '201 fabric.subscribers.create', '422 queues.update', '200 queues.get'],
  ]);
  expect(found.dropped).toHaveLength(3);
  expect(JSON.stringify(found.rows)).not.toMatch(/okonkwo|amsel/i);
  for (const name of ['causes', 'minimal', 'replay'])
    expect((await step(name)).problem).toEqual({ name, message: 'decide about the personal data first' });
  expect(await page('GET', 'case/file/case/ts')).toMatchObject({
    ...{ status: 422, body: { error: 'decide about the personal data first' } },
  });
  expect((await page('GET', 'case/part/causes')).status).toBe(404);
});

it.each([[[]], [['Wolfgang Amsel']]])(
  'downloads the exports that the command line writes, keeping %j',
  async (kept) => {
    const { drop, step, part, file } = await openedPage();
    await drop({ 'ticket.har': TICKET });
    const { groups } = await part('review');
    expect(groups).toMatchObject([{ title: 'possible names', items: [{ text: 'Wolfgang Amsel', count: 1 }] }]);
    await step('review', { kept });
    const expected = await byCommandLine(kept);
    expect(Object.keys(expected)).toHaveLength(7);
    for (const [name, text] of Object.entries(expected))
      expect([name, await file(`case/${name}`)]).toEqual([name, text]);
    expect((await file('case/har')).includes('Amsel')).toBe(kept.length > 0);
  },
);

it('explains, replays and minimises, and exports the smallest recording', async () => {
  const { drop, step, part, file, settled } = await openedPage();
  await drop({ 'ticket.har': TICKET });
  await step('review', { kept: [] });
  await step('causes');
  const { failures } = await part('causes');
  expect(failures).toMatchObject([{ exchange: 4, title: 'queues.update → 422', level: 'likely' }]);
  expect(failures[0].parts[0].pairs[0]).toEqual(['the server', '“max_size must be an integer”']);
  await step('replay');
  const { rows, counts } = await part('replay');
  expect(rows.map(({ exchange, outcome }: Record<string, string>) => [exchange, outcome])).toEqual([
    ...[1, 2, 3].map((number) => [`${number}`, 'same']),
    ...[
      ['4', 'recorded'],
      ['5', 'different'],
    ],
  ]);
  expect(counts).toBe('3 same, 1 different, 1 with the recorded failure');
  await step('minimal', { at: 4 });
  expect(await part('minimal')).toMatchObject({
    rows: [{ first: 1, last: 1, status: '422', request: 'queues.update' }],
    failure: expect.stringContaining('queues.update 422'),
  });
  expect(JSON.parse(await file('minimal/har')).log.entries).toHaveLength(1);
  // A new review makes the results of the earlier one invalid.
  const { parts } = await step('review', { kept: ['Wolfgang Amsel'] });
  expect(parts).toEqual({ import: 1, review: 3 });
  expect(await file('minimal/har')).toContain('minimise the case first');
  expect((await settled()).problem).toMatchObject({ name: 'export' });
});

it('opens a curl command, a log, an archive, a compressed file and a recording', async () => {
  const { drop, part, step, file } = await openedPage();
  const rows = async () => (await part('import')).rows.map(({ request }: { request: string }) => request);
  await drop({ 'the pasted text': CURL });
  expect(await rows()).toEqual(['queues.create']);
  await drop({ 'app.log': LOG, 'more.sh': CURL });
  expect(await rows()).toEqual(['queues.create', 'queues.get', 'queues.create']);
  await drop({ 'ticket.zip': zipSync({ 'a/ticket.har': strToU8(TICKET), 'picture.png': new Uint8Array(9) }) });
  expect([(await rows()).length, (await part('import')).notes]).toEqual([
    5,
    [expect.stringMatching(/picture\.png is not a text/)],
  ]);
  expect((await drop({ 'ticket.har.gz': new Uint8Array(gzipSync(TICKET)) })).name).toBe('ticket.har');
  await step('review', { kept: ['Wolfgang Amsel'] });
  const recording = await file('case/recording');
  // The decision is in the recording.
  expect(await drop({ 'story.yaml': recording })).toMatchObject({ name: 'story.yaml', isReviewed: true });
  expect(await file('case/recording')).toBe(recording);
});

it('keeps requests that the user names', async () => {
  const { drop, part } = await openedPage();
  await drop({ 'ticket.har': TICKET }, 'metrics.tracker.example');
  expect((await part('import')).rows.map(({ request }: { request: string }) => request)).toContain('GET /collect');
});

it('refuses what is no case, with what to do, and leaves nothing open', async () => {
  const { drop, page } = await openedPage();
  const only = harOf([{ path: '/x', host: 'other.example', status: 200, answer: {} }]);
  const refused: [Parameters<typeof drop>[0], RegExp][] = [
    [{ 'notes.txt': 'nothing here' }, /^the format of notes\.txt is not supported\. Supported formats/],
    [{ 'x.har': only }, /no request is for the platform.*under “Also keep”/],
    [{ 'repro.ts': 'fetch("x")' }, /^repro\.ts is a script/],
    [{ 'x.zip': new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]) }, /^x\.zip: it is not a complete \.zip file/],
    [{ 'x.har.gz': new Uint8Array(gzipSync(Buffer.alloc(65 * 2 ** 20))) }, /^x\.har\.gz: .*limit of 64 MiB/],
    [Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`${i}.log`, LOG])), /at most 50 files/],
    [{}, /the upload has no file|not a form/],
  ];
  for (const [files, message] of refused) {
    const { problem, ...state } = await drop(files);
    expect(problem?.message).toMatch(message);
    expect(state).toEqual({ name: null, work: null, isReviewed: false, parts: {} });
  }
  expect((await page('POST', 'case', 'curl https://x')).status).toBe(415);
  expect((await page('POST', 'case/causes', {})).status).toBe(409);
});

const MANY = harOf(
  Array.from({ length: 400 }, (_, i) => ({
    method: 'POST',
    path: '/api/relay/rest/queues',
    body: { name: `queue ${i}`, ...(i % 7 === 3 && { max_size: 'many' }) },
    ...(i % 7 === 3
      ? { status: 422, answer: { errors: [{ code: 'invalid_parameter', message: 'no', parameter: 'max_size' }] } }
      : { status: 201, answer: { id: `0b1c1f0a-6f0e-4c39-8f58-${String(i).padStart(12, '0')}`, name: `queue ${i}` } }),
  })),
);

it('answers the API while a step runs, runs one step at a time, and stops', async () => {
  const { drop, step, page, state, settled, client } = await openedPage();
  await drop({ 'many.har': MANY });
  await step('review', { kept: [] });
  expect((await page('POST', 'case/minimal', {})).body.work).toMatchObject({ name: 'minimal' });
  await client.queues.list();
  expect(await page('POST', 'case/replay', {})).toMatchObject({ status: 409, body: { error: /Another step/ } });
  expect((await page('GET', 'case/file/case/har')).status).toBe(409);
  expect((await state()).work?.name).toBe('minimal');
  await page('POST', 'case/stop');
  const { problem, parts } = await settled();
  expect(problem?.message ?? `minimal ${parts.minimal}`).toMatch(/^stopped during the first replay|^minimal 1$/);
  expect((await step('replay')).parts).toMatchObject({ replay: 1 });
});

it('shows no known secret of the sandbox, wherever the ticket has it', async () => {
  const { drop, step, part, file } = await openedPage();
  const entry = { method: 'POST', path: `/api/relay/rest/queues/${TOKEN}`, body: { name: TOKEN }, status: 404 };
  const left = { path: `/x/${TOKEN}`, host: 'other.example', status: 200, answer: {} };
  await drop({ [`${TOKEN}.har`]: harOf([{ ...entry, answer: { message: TOKEN } }, left]) });
  await step('review', { kept: [TOKEN] });
  for (const name of ['causes', 'minimal', 'replay'] as const) await step(name);
  const parts = ['import', 'review', 'causes', 'minimal', 'replay'] as const;
  for (const name of parts) expect([name, JSON.stringify(await part(name)).includes(TOKEN)]).toEqual([name, false]);
  for (const name of ['recording', ...exporters.map((one) => one.name)])
    expect([name, (await file(`case/${name}`)).includes(TOKEN)]).toEqual([name, false]);
});

it('keeps one case for each session, and closes the oldest when there are more than three', async () => {
  const first = await openedPage();
  await first.drop({ 'first.sh': CURL });
  const others = [await casePage(first), await casePage(first), await casePage(first)];
  expect((await others[0]?.state())?.name).toBeNull();
  for (const [i, { drop }] of others.entries()) await drop({ [`${i}.sh`]: CURL });
  expect((await first.state()).name).toBeNull();
  expect((await others[0]?.state())?.name).toBe('0.sh');
  expect((await others[0]?.page('DELETE', 'case'))?.body.name).toBeNull();
  const ended: unknown[] = [];
  const sessions = new PageSessions(
    'token',
    () => 0,
    (session) => ended.push(session),
  );
  const cookie = sessions.openWithCode(sessions.newCode()) ?? '';
  const session = sessions.find(cookie);
  for (let i = 0; i < 32; i++) sessions.openWithCode(sessions.newCode());
  expect([ended, sessions.find(cookie)]).toEqual([[session], undefined]);
});
