import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PageSessions } from '../../src/inspector/access/page-sessions.js';
import { OpenCase } from '../../src/inspector/case/open-case.js';
import { packageRoot } from '../../src/util/index.js';
import { casePage, openedPage } from './case-support.js';
import { CURL, harOf, TICKET } from './case-ticket.js';

it('shows what was found and left out, and nothing else before the user decided about the personal data', async () => {
  const { drop, part, step, page } = await openedPage();
  expect(await drop({ 'ticket.har': TICKET })).toEqual({
    ...{ name: 'ticket.har', work: null, problem: null, isReviewed: false, isSmaller: false },
    parts: { import: 1, messages: 1, review: 1 },
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
  await step('review', { kept: [] });
  expect((await step('causes')).parts).toEqual({ import: 1, messages: 2, review: 2, causes: 1 });
  expect(await part('causes')).toMatchObject({ failures: [{ title: 'queues.update → 422' }] });
  expect((await page('POST', 'case', 'curl https://x')).status).toBe(415);
  for (const body of [{ kept: 'all' }, { kept: [1] }, [], { at: 'x' }])
    expect((await page('POST', `case/${'at' in body ? 'minimal' : 'review'}`, body)).status).toBe(422);
  // A file that is not a case leaves nothing open.
  expect(await drop({ 'notes.txt': 'nothing here' })).toMatchObject({ name: null, isReviewed: false, parts: {} });
  expect((await page('POST', 'case/causes', {})).status).toBe(409);
});

it('opens the smallest recording, and the whole case again', async () => {
  const { drop, part, step, file } = await openedPage();
  const before = await drop({ 'ticket.har': TICKET });
  await step('review', { kept: [] });
  expect((await step('smaller')).problem).toEqual({ name: 'smaller', message: 'minimise the case first' });
  await step('minimal', { at: 4 });
  const smaller = await step('smaller');
  expect(smaller).toMatchObject({ name: 'the smallest recording of ticket.har', isReviewed: true, isSmaller: true });
  expect(Object.keys(smaller.parts)).toEqual(['import', 'messages', 'review']);
  // The page reads a part again if its number differs.
  expect(smaller.parts.import).not.toBe(before.parts.import);
  expect((await part('import')).rows).toHaveLength(1);
  expect(JSON.parse(await file('case/har')).log.entries).toHaveLength(1);
  const whole = await step('whole');
  expect(whole).toMatchObject({ name: 'ticket.har', isReviewed: true, isSmaller: false });
  expect(whole.parts.import).not.toBe(smaller.parts.import);
  expect((await part('import')).rows).toHaveLength(5);
  expect(JSON.parse(await file('minimal/har')).log.entries).toHaveLength(1);
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

it('ends a thread whose step takes too long', async () => {
  const entry = join(packageRoot(), 'dist', 'case-thread.js');
  const opened = new OpenCase({ entry, secrets: [], maxMs: 1 });
  const upload = { type: 'multipart/form-data', bytes: new Uint8Array(9) };
  expect(await opened.start({ name: 'open', upload })).toBeUndefined();
  expect(opened.state.problem?.message).toMatch(/^It took longer than .* use patchbay import/);
  expect([opened.isOpen, opened.start({ name: 'causes' })]).toEqual([false, undefined]);
});
