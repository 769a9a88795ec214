// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code under test contains templates
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, createBench } from '../../src/bench/index.js';
import { createTypeService, type TypeService } from '../../src/types/index.js';
import { packageRoot } from '../../src/util/index.js';
import { sampled } from '../support/rotation.js';

const entry = pathToFileURL(join(packageRoot(), 'dist', 'types-thread.js'));
const SLOW = { timeoutMs: 60_000 };

/** A service that waits for a busy machine. */
function patientService(): TypeService {
  const service = createTypeService({ entry, variables: ['PATH', 'PLATFORM_SPACE'] });
  return {
    warmUp: () => service.warmUp(),
    add: (source) => service.add(source),
    complete: (source, cursor, options) => service.complete(source, cursor, { ...options, ...SLOW }),
    signature: (source, cursor, options) => service.signature(source, cursor, { ...options, ...SLOW }),
    check: (source) => service.check(source, { timeoutMs: 60_000 }),
    typeOf: (source) => service.typeOf(source, { timeoutMs: 60_000 }),
    status: () => service.status(),
    memory: () => service.memory(),
    close: () => service.close(),
  };
}

let bench: Bench;
let types: TypeService;

beforeAll(async () => {
  types = patientService();
  bench = createBench({ types });
  const made = await bench.run("const q = await platform.queues.create({ name: 'evenings' })");
  if (!made.ok) throw made.error;
  await bench.run('const rows = [{ id: 1, name: "a" }]');
  await bench.run('const broken = { oops: 1 }; throw new Error("no")');
  await bench.run('.time const timed = { late: 1 }');
  types.warmUp();
  await types.complete('1', 1);
}, 90_000);
afterAll(() => bench.close());

/** Completes at the end of a source: the first list, then the one that arrives later. */
async function lists(source: string) {
  const first = await bench.complete(source, source.length);
  const later = await first.more?.(new AbortController().signal);
  return { first: first.items.map(({ text }) => text), later: later?.items.map(({ text }) => text), at: later?.from };
}

it('x? shows the TypeScript type of a value, and none where it is any', async () => {
  const shown = async (source: string) => JSON.stringify(((await bench.run(source)) as { value: unknown }).value);
  expect(await shown('rows?')).toContain('TypeScript type: { id: number; name: string; }[]');
  await bench.run("const later = platform.queues.create({ name: 'later' })");
  expect(await shown('later?')).toMatch(/TypeScript type: \w*Promise<\w+>/);
  await bench.run("const loose: any = JSON.parse('1')");
  expect(await shown('loose?')).not.toContain('TypeScript type');
});

describe('completion by types', () => {
  const members: [source: string, expected: string[]][] = [
    ['(await platform.queues.list()).', ['data', 'links']],
    ['(await platform.queues.list()).data[0].', ['id']],
    ['rows.map((row) => row.', ['id', 'name']],
    ['rows.map((platform) => platform.', ['id', 'name']],
    ['rows.map(({ na', ['name']],
    ["'abc'.toUpper", ['toUpperCase']],
    ['[1, 2].fla', ['flat', 'flatMap']],
    ['`${(await platform.queues.list()).', ['data']],
    ['process.env.', ['PATH', 'PLATFORM_SPACE']],
    ["rows[0]['", ['id', 'name']],
    ['const inner = { deep: 1 }; inner.', ['deep']],
    ['timed.late.toFix', ['toFixed']],
  ];
  it.each(sampled(members, (_, index) => index === 0))('adds to the empty list after %j', async (source, expected) => {
    const { first, later } = await lists(source);
    if (source.startsWith('timed')) expect(first).toEqual(['toFixed']);
    else {
      expect(first).toEqual([]);
      expect(later).toEqual(expect.arrayContaining(expected));
    }
  });

  it('replaces the word that it completes', async () => {
    const source = '(await platform.queues.list()).da';
    expect(await lists(source)).toEqual({ first: [], later: ['data'], at: source.length - 2 });
  });

  it.each(['platform.', 'platform.queues.', 'q.', "platform.queues.get('"])(
    'leaves the list after %j as it is',
    async (source) => {
      const { first, later } = await lists(source);
      expect(first.length).toBeGreaterThan(0);
      expect(later).toBeUndefined();
    },
  );

  it('marks keys, methods and details', async () => {
    const source = '[1].fl';
    const { more } = await bench.complete(source, source.length);
    expect((await more?.(new AbortController().signal))?.items[0]).toMatchObject({ text: 'flat', kind: 'method' });
  });

  it('does not learn from inputs that failed', async () => {
    expect((await lists('(() => broken)().')).later ?? []).not.toContain('oops');
  });
});

describe('a bench without types', () => {
  it('has the lists of its tables and values', async () => {
    const plain = createBench();
    const { items, more } = await plain.complete('(await platform.queues.list()).', 31);
    expect([items, more]).toEqual([[], undefined]);
    expect((await plain.complete('platform.', 9)).items.length).toBeGreaterThan(5);
    await plain.close();
  });

  it('does not wait for a service that has not started', async () => {
    const idle = createBench({ types: createTypeService({ entry }) });
    expect(idle.types?.status()).toEqual({ state: 'off' });
    expect((await idle.complete('(await 1).', 10)).more).toBeUndefined();
    await idle.close();
    expect(idle.types?.status()).toMatchObject({ state: 'unavailable' });
  });
});
