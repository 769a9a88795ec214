// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code under test contains templates
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, createBench } from '../../src/bench/index.js';
import { EMPTY, reduce } from '../../src/repl/editor/index.js';
import { applyCompletion } from '../../src/repl/popup.js';
import { createTypeService, type TypeService } from '../../src/types/index.js';
import { packageRoot } from '../../src/util/index.js';
import { sampled } from '../support/rotation.js';

const entry = pathToFileURL(join(packageRoot(), 'dist', 'types-thread.js'));
const SLOW = { timeoutMs: 60_000 };
const compiler = createTypeService({ entry, variables: ['PATH', 'PLATFORM_SPACE'] });
/** The service, with the patience for a busy machine. */
const types: TypeService = {
  warmUp: () => compiler.warmUp(),
  add: (source) => compiler.add(source),
  complete: (source, cursor, options) => compiler.complete(source, cursor, { ...options, ...SLOW }),
  signature: (source, cursor, options) => compiler.signature(source, cursor, { ...options, ...SLOW }),
  check: (source) => compiler.check(source, { timeoutMs: 60_000 }),
  typeOf: (source) => compiler.typeOf(source, { timeoutMs: 60_000 }),
  status: () => compiler.status(),
  memory: () => compiler.memory(),
  close: () => compiler.close(),
};
let bench: Bench;

beforeAll(async () => {
  bench = createBench({ types });
  for (const source of [
    "const rows = [{ id: 'r-1', name: 'first', tags: ['a'] }]",
    "const user = { name: 'x', age: 3, address: { city: 'y', zip: '1' } }",
    'const page = await platform.queues.list()',
    "const kind: 'in' | 'out' = 'in'",
    "interface Shape { form: 'circle' | 'square'; size: number }",
    "const listed = (options: { deep: boolean; sort?: 'up' | 'down' }) => options",
    'await platform.phone_numbers.list()',
    "await platform.calling.dial({ from: '+12065550100', to: '+12065550199', url: 'https://example.com/' })",
  ]) {
    const outcome = await bench.run(source);
    if (!outcome.ok) throw outcome.error;
  }
  types.warmUp();
  await types.complete('1', 1);
}, 90_000);
afterAll(() => bench.close());

/** Expressions, with the word that is typed after them and the first suggestions for it. */
const EXPRESSIONS: readonly (readonly [source: string, first: readonly string[]])[] = [
  ['platform.que', ['queues']],
  ['platform.queues.', ['list', 'create']],
  ['platform.calling.dia', ['dial']],
  ['rows[0].na', ['name']],
  ['user.', ['name', 'age', 'address']],
  ['user.address.c', ['city']],
  ['page.da', ['data']],
  ['(await platform.queues.list()).da', ['data']],
  ['(await platform.queues.list()).data[0].i', ['id']],
  ['rows.map((row) => row.na', ['name']],
  ['rows.map((user) => user.ta', ['tags']],
  ['rows.map(({ na', ['name']],
  ['rows.map(({ ', ['id', 'name', 'tags']],
  ['rows.map((row) => ro', ['row', 'rows']],
  ["'text'.toUpper", ['toUpperCase']],
  ['[1, 2].flatM', ['flatMap']],
  ["user['a", ['address', 'age']],
  ['process.env.PLATFORM_S', ['PLATFORM_SPACE']],
  ["agent.add_skill('datet", ['datetime']],
  ["platform.calling.play('x', { play: [{ type: '", ['audio', 'tts', 'silence', 'ringtone']],
  ['platform.queues.create({ ma', ['max_size']],
  // An enum field that is empty, and the fields that belong to the last one.
  ["platform.phone_numbers.update(user.name, { call_handler: '', call_re", ['call_receive_mode', 'call_request_url']],
  ["platform.phone_numbers.update(user.name, { call_handler: 'call_flow', ", ['call_flow_id', 'call_ai_agent_id']],
  // The parameter of a function of the user.
  ['listed({ ', ['deep', 'sort']],
  ["listed({ deep: true, sort: '", ['down', 'up']],
  ['listed({ deep: true, sort: ', ["'down'", "'up'"]],
  // Numbers of the project come before those that it called.
  ["sandbox.ring('+1206555", ['+12065550100', '+12065550101']],
  ["platform.calling.dial({ from: '+1206555", ['+12065550100', '+12065550101', '+12065550199']],
];

/** Places in code where an expression can start. */
const PLACES: readonly string[] = [
  '',
  'await ',
  'const made = ',
  'if (true) { ',
  'console.log(',
  '[1, ',
  'true ? 1 : ',
  '`text ${',
  'const f = () => ',
  'const own = 1; ',
];

/** Each expression alone, and one of them in each place, in every run; a share of the other pairs. */
const pairs = sampled(
  PLACES.flatMap((place, row) => EXPRESSIONS.map(([typed, first], column) => ({ place, typed, first, row, column }))),
  ({ row, column }) => row === 0 || row === column,
);

/** Returns the list that the user sees in the end: the first one, or the one that arrives later. */
async function seen(source: string) {
  const first = await bench.complete(source, source.length);
  const list = first.items.length > 0 || !first.more ? first : await first.more(new AbortController().signal);
  return { ...list, items: list.items.map(({ text }) => text) };
}

describe('a place for a type', () => {
  const VALUES = ['await', 'platform', 'rows', 'console', 'NaN', 'parseInt'];
  const forTypes = [
    'const x: ',
    'let x: ',
    'let x: string | ',
    'const x: Array<',
    'const x: Map<string, ',
    'new Map<',
    'rows as ',
    'rows[0] as ',
    '({}) satisfies ',
    "'a' as string | ",
    '(row: ',
    'function f(row?: ',
    'rows.map((row: ',
    'const f = (a: number, row: ',
    'type Own = ',
    'type Own = string | ',
    'console.log(rows as ',
    'function f(): ',
    'async function* f(a: number): Promise<',
    'const f = (): ',
    'const f = async (a: number, b: string): ',
    'rows.map((row): ',
    'class A { find(): ',
    'class A { static async find(a: number): ',
    'function f<T extends ',
    'class A<T extends ',
    'let x: keyof ',
    'type Own = keyof ',
    'let x: { a: ',
    'type Own = { a: string; b?: ',
    'interface Own { a: ',
    'class A { own: ',
  ];
  it.each(sampled(forTypes, (_, at) => at % 5 === 0))('offers types after %j', async (source) => {
    const { items } = await seen(source);
    expect(items.filter((text) => VALUES.includes(text))).toEqual([]);
    expect(items.slice(0, 9)).toContain('string');
    expect((await seen(`${source}stri`)).items[0]).toBe('string');
  });

  it.each(['interface A extends ', 'class A implements ', 'class A extends Error implements '])(
    'offers interfaces after %j',
    async (source) => {
      const { items } = await seen(`${source}Pro`);
      expect(items).toContain('Promise');
      expect(items.filter((text) => text === 'process')).toEqual([]);
    },
  );

  it('offers classes after class A extends', async () => {
    expect((await seen('class A extends Er')).items).toContain('Error');
    expect((await seen('class A extends Rest')).items).toContain('RestClient');
  });

  it('offers no values where the code can still become a comparison', async () => {
    const { items } = await seen('new Map<string, ');
    expect(items.filter((text) => VALUES.includes(text))).toEqual([]);
  });

  const forValues = [
    'true ? 1 : ',
    '({ a: ',
    'rows.length < ',
    'for (let i = 0; i < ',
    'for (let i = 0; i <',
    'console.log(true ? 1 : ',
    'const as = 1; as + ',
    '[1, ',
    'page.data.length | ',
    "({ 'a': 1, b: ",
    'switch (1) { case 1: ',
    'switch (1) { case (1): ',
    'switch (1) { case Number(1): ',
    'true ? (1) : ',
    'true ? Number(1) : ',
    'true ? rows.at(0) : ',
    '({ a: (1), b: ',
    'class A { find() { return { a: ',
    'interface A { a: 1 }; console.log({ a: ',
    'const own: Shape = { size: ',
  ];
  it.each(sampled(forValues, (_, at) => at % 5 === 0))('is not after %j', async (source) => {
    expect((await seen(source)).items).toContain('rows');
  });
});

describe.each(pairs)('after $place, $typed', ({ place, typed, first }) => {
  const source = place + typed;

  it('completes to the right list', async () => {
    const { items, from } = await seen(source);
    // Members that the type inherits, such as methods of strings, may follow.
    const listed = items.filter((text) => first.includes(text));
    expect(listed).toEqual(first);
    const word = source.slice(from);
    if (word !== '') expect(items.filter((text) => !text.toLowerCase().startsWith(word.toLowerCase()))).toEqual([]);
    expect(items[0]).toBe(first[0]);
  });

  it('is never replaced', async () => {
    const completion = await bench.complete(source, source.length);
    const { editor } = applyCompletion(reduce(EMPTY, { kind: 'text', text: source }), completion);
    expect(editor.text.startsWith(source)).toBe(true);
  });
});

/** Sources, and the whole list that is offered after them. */
const WHOLE: readonly (readonly [source: string, items: readonly string[]])[] = [
  ['const own: Shape = { ', ['form', 'size']],
  ['const own: Shape = { size: 1, ', ['form']],
  ['const own: Shape = { si', ['size']],
  ["const own: Shape = { form: '", ['circle', 'square']],
  ["const own: Shape = { form: 'sq", ['square']],
  ['const own: Shape[] = [{ ', ['form', 'size']],
  ['function f(shape: Shape) {}; f({ ', ['form', 'size']],
  ['let own: keyof Sha', ['Shape']],
  ['const { ', []],
  ['const [', []],
  ['const own', []],
  ['function own', []],
  ['// pla', []],
  ["'pla", []],
  ['platform.nothing.', []],
  ['unknown_name.', []],
  ['rows[0].nothing.', []],
];

it.each(WHOLE)('after %s just that is offered', async (source, items) => {
  const found = await seen(source);
  expect(found.items.filter((text) => !/^Shared/.test(text)).sort()).toEqual([...items].sort());
});

describe('an object of an unknown type', () => {
  it.each(['const own = { ', 'missing({ ', 'return { ', 'new Map([[1, { ', 'rows.map((row) => ({ '])(
    'offers the variables of the user, and no global, after %j',
    async (source) => {
      const { items } = await seen(source);
      expect(items).toEqual(expect.arrayContaining(['rows', 'user', 'page']));
      expect(items.filter((text) => ['platform', 'RestClient', 'parseInt', 'own', 'console'].includes(text))).toEqual(
        [],
      );
    },
  );

  it('offers no variable in its own value, except in a function', async () => {
    for (const source of ['const own = ', 'const own = [', 'let own = own2 + ', 'const own: string = '])
      expect((await seen(source)).items).not.toContain('own');
    for (const source of [
      'const own = () => ',
      'const own = 1; ',
      'const own = 1\n',
      'const own = 1\now',
      'const own = rows\nawait ',
    ])
      expect((await seen(source)).items).toContain('own');
  });
});

it('completes 250 cases or more', () => {
  expect(PLACES.length * EXPRESSIONS.length + WHOLE.length).toBeGreaterThanOrEqual(250);
});
