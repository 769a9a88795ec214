import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { expect, it, onTestFinished } from 'vitest';
import { exporters, exportWithNotes, importFiles } from '../../src/cases/index.js';
import { openCassette } from '../../src/cassette/index.js';
import { caseWork } from './case-support.js';
import { CURL, harOf, LOG, TICKET } from './case-ticket.js';

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

it.each([[[]], [['Wolfgang Amsel']]])('exports what the command line writes, keeping %j', async (kept) => {
  const { drop, run, file } = caseWork();
  const { review } = await drop({ 'ticket.har': TICKET });
  expect(review.groups).toMatchObject([{ title: 'possible names', items: [{ text: 'Wolfgang Amsel', count: 1 }] }]);
  await run({ name: 'review', kept });
  const expected = await byCommandLine(kept);
  expect(Object.keys(expected)).toHaveLength(7);
  for (const [name, text] of Object.entries(expected)) expect([name, await file(name)]).toEqual([name, text]);
  expect((await file('har')).includes('Amsel')).toBe(kept.length > 0);
});

it('keeps only texts that the review lists', async () => {
  const { drop, run, file } = caseWork();
  await drop({ 'ticket.har': TICKET });
  const { review } = await run({
    name: 'review',
    kept: ['Adaeze', 'Okonkwo', 'adaeze.okonkwo@hartmann-logistik.example'],
  });
  expect(review.kept).toEqual([]);
  expect(await file('recording')).not.toMatch(/adaeze/i);
});

it('explains, replays and minimises, and exports the smallest recording', async () => {
  const { drop, run, file } = caseWork();
  await drop({ 'ticket.har': TICKET });
  await run({ name: 'review', kept: [] });
  const { causes } = await run({ name: 'causes' });
  expect(causes.failures).toMatchObject([{ exchange: 4, title: 'queues.update → 422', level: 'likely' }]);
  expect(causes.failures[0].parts[0].pairs).toContainEqual(['sent', '"plenty"']);
  expect(causes.failures[0].parts[0].pairs[0]).toEqual(['the server', '“max_size must be an integer”']);
  const { replay } = await run({ name: 'replay' });
  expect(replay.rows.map(({ exchange, outcome }: Record<string, string>) => `${exchange} ${outcome}`)).toEqual([
    ...['1 same', '2 same', '3 same', '4 recorded', '5 different'],
  ]);
  expect(replay.counts).toBe('3 same, 1 different, 1 with the recorded failure');
  const { minimal } = await run({ name: 'minimal', at: 4 });
  expect(minimal).toMatchObject({
    rows: [{ first: 1, last: 1, status: '422', request: 'queues.update' }],
    failure: expect.stringContaining('queues.update 422'),
  });
  expect(JSON.parse(await file('har', 'minimal')).log.entries).toHaveLength(1);
  // A new review makes the smallest recording of the earlier one invalid.
  await run({ name: 'review', kept: ['Wolfgang Amsel'] });
  await expect(file('har', 'minimal')).rejects.toThrow('minimise the case first');
});

it('opens a curl command, a log, an archive, a compressed file and a recording', async () => {
  const { drop, run, file } = caseWork();
  const rows = async (files: Parameters<typeof drop>[0]) =>
    (await drop(files)).import.rows.map(({ request }: { request: string }) => request);
  expect(await rows({ 'the pasted text': CURL })).toEqual(['queues.create']);
  // A command has no time: it comes before the log.
  expect(await rows({ 'app.log': LOG, 'more.sh': CURL })).toEqual(['queues.create', 'queues.create', 'queues.get']);
  const archive = zipSync({ 'a/ticket.har': strToU8(TICKET), 'picture.png': new Uint8Array(9) });
  const { import: found } = await drop({ 'ticket.zip': archive });
  expect([found.rows.length, found.notes]).toEqual([5, [expect.stringMatching(/picture\.png is not a text/)]]);
  expect((await drop({ 'ticket\u202e.har.gz': new Uint8Array(gzipSync(TICKET)) })).title).toBe('ticket.har');
  await run({ name: 'review', kept: ['Wolfgang Amsel'] });
  const recording = await file('recording');
  // The decision is in the recording.
  expect(await drop({ 'story.yaml': recording })).toMatchObject({ title: 'story.yaml', isReviewed: true });
  expect(await file('recording')).toBe(recording);
  await expect(drop({ 'story.yaml': recording, 'app.log': LOG })).rejects.toThrow('story.yaml is a recording');
});

it('keeps requests that the user names', async () => {
  const { import: found } = await caseWork().drop({ 'ticket.har': TICKET }, 'metrics.tracker.example');
  expect(found.rows.map(({ request }: { request: string }) => request)).toContain('GET /collect');
});

it('refuses files that are not a case, with what to do, and forgets the case before', async () => {
  const { drop, run } = caseWork();
  const only = harOf([{ path: '/x', host: 'other.example', status: 200, answer: {} }]);
  const refused: [Parameters<typeof drop>[0], RegExp][] = [
    [{ 'notes.txt': 'nothing here' }, /^the format of notes\.txt is not supported\. Supported formats/],
    [{ 'x.har': only }, /no request is for the platform.*under “Keep other requests”/],
    [{ 'repro.ts': 'fetch("x")' }, /^repro\.ts is a script/],
    [{ 'x.zip': new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]) }, /^x\.zip: it is not a complete \.zip file/],
    [
      { 'x.har.gz': new Uint8Array(gzipSync(Buffer.alloc(65 * 2 ** 20), { level: 1 })) },
      /^x\.har\.gz: .*limit of 64 MiB/,
    ],
    [Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`${i}.log`, LOG])), /at most 50 files/],
    [{}, /the upload has no file|not a form/],
  ];
  await drop({ 'the pasted text': CURL });
  for (const [files, message] of refused) await expect(drop(files)).rejects.toThrow(message);
  await expect(run({ name: 'review', kept: [] })).rejects.toThrow('open a case first');
});

it('shows no secret that the sandbox knows, wherever the ticket has it', async () => {
  const secret = `PT${'7d'.repeat(20)}`;
  const { drop, run, file } = caseWork({ secrets: [secret] });
  const entry = { method: 'POST', path: `/api/relay/rest/queues/${secret}`, body: { name: secret }, status: 404 };
  const left = { path: `/x/${secret}`, host: 'other.example', status: 200, answer: {} };
  const results: unknown[] = [
    await drop({ [`${secret}.har`]: harOf([{ ...entry, answer: { message: secret } }, left]) }),
    await run({ name: 'review', kept: [secret] }),
  ];
  for (const name of ['causes', 'minimal', 'replay'] as const) results.push(await run({ name }));
  for (const { name } of [{ name: 'recording' }, ...exporters]) results.push(await file(name));
  for (const one of results) expect(JSON.stringify(one)).not.toContain(secret);
  await expect(drop({ [`${secret}.ts`]: 'x' })).rejects.toThrow('[cut].ts is a script');
});

const queueNamed = (name: string) =>
  `curl https://example.com/api/relay/rest/queues -u P:T -H 'content-type: application/json' -d '${JSON.stringify({ name, max_size: 5 })}'`;

it.each(['Schmidt family queue', 'anna-schmidt-vip', 'Müller GmbH Hotline', 'Anna Schmidt support'])(
  'lists %s as a text that stays, and replaces it or a part of it on request',
  async (name) => {
    for (const [part, left] of [
      [undefined, name],
      [/schmidt|Müller/i.exec(name)?.[0] ?? '', undefined],
    ] as const) {
      const { drop, run, file } = caseWork();
      const { review } = await drop({ 'ticket.sh': queueNamed(name) });
      const [{ text }] = review.texts;
      const isWhole = part === undefined;
      const result = await run({ name: 'review', kept: [], removed: [isWhole ? text : part] });
      expect(result.review.removed).toEqual([isWhole ? text : part]);
      const written = await file('recording');
      expect(written).not.toContain(isWhole ? left : part);
      expect(written).not.toMatch(/schmidt|Müller/i);
      expect(JSON.stringify(result.messages)).not.toMatch(/schmidt|Müller/i);
      expect(written).toContain('max_size: 5');
    }
  },
);

it('lists only texts that people wrote, and changes nothing if the text to replace does not occur', async () => {
  const { drop, run, file } = caseWork();
  const { review, messages } = await drop({ 'ticket.har': TICKET });
  const texts = review.texts.map(({ text }: { text: string }) => text);
  expect(texts.length).toBeGreaterThan(0);
  for (const text of texts) expect(text).not.toMatch(/Amsel|^\+?\d+$|:\/\/|^[0-9a-f-]{36}$/);
  await run({ name: 'review', kept: [] });
  const before = await file('recording');
  await run({ name: 'review', kept: [], removed: ['Rumpelstilzchen'] });
  expect(await file('recording')).toBe(before);
  await expect(run({ name: 'review', kept: [], removed: ['ab'] })).rejects.toThrow('at least 3 characters');
  expect(messages).toHaveLength(5);
});

it('does not list the title of an error as a text that people wrote, but the same text elsewhere', async () => {
  const entry = { method: 'POST', path: '/api/relay/rest/queues', body: { name: 'Night desk' }, status: 422 };
  const answer = { errors: [{ title: 'Invalid Attribute', detail: 'name is invalid', status: '422', code: '422' }] };
  const textsOf = async (other: Readonly<Record<string, string>>) => {
    const { drop } = caseWork();
    const { review } = await drop({ 'ticket.har': harOf([{ ...entry, answer: { ...answer, ...other } }]) });
    return review.texts.map(({ text }: { text: string }) => text);
  };
  expect(await textsOf({})).toEqual(['Night desk']);
  expect(await textsOf({ title: 'Invalid Attribute' })).toEqual(['Night desk', 'Invalid Attribute']);
});

it('shows the bodies of the requests, redacted, and those of a kept text after the review', async () => {
  const { drop, run } = caseWork();
  const { import: found, messages } = await drop({ 'ticket.har': TICKET });
  expect(messages.map(({ number }: { number: number }) => number)).toEqual(
    found.rows.map(({ first }: { first: number }) => first),
  );
  const failed = messages.find(({ number }: { number: number }) => number === 4);
  expect(failed.url).toMatch(/^PUT .*queues/);
  expect(failed.request.body).toContain('"max_size"');
  expect(failed.response.body).toContain('max_size must be an integer');
  expect(JSON.stringify(messages)).not.toMatch(/Amsel/);
  const { messages: kept } = await run({ name: 'review', kept: ['Wolfgang Amsel'] });
  expect(JSON.stringify(kept)).toContain('Wolfgang Amsel');
});

it('says in the files what the review kept, and lists the texts that stay as they are', async () => {
  const { drop, run, file } = caseWork();
  const command = queueNamed('Anna Schmidt support');
  const { review: first } = await drop({ 'ticket.har': TICKET, 'ticket.sh': command });
  await run({ name: 'review', kept: [] });
  expect(await file('report')).not.toMatch(/except|\| 0 ms/);
  const texts = ({ texts }: { readonly texts: readonly { readonly text: string }[] }) => texts.map(({ text }) => text);
  const names: string[] = first.groups.flatMap(({ items }: { items: { text: string }[] }) => texts({ texts: items }));
  expect(names).toContain('Anna Schmidt');
  const { review } = await run({ name: 'review', kept: names });
  expect(texts(review)).toContain('Anna Schmidt support');
  const report = await file('report');
  expect(report).toContain(`except ${names.length} texts that the review kept`);
  // A command has no time.
  expect(report).toContain('| not known |');
});

it('has a row and bodies for each request that is not equal to the one before', async () => {
  const { drop, run } = caseWork();
  const rejected = (max_size: unknown) => ({
    ...{ method: 'POST', path: '/api/relay/rest/queues', body: { name: 'a', max_size }, status: 422 },
    answer: { errors: [{ code: 'invalid_parameter', message: `not ${max_size}`, attribute: 'max_size' }] },
  });
  const entries = ['ten', 'ten', 0, -4].map(rejected);
  const { import: found } = await drop({ 'ticket.har': harOf(entries) });
  const rows = found.rows.map(({ first, last }: Record<string, number>) => [first, last]);
  expect(rows).toEqual([
    [1, 2],
    [3, 3],
    [4, 4],
  ]);
  const { messages } = await run({ name: 'review', kept: [] });
  expect(messages.map(({ number }: { number: number }) => number)).toEqual([1, 3, 4]);
  expect(messages[2].request.body).toContain('-4');
});

it('opens the smallest recording as a case of its own, and the whole case again as it was', async () => {
  const { drop, run, file } = caseWork();
  await expect(run({ name: 'smaller' })).rejects.toThrow('minimise the case first');
  await drop({ 'ticket.har': TICKET });
  await run({ name: 'review', kept: ['Wolfgang Amsel'], removed: ['Okonkwo night line'] });
  await expect(run({ name: 'smaller' })).rejects.toThrow('minimise the case first');
  await run({ name: 'causes' });
  await run({ name: 'minimal', at: 4 });
  const [recording, har, minimal] = [await file('recording'), await file('har'), await file('recording', 'minimal')];

  const smaller = await run({ name: 'smaller' });
  expect(smaller).toMatchObject({ title: 'the smallest recording of ticket.har', isReviewed: true });
  expect(smaller.import.rows).toMatchObject([{ first: 1, request: 'queues.update', status: '422' }]);
  expect(await file('recording')).toBe(minimal);
  const { causes } = await run({ name: 'causes' });
  expect(causes.failures).toMatchObject([{ exchange: 1, title: 'queues.update → 422', level: 'likely' }]);
  await expect(file('har', 'minimal')).rejects.toThrow('minimise the case first');
  await run({ name: 'minimal' });
  expect((await run({ name: 'smaller' })).title).toBe('the smallest recording of ticket.har');

  const whole = await run({ name: 'whole' });
  expect(whole).toMatchObject({ title: 'ticket.har', isReviewed: true, review: { removed: ['Okonkwo night line'] } });
  expect(whole.import.rows).toHaveLength(5);
  expect(whole.causes.failures).toMatchObject([{ exchange: 4 }]);
  expect([await file('recording'), await file('har'), await file('recording', 'minimal')]).toEqual([
    ...[recording, har, minimal],
  ]);
  await expect(run({ name: 'whole' })).rejects.toThrow('this is the whole case');
});
