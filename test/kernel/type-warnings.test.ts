import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningKernel, startKernel } from '../../src/kernel/index.js';
import { typeWarning } from '../../src/kernel/types/type-warning.js';
import { sampled } from '../support/rotation.js';

const folder = mkdtempSync(join(tmpdir(), 'types-'));
const COMPLETION = { code: "'a'.toUpp", cursor_pos: 9 };
let kernel: RunningKernel;
beforeAll(async () => {
  writeFileSync(join(folder, 'lib.ts'), 'export class Box<T> { constructor(public value: T) {} }');
  writeFileSync(join(folder, 'bad.ts'), 'export const run: (a: string) => void = (a: number) => {};');
  writeFileSync(join(folder, 'plain.js'), 'export const add = (a, b) => a + b;');
  kernel = await startKernel({
    cwd: folder,
    env: { ...process.env, PATCHBAY_STATE_DIR: folder, PATCHBAY_TYPES: '' },
  });
  // What only the compiler can answer: afterwards it is loaded.
  await kernel.request('complete_request', COMPLETION);
}, 120_000);
afterAll(async () => {
  await kernel.shutdown();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);
/** Returns the warnings, which are outputs of their own, and the text of the streams. */
async function said(code: string, allow_stdin = true) {
  const published: Parameters<NonNullable<Parameters<RunningKernel['request']>[2]>>[0][] = [];
  await kernel.request('execute_request', { code, allow_stdin, stop_on_error: false }, (one) => published.push(one));
  // The compiler answers in order: the warnings arrive before this answer.
  await kernel.request('complete_request', COMPLETION);
  const contents = published.map(({ content }) => content);
  const texts = contents.map(({ data }) => String((data as Record<string, string> | undefined)?.['text/plain'] ?? ''));
  const warnings = texts.filter((text) => text.startsWith('TypeScript: '));
  const failed = published.some(({ header }) => header.msg_type === 'error');
  return { warnings, failed, streams: contents.map(({ text }) => text ?? '').join('') };
}

/** The first cell of each list in every run, and a share of the others. */
const shareOf = <T>(cells: readonly T[]) => sampled(cells, (_, index) => index === 0);

/** Cells without warnings. Each list is in one session, in this order. */
const CORRECT: readonly (readonly string[])[] = [
  ['const a = "again"', 'let a = 5', 'function a() {}', 'class a {}'],
  ['type T = number', 'type T = string', 'const typed: T = "text"', 'assigned = 5', 'assigned + 1', '{ a: 1, b: 2 }'],
  ['_', '_err', 'Out[1]', '[3, 1].toSorted().with(0, 1)', 'new Uint8Array(2).toSorted()', '"a".isWellFormed()'],
  ['import.meta.dirname + import.meta.filename', 'crypto.randomUUID()', 'export const exported = 1', 'exported'],
  [
    'for await (const z of (async function* () { yield 1 })()) { await z }',
    'const { a = await 5 } = {} as { a?: number }; if (a) await a',
  ],
  ['import { Box } from "./lib.ts"; new Box(1).value.toFixed()', 'import { Box as Other } from "./lib.js"'],
  ['import { add } from "./plain.js"; add(1, 2)', '(await import("./lib.ts")).Box', 'import { run } from "./bad.ts"'],
  ['const fs = await import("node:fs")', 'fs.statSync(".").isFile()', 'const http = await import("node:http")'],
  [
    'const refused = await platform.queues.get("x").catch((error) => error as PlatformRestError); refused.status',
    'const client: RestClient = platform',
    'display.table([{ a: 1 }])',
    'console.table([{ a: 1 }])',
  ],
];

describe('the type warnings of a session', () => {
  it('are for a person, and not for a program', async () => {
    const { warnings, streams } = await said('let s: string = 5; s');
    expect(warnings).toEqual([
      "TypeScript: Type 'number' is not assignable to type 'string'. (TS2322, line 1)\n  let s: string = 5; s\n      ^",
    ]);
    expect(streams).toBe(''); // a front end shows stderr as an error
    expect((await said('platform.phone_numbers.lst ?? 1')).warnings.join()).toContain("'lst' does not exist");
    expect((await said('let t: string = 5; t', false)).warnings).toEqual([]);
  });

  it.each(shareOf(CORRECT))('are not given about %s', async (...cells) => {
    for (const code of cells) expect([code, (await said(code)).warnings]).toEqual([code, []]);
  });

  it('still find what Node.js does not have', async () => {
    await said('type T = string');
    const at = 'const no = () => nosuch1; new Set([1]).nosuch2; "a".nosuch3; [1].nosuch4; const n: T = 5';
    expect((await said(at)).warnings.join()).toMatch(
      /nosuch1[\s\S]*nosuch2[\s\S]*nosuch3[\s\S]*nosuch4[\s\S]*'number'/,
    );
  });
});

describe('the type warning about a field that a response does not have', () => {
  const FIELDS = 'PhoneNumber has no phone_number. Its fields: id, number, name, capabilities, ';

  it.each([
    ['const { data: [fd] } = await platform.phone_numbers.list(); const a1 = fd?.phone_number', FIELDS],
    ['const a2 = (await platform.phone_numbers.list()).data.map((one) => one.phone_number)', FIELDS],
    ['const [{ phone_number }] = (await platform.phone_numbers.list()).data', FIELDS],
    [
      'const { rows } = await platform.queues.list()',
      'Page<Queue> has no rows. Its fields: data, links, next, previous (TS',
    ],
    [
      "const a3 = (await platform.queues.list()).data.filter((one) => one.freindly_name === 'a')",
      'Queue has no freindly_name. Did you mean friendly_name? (TS',
    ],
  ])('names the type and its fields: %s', async (code, message) => {
    const { warnings, failed } = await said(code);
    expect([warnings, failed]).toEqual([[expect.stringContaining(`TypeScript: ${message}`)], false]);
  });

  it('is not given if one alternative has the field', async () => {
    const code = 'const statuses = (await platform.logs.voice.list()).data.map((log) => log.status)';
    expect((await said(code)).warnings).toEqual([]);
  });

  it('is also given in a later cell', async () => {
    await said('const [kept] = (await platform.phone_numbers.list()).data');
    expect((await said('const a4 = [1].map(() => kept.phone_number)')).warnings.join()).toContain(FIELDS);
  });
});

describe('the type warnings of a session, beside other messages', () => {
  it.each(
    shareOf([
      'nosuch.foo',
      'nosuch(nosuch, nosuch.a)',
      'await platform.phone_numbers.lst()',
      '[...await platform.queues.list()]',
      'new Set(await platform.queues.list())',
      'for (const one of await platform.queues.list()) one',
      '(await platform.queues.list()).map(String)',
      'const list = (await platform.queues.list())[0]; list.name',
      'await platform.queues.get()',
      'await platform.queues.get(5)',
      'await platform.queues.create({ name: 5 })',
      "await platform.calling.dial({\n  from: '+12065550100',\n  too: '+12065550123',\n})",
      'const fixed = 1; fixed = 2',
      'import { dial } from "./nosuch.ts"',
      'null.length',
      "display.table('x')",
      'help(1)',
      'const files = !ls -l',
      'Buffer.from(5)',
      'const empty: { a: string } | undefined = undefined; empty.a',
      'function work(n: { name: string }) { return n.nmae.length }\nwork({ name: "a" })',
      'const made = {}; made.one.two',
    ]),
  )('leave out what the error of the cell says: %s', async (code) => {
    const { warnings, failed } = await said(code);
    expect([warnings, failed]).toEqual([[], true]);
  });

  it.each(
    shareOf([
      "await platform.queues.create({ name: 'typed', max_sise: 5 })",
      'console.log((await platform.queues.list()).length)',
      'const counted = Array.from(await platform.queues.list())',
    ]),
  )('leave out what a notice says: %s', async (code) => {
    const { warnings, failed, streams } = await said(code);
    expect([warnings, failed, streams]).toEqual([[], false, expect.stringMatching(/Did you mean|the rows are in/)]);
  });

  it.each(
    shareOf([
      ['let wrong: string = 5; await platform.phone_numbers.lst()', 'string'],
      ["let wrong2: string = 5\nawait platform.queues.get('nobody')", 'string'],
      ["const given: number = 'a'; throw new Error('given by the user')", 'number'],
      ['await platform.queues.create({ name: 5, max_size: Number("a").toFxed() })', "'number'"],
      ["const n2: number = 5; n2.nosuch; throw new Error('n2')", 'nosuch'],
      ["let n3: number = 'a'; throw 'n3 number a'", 'number'],
      ['const no2: string = 5, made2 = Buffer.from(5 as any)', "type 'string'"],
      ['function later() { return nosuch5 }\nnosuch6', 'nosuch5'],
    ]),
  )('keep those of other causes: %s', async (code, name) => {
    const { warnings, failed } = await said(code);
    expect([warnings, failed]).toEqual([[expect.stringContaining(name)], true]);
    expect(warnings.join().match(/TypeScript:/g)).toHaveLength(1);
  });

  it('name the field that caused an error about another name', async () => {
    expect((await said('platform.phone_nmbers.list()')).warnings).toEqual([
      expect.stringContaining('RestClient has no phone_nmbers. Did you mean phone_numbers?'),
    ]);
    const { warnings, failed } = await said(
      'const [absent] = (await platform.phone_numbers.list()).data; absent.phone_number.slice(1)',
    );
    expect([warnings, failed]).toEqual([
      [expect.stringContaining('PhoneNumber has no phone_number. Its fields: ')],
      true,
    ]);
  });

  it('name each cause once', async () => {
    const chain = 'const f: (a: string) => void = (a: number) => {}';
    expect((await said(chain)).warnings.join().match(/TypeScript:/g)).toHaveLength(1);
    const twice = 'const f = () => nosuch(nosuch, nosuch.a)';
    expect((await said(twice)).warnings.join().match(/TypeScript:/g)).toHaveLength(1);
  });
});

it('marks the column of a problem below a line with tabs, and removes control characters', () => {
  const at = { start: 4, end: 5 };
  const problem = { line: 2, column: 3, message: 'no', code: 1, at, statement: at };
  expect(typeWarning('a\n\t\tb\x1b[2J', [problem], () => undefined)).toBe(
    'TypeScript: no (TS1, line 2)\n  \t\tb\n  \t\t^',
  );
});
