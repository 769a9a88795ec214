import { expect, it } from 'vitest';
import { operations, walkRows } from '../../src/client/index.js';
import { exampleCast } from '../../src/inspector/data/run-cast.js';
import { fieldChanges } from '../../src/inspector/data/snapshot-changes.js';
import { filtered } from '../../src/inspector/page/resources/filter.js';
import { inspected } from './support.js';

type Row = { readonly namespace: string; readonly id: string; readonly title: string };

it('lists what each list operation without arguments lists, and does not move the clock', async () => {
  const { open, pageOf, sandbox } = await inspected();
  const before = sandbox.clock.now();
  const { body } = await pageOf(await open())('GET', 'resources');
  const listed = [...walkRows(operations)].filter(
    ([name, { args }]) => /(?:^|\.)list$/.test(name) && args.length === 0,
  );
  expect(body.namespaces.map(({ name }: { name: string }) => `${name}.list`)).toEqual(listed.map(([name]) => name));
  const names = new Set(body.rows.map(({ namespace }: Row) => namespace));
  for (const { name, count } of body.namespaces) expect([name, names.has(name)]).toEqual([name, count > 0]);
  expect(sandbox.clock.now()).toEqual(before);
});

it('finds a resource by any text of its fields, but once, and shows its number', async () => {
  const { open, pageOf } = await inspected();
  const { rows } = (await pageOf(await open())('GET', 'resources')).body;
  const byText = (text: string, namespace = '') => filtered(rows, { text, namespace });
  const [found, ...more] = byText('+1 206 555 0100', 'phone_numbers');
  expect([found, more]).toMatchObject([{ title: 'Front desk', number: '+12065550100' }, []]);
  const [hook] = byText('https://', 'fabric.swml_webhooks');
  const url = hook?.texts.find((one) => one.startsWith('https://')) ?? '';
  expect(byText(url).map(({ id }) => id)).toContain(hook?.id);
  expect(byText(`${url} none`)).toEqual([]);
  const ids = byText('').map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('shows the relations of a resource in both directions', async () => {
  const { open, pageOf } = await inspected();
  const page = pageOf(await open());
  const { body: list } = await page('GET', 'resources');
  const number = list.rows.find(({ namespace, title }: Row) => namespace === 'phone_numbers' && title === 'Front desk');
  const { body } = await page('GET', `resources/phone_numbers/${number.id}`);
  const [link] = body.links;
  expect(link).toMatchObject({ namespace: 'fabric.swml_webhooks', path: 'calling_handler_resource_id' });
  const { body: target } = await page('GET', `resources/${link.namespace}/${link.id}`);
  const { namespace, id, title } = number;
  expect(target.usedBy).toContainEqual({ namespace, id, title, path: 'calling_handler_resource_id' });
  expect((await page('GET', 'resources/queues/none')).status).toBe(404);
  expect((await page('GET', 'resources/__proto__/%zz')).status).toBe(404);
});

it('shows the request of a change before it sends it, and then sends exactly that', async () => {
  const { open, pageOf, client, log } = await inspected();
  const { id } = await client.queues.create({ name: 'night' });
  const page = pageOf(await open());
  const { body: detail } = await page('GET', `resources/queues/${id}`);
  const update = detail.operations.find(({ name }: { name: string }) => name === 'queues.update');
  expect(update.args).toEqual([{ name: 'queue_id', value: id }]);
  const call = { operation: 'queues.update', args: [id], fields: '{ "max_size": 7 }' };
  const { body: preview } = await page('POST', 'call/preview', call);
  expect(preview).toMatchObject({
    line: `PUT /api/relay/rest/queues/${id}`,
    typescript: `await platform.queues.update('${id}', { max_size: 7 });`,
    notices: [],
  });
  expect(preview.curl).toContain('--user "$PLATFORM_PROJECT_ID:$PLATFORM_API_TOKEN"');
  expect(log.last).toBe(1);
  expect((await page('POST', 'call/send', call)).body).toMatchObject({ status: 200 });
  expect((await client.queues.get(id)).max_size).toBe(7);
});

it('prefills each form with a body that has the required fields, and names those', async () => {
  const { open, pageOf } = await inspected();
  const page = pageOf(await open());
  const { body: list } = await page('GET', 'resources');
  const missing: unknown[] = [];
  for (const { operations: forms } of list.namespaces)
    for (const { name, args, fields, needs, oneOf } of forms) {
      if (args.length > 0 || fields === null) continue;
      const names = Object.keys(JSON.parse(fields));
      const set = oneOf.find((one: string) => one.split(', ').every((field) => names.includes(field)));
      expect([name, names.toSorted()]).toEqual([name, [...needs, ...(set?.split(', ') ?? [])].toSorted()]);
      const { body } = await page('POST', 'call/send', { operation: name, args: [], fields });
      // The tables do not declare that one of two optional fields is required.
      const isRefused = body.status === undefined || body.status >= 400;
      if (isRefused && /(?<! or \w+ is )required|missing|can't be blank/i.test(body.body ?? body.error))
        missing.push([name, body]);
    }
  expect(missing).toEqual([]);
  const formOf = (name: string) =>
    list.namespaces
      .flatMap((one: { operations: object[] }) => one.operations)
      .find((one: { name: string }) => one.name === name);
  expect(formOf('fabric.swml_scripts.create').needs).toEqual(['name', 'contents']);
});

const DOCUMENT = { version: '1.0.0', sections: { main: [{ connect: { to: '+15035550100', timeout: 20 } }] } };
const DOCUMENT_YAML = `version: 1.0.0
sections:
  main:
    - connect: { to: +15035550100, timeout: 20 }
`;
const indented = (text: string) => text.replace(/^(?=.)/gm, '  ');

it.each([
  JSON.stringify({ name: 'menu', contents: DOCUMENT }),
  `name: menu\ncontents:\n${indented(DOCUMENT_YAML)}`,
  `name: menu\ncontents: |\n${indented(DOCUMENT_YAML)}`,
  JSON.stringify({ name: 'menu', contents: DOCUMENT_YAML }),
  JSON.stringify({ name: 'menu', contents: JSON.stringify(DOCUMENT) }),
])('sends a document as an object, whether it is JSON or YAML: %s', async (fields) => {
  const { open, pageOf, log } = await inspected();
  const page = pageOf(await open());
  const { body } = await page('POST', 'call/send', { operation: 'fabric.swml_scripts.create', args: [], fields });
  expect(body.status).toBe(200);
  const sent = [...log.since(0)].map(([, event]) => (event.kind === 'http' ? event.exchange.raw?.request.body : ''));
  expect(JSON.parse(sent.at(-1) ?? '')).toEqual({ name: 'menu', contents: DOCUMENT });
});

/** Each line repeats the one before ten times. */
const BOMB = Array.from({ length: 9 }, (_, i) => `a${i}: &a${i} [${i === 0 ? 'x' : `*a${i - 1}, `.repeat(10)}]`).join(
  '\n',
);

it.each([
  ['{\n  "name": "a",\n  "max_size": 5,,\n}', /^Line 3: /],
  ['name: a\n  max_size: 5', /^Line [12]: /],
  ['name: a\nname: b', /^Line 2: .*unique/],
  ['name: a\nmax_size: .inf', /^Line 2: \.inf is not a number of JSON/],
  [BOMB, /alias/i],
  ['just a text', /not an object/],
  ['- a', /not an object/],
  ['', /not an object/],
])('refuses fields with the line of the problem: %j', async (fields, message) => {
  const { open, pageOf } = await inspected();
  const page = pageOf(await open());
  const call = { operation: 'queues.create', args: [], fields };
  expect(await page('POST', 'call/preview', call)).toMatchObject({
    ...{ status: 422, body: { error: expect.stringMatching(message) } },
  });
});

it('names the field and the line of a document that is not YAML, and keeps texts of other fields', async () => {
  const { open, pageOf } = await inspected();
  const page = pageOf(await open());
  const preview = (operation: string, fields: unknown) =>
    page('POST', 'call/preview', { operation, args: [], fields: JSON.stringify(fields) });
  const broken = await preview('fabric.swml_scripts.create', { name: 'menu', contents: 'sections:\n  main: [' });
  expect(broken.body.error).toMatch(/^Contents, line 2: /);
  const xml = { display_name: 'menu', contents: '<Response/>' };
  expect((await preview('fabric.cxml_scripts.create', xml)).body.typescript).toContain("contents: '<Response/>'");
});

it('refuses calls that the client refuses, and operations that change nothing', async () => {
  const { open, pageOf, log } = await inspected();
  const page = pageOf(await open());
  const wrong = [
    { operation: 'queues.update', args: [''], fields: '{}' },
    { operation: 'queues.list', args: [], fields: null },
    { operation: 'queues.constructor', args: [], fields: null },
    { operation: 'with.constructor', args: [], fields: null },
    { operation: 'phone_numbers.search', args: [], fields: null },
    { operation: 'queues.create', args: [], fields: '[1]' },
    { operation: 'queues.create', args: {}, fields: '{}' },
    'nothing',
  ];
  for (const path of ['call/preview', 'call/send'])
    for (const call of wrong) expect([call, (await page('POST', path, call)).status]).toEqual([call, 422]);
  expect(log.last).toBe(0);
});

it('compares two states: what was added, removed and changed, with the fields', async () => {
  const { open, pageOf, client } = await inspected();
  const page = pageOf(await open());
  const kept = await client.queues.create({ name: 'kept', max_size: 3 });
  const gone = await client.queues.create({ name: 'gone' });
  await page('POST', 'snapshots', 'before');
  expect((await page('GET', 'snapshots/1/now')).body).toMatchObject({ added: [], removed: [], changed: [] });
  await client.queues.delete(gone.id);
  await client.queues.update(kept.id, { max_size: 4 });
  const added = await client.queues.create({ name: 'added' });
  const { body } = await page('GET', 'snapshots/1/now');
  const row = (id: string, title: string) => ({ namespace: 'queues', id, title });
  expect([body.added, body.removed]).toEqual([[row(added.id, 'added')], [row(gone.id, 'gone')]]);
  expect(body.changed.find(({ id }: Row) => id === kept.id).fields).toContainEqual({
    path: 'max_size',
    before: '3',
    after: '4',
  });
  const { body: reverse } = await page('GET', 'snapshots/now/1');
  expect([reverse.added, reverse.removed]).toEqual([body.removed, body.added]);
  expect((await page('GET', 'snapshots/1/9')).status).toBe(404);
});

it('names each field that differs', () => {
  const before = { same: 1, name: 'a', gone: true, inner: { list: [1, 2], deep: { x: 1 } } };
  const after = { same: 1, name: 'b', inner: { list: [2], deep: { x: 1, y: null } }, __proto__: { hidden: 1 } };
  expect(fieldChanges(before, after)).toEqual([
    { path: 'name', before: '"a"', after: '"b"' },
    { path: 'gone', before: 'true', after: null },
    { path: 'inner.list', before: '[1,2]', after: '[2]' },
    { path: 'inner.deep.y', before: null, after: 'null' },
  ]);
});

it('runs a cast, and reads no files for it', async () => {
  const { open, pageOf } = await inspected();
  const page = pageOf(await open());
  const cast =
    'callers: { Ann: { to: "+12065550100", digits: [1], expect: [{ hears: Welcome }, { hears: Nothing }] } }';
  const { body } = await page('POST', 'casts', cast);
  expect(body.parties).toMatchObject([{ name: 'Ann', expectations: [{ isMet: true }, { isMet: false }] }]);
  expect(body.failures).toHaveLength(1);
  expect((await page('GET', `control/story?id=${body.parties[0].call}`)).status).toBe(200);
  for (const wrong of ['callers: { Ann: { document: package.json } }', 'callers: 1', ': :', ''])
    expect([wrong, (await page('POST', 'casts', wrong)).status]).toEqual([wrong, 422]);
});

it('runs the cast that the panel suggests, and a call to the number that it names', async () => {
  const { open, pageOf, client } = await inspected();
  const page = pageOf(await open());
  const { data } = await client.phone_numbers.list();
  expect((await page('GET', 'casts/example')).body).toContain('# to: "+1');
  for (const number of [data[0]?.number, undefined]) {
    const { status, body } = await page('POST', 'casts', exampleCast(number));
    expect([status, body.failures, body.unused]).toEqual([200, [], []]);
    expect(body.parties[0].expectations).toMatchObject([{ isMet: true }, { isMet: true }]);
  }
  // The line that it names for a number is valid too.
  const withNumber = exampleCast('+12065550100')
    .replace(/# (?=to:)/, '')
    .replace(/ {4}document:.*(?= {4}digits)/s, '');
  const other = await inspected();
  const { body } = await other.pageOf(await other.open())('POST', 'casts', withNumber);
  expect(body.parties[0].call).toMatch(/-/);
});
