import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listFor } from '../../src/assist/index.js';
import { createBench } from '../../src/bench/index.js';
import { operations, walkRows } from '../../src/client/index.js';
import { sampled } from '../support/rotation.js';

const bench = createBench({ isPrompt: true });
const folder = mkdtempSync(join(tmpdir(), 'hints-'));
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

/** Runs an input. Returns the advice on its error, and the notices. */
async function hints(source: string, at = bench): Promise<string[]> {
  const before = at.log.events.length;
  const outcome = await at.run(source);
  const notices = at.log.events.slice(before).flatMap((one) => (one.kind === 'notice' ? [one.text] : []));
  return [...(outcome.ok ? [] : at.adviceOn(outcome.error)), ...notices];
}

describe('the start of an id', () => {
  const rows = [...walkRows(operations)].filter(
    ([name, { args, spends }]) => name.endsWith('.get') && args.length === 1 && args[0]?.kind === 'id' && !spends,
  );
  it.each(sampled(rows, (_, index) => index % 6 === 0).map(([name, row]) => [name, row] as const))(
    'names the only id that starts with it: %s',
    async (name, { args }) => {
      const list = listFor(name, args[0]);
      const page = list && (await bench.run(`(await platform.${list.name}()).${list.row.gives.name ?? 'data'}`));
      const items = page?.ok && Array.isArray(page.value) ? (page.value as Record<string, unknown>[]) : [];
      const ids = items.flatMap(({ id, sid }) => (typeof (id ?? sid) === 'string' ? [(id ?? sid) as string] : []));
      for (const id of ids.slice(0, 2)) {
        const short = id.slice(0, 8);
        const lines = await hints(`await platform.${name}('${short}')`);
        const fitting = ids.filter((one) => one.startsWith(short));
        if (fitting.length === 1)
          expect(lines.join('\n')).toContain(`${short} is the start of an id. The whole id is ${id}`);
        else expect(lines.join('\n')).not.toContain('start of an id');
      }
    },
  );

  it.each(["'bc229f8'", "'ffffffff-0000'", "''"])('is not guessed for %s', async (id) =>
    expect((await hints(`await platform.phone_numbers.get(${id})`)).join()).not.toContain('start of an id'),
  );

  it('gets no call that deletes', async () => {
    const { value } = (await bench.run('(await platform.queues.create({ name: "a" })).id')) as { value: string };
    expect(await hints(`await platform.queues.delete('${value.slice(0, 9)}')`)).toEqual([
      `${value.slice(0, 9)} is the start of an id. The whole id is ${value}`,
    ]);
  });
});

describe('a loop over indexes', () => {
  it.each([
    ['const a1 = [1]; for (const x in a1) console.error(x)', 'for (const x of a1)'],
    ['for (let x in numbers) x.name.length', 'for (const x of numbers)'],
    ['for (const x in page) x.name', 'for (const x of page.data)'],
    ['for (const x in lazy) x.name', 'for await (const x of lazy)'],
  ])('names what loops over the items: %s', async (source, part) => {
    await bench.run(
      'var page = await platform.phone_numbers.list(), numbers = page.data, lazy = platform.phone_numbers.list()',
    );
    expect((await hints(source)).join('\n')).toContain(`For the items: ${part}`);
  });
  it.each(['for (const x in numbers) numbers[x].name', 'for (const x in { a: 1 }) x', 'for (const x in numbers[0]) x'])(
    'is meant in %s',
    async (source) => expect((await hints(source)).join()).not.toContain('For the items'),
  );
});

describe('a list of promises', () => {
  it('is noticed once, and explains values that are undefined', async () => {
    await bench.run('var ids = [1, 2]');
    const notice = 'found is a list of promises. Use await Promise.all(found) to get their values';
    expect(await hints('const found = ids.map(async (id) => ({ id, inner: {} }))')).toEqual([notice]);
    expect(await hints('found.length')).toEqual([]);
    const advice = 'found is a list of promises. Await them: await Promise.all(found)';
    expect(await hints('found[0].id')).toEqual([advice]);
    expect(await hints('found.map((one) => one.inner.id)')).toEqual([advice]);
    expect(await hints('ids.map(async (id) => id)')).toEqual([
      'the result is a list of promises. Use await Promise.all(_) to get their values',
    ]);
    expect(await bench.run('await Promise.all(_)')).toEqual({ ok: true, value: [1, 2] });
  });
  it.each([
    'const one = await Promise.all(ids.map(async (id) => id))',
    'const mixed = [1, Promise.resolve(2)]',
    'for await (const one of ids.map(async (id) => id)) one',
    'const empty = []',
  ])('is not seen in %s', async (source) => expect((await hints(source)).join()).not.toContain('list of promises'));
});

describe('a number that no input has', () => {
  it('gets those that exist', async () => {
    const fresh = createBench({ isPrompt: true });
    expect(await hints('Out[5]', fresh)).toEqual(['there is no result yet']);
    await fresh.run('40');
    expect(await hints('Out[99]', fresh)).toEqual(['there is no result 99. Out has 2']);
    for (let at = 0; at < 8; at++) await fresh.run('1');
    expect(await hints('Out[99].id', fresh)).toEqual(['there is no result 99. Out has …, 7, 8, 9, 10, 11']);
    expect((await hints('In[99]', fresh)).join()).toMatch(/^there is no input 99\. In has …, /);
    expect(await hints('[Out[2], Out[7]]', fresh)).toEqual([]);
    await fresh.run('const Out = []');
    expect(await hints('Out[3]', fresh)).toEqual([]);
    await fresh.close();
  });
});

describe('an assignment of another language', () => {
  it.each([
    ['set x hello', "x = 'hello'"],
    ['set x 3', 'x = 3'],
    ['set x true', 'x = true'],
    ['set known hello', "known = 'hello'"],
    ['let x hello', "let x = 'hello'"],
    ['const x 5', 'const x = 5'],
    ['x := 5', 'x = 5'],
    ['x := known', 'x = known'],
  ])('gets the same in TypeScript: %s', async (source, code) => {
    await bench.run('var known = 1');
    expect(await hints(source)).toEqual([`to assign a value, type: ${code}`]);
  });
  it.each(['set up voicemail', 'set the name', 'let me in', 'set x hello world', 'const x of'])(
    'is not seen in the sentence %s',
    async (source) => expect((await hints(source)).join()).not.toContain('to assign a value'),
  );
});

it('an operation that is not called is explained', async () => {
  expect(await hints('(await platform.queues.list).data')).toEqual([
    'platform.queues.list is not called: (await platform.queues.list()).data',
  ]);
  expect(await hints('(await platform.queues.get).id')).toEqual([
    'platform.queues.get is not called: (await platform.queues.get(…)).id',
  ]);
});

it('.load names the line of the file, also in Markdown and in a saved session', async () => {
  const files = {
    'a.ts': 'const a = 1;\nconst b = = 2;',
    'b.md': '# One\n\n```ts\nconst one = 1\n```\n\n  ```ts\n  const two = = 2\n  ```\n',
    'c.md': 'Text.\n\n```ts\n\nthrow new Error()\n```\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const lines: unknown[] = [];
  for (const name of Object.keys(files)) {
    const outcome = await bench.run(`.load ${join(folder, name)}`);
    lines.push(outcome.ok ? 'ran' : bench.placeOf(outcome.error)?.line);
  }
  expect(lines).toEqual([2, 8, 5]);
});
