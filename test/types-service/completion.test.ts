import { describe, expect, it } from 'vitest';
import { completeAt, openEngine } from './engine.js';

/** Inputs that ran before. */
const SESSION = [
  'const page = await platform.queues.list()',
  'const queue = page.data[0]',
  'class Desk { name = "front"; #secret = 1; static open = true; greet(loud: boolean) { return `hi ${loud}` } }',
  'const desk = new Desk()',
  'interface Shape { kind: "circle" | "square"; size?: number }',
  'function wrap<T>(value: T) { return { value, at: new Date() } }',
  'enum Level { Low, High }',
  'const settings = { retries: 3, hosts: ["a"], nested: { deep: { flag: true } }, "with-dash": 1 }',
  'const naïveName = "x"',
  'let later',
  'later = await platform.phone_numbers.list()',
  'const maybe: { inner: { value: number } } | undefined = Math.random() > 1 ? undefined : { inner: { value: 1 } }',
  'const pick = (shape: Shape) => shape.kind',
];

const QUEUE = ['average_wait_time', 'current_size', 'date_created', 'date_updated', 'friendly_name', 'id'];
const NUMBER = ['toExponential', 'toFixed', 'toLocaleString', 'toPrecision', 'toString', 'valueOf'];
const STRING = ['at', 'charAt', 'charCodeAt', 'codePointAt', 'concat', 'endsWith'];
const ARRAY = ['at', 'concat', 'copyWithin', 'entries', 'every', 'fill'];
const MAP = ['clear', 'delete', 'entries', 'forEach', 'get', 'has', 'keys', 'set', 'size', 'values'];
const REGEXP = ['dotAll', 'exec', 'flags', 'global', 'hasIndices'];
const PROMISE = ['catch', 'finally', 'then'];

type Case = readonly [code: string, head: readonly string[], details?: Readonly<Record<string, string>>];

const CASES: Readonly<Record<string, readonly Case[]>> = {
  'results of calls': [
    ['(await platform.queues.list()).|', ['data', 'links'], { data: 'Queue[]' }],
    ['(await platform.queues.list()).data[0].|', QUEUE, { id: 'string', current_size: 'number' }],
    ['(await platform.queues.list()).data.at(-1)!.fr|', ['friendly_name'], { friendly_name: 'string' }],
    ["(await platform.queues.create({ name: 'x' })).|", QUEUE],
    ["(await platform.queues.create({ name: 'x' })).i|", ['id'], { id: 'string' }],
    ["const q = await platform.queues.get('x'); q.|", QUEUE],
    ['(await platform.phone_numbers.list()).data[0].num|', ['number'], { number: 'string' }],
    ['const { data } = await platform.queues.list(); data[0].|', QUEUE],
    ['const { data: [first] } = await platform.queues.list(); first.|', QUEUE],
    ['platform.queues.list().|', PROMISE],
    ['(await Promise.all([platform.queues.list(), 1]))[1].|', NUMBER],
    ['(await Promise.all([platform.queues.list(), 1]))[0].|', ['data', 'links']],
    ['await platform.queues.list().then((page) => page.|', ['data', 'links']],
    ['JSON.parse("1").|', []],
    ['JSON.stringify(1).|', STRING],
  ],
  'the client': [
    ['platform.|', ['addresses', 'beyond', 'calling', 'chat', 'compat', 'datasphere']],
    ['platform.qu|', ['queues']],
    ['platform.queues.|', ['create', 'delete', 'get', 'get_member', 'get_next_member', 'list']],
    ['platform.queues.list|', ['list', 'list_members']],
    ['platform.queues.LI|', ['list', 'list_members']],
    ["platform['qu|", ['queues']],
    ['platform.calling.di|', ['dial']],
    ['agent.add_|', ['add_hints', 'add_skill']],
    ['sandbox.clo|', ['clock']],
    ['sandbox.clock.adv|', ['advance']],
    ['registry.list_|', ['list_all_skill_sources', 'list_skills']],
    ['new RestClient({ tok|', ['token']],
    ['new RestClient().queues.cre|', ['create']],
    ['try { } catch (error) { if (error instanceof PlatformRestError) error.stat|', ['status'], { status: 'number' }],
  ],
  literals: [
    ["'abc'.|", STRING, { at: '(index: number) => string | undefined' }],
    ["'abc'.toU|", ['toUpperCase'], { toUpperCase: '() => string' }],
    ['"a".length.|', NUMBER],
    ['`a${1}`.|', STRING],
    ['[1, 2].|', ARRAY],
    ['[1, 2][0].|', NUMBER],
    ["['a'].map((s) => s.|", STRING],
    ["['a'].join(',').|", STRING],
    ['({ one: 1, two: "2" }).|', ['one', 'two'], { one: 'number', two: 'string' }],
    ['({ one: { two: 2 } }).one.|', ['two']],
    ['/a/g.|', REGEXP],
    ["/a/.exec('a')!.gr|", ['groups']],
    ['(1).|', NUMBER],
    ['1n.|', ['toLocaleString', 'toString', 'valueOf']],
    ['true.|', ['valueOf']],
    ['(() => 1).|', ['apply', 'arguments', 'bind', 'call', 'caller', 'length']],
    ['new Date().getF|', ['getFullYear']],
    ["'a b'.split(' ').|", ARRAY],
    ['(true ? 1 : 2).|', NUMBER],
    ["('a' as string).|", STRING],
  ],
  templates: [
    ['`${page.|', ['data', 'links']],
    ['`${page.|}`', ['data', 'links']],
    ['`id: ${queue.|} and more`', QUEUE],
    ['`${queue.id} ${queue.fr|`', ['friendly_name']],
    ['`${`${desk.|}`}`', ['greet', 'name']],
    ['`${platform.qu|', ['queues']],
    ['`plain page.|`', []],
  ],
  keys: [
    ["queue['|", QUEUE],
    ["queue['cur|", ['current_size']],
    ["queue['cur|']", ['current_size']],
    ['queue["fr|"]', ['friendly_name']],
    ["settings['with|", ['with-dash']],
    ["settings['|']", ['hosts', 'nested', 'retries', 'with-dash']],
    ["settings.nested['de|", ['deep']],
    ["({ a: 1, b: 2 })['|", ['a', 'b']],
    ['settings.|', ['hosts', 'nested', 'retries']],
    ["const key: keyof typeof settings = '|", ['hosts', 'nested', 'retries', 'with-dash']],
  ],
  'the environment': [
    ['process.env.|', ['PATH', 'PLATFORM_SPACE'], { PATH: 'string' }],
    ['process.env.PL|', ['PLATFORM_SPACE']],
    ["process.env['PL|", ['PLATFORM_SPACE']],
    ['process.env.PATH!.|', STRING],
    ['process.cw|', ['cwd']],
    ["Buffer.from('a').toJ|", ['toJSON']],
    ["(await fetch('http://127.0.0.1')).st|", ['status', 'statusText'], { status: 'number' }],
    ["new URL('http://127.0.0.1').searchP|", ['searchParams']],
    ['new AbortController().sig|', ['signal']],
    ['console.lo|', ['log']],
    ['Math.ma|', ['max']],
  ],
  'parameters and locals': [
    ['page.data.map(q => q.|', QUEUE],
    ['page.data.map((q) => q.fr|)', ['friendly_name']],
    ['page.data.map(({ fr|', ['friendly_name']],
    ['page.data.map(async ({ id, fr|', ['friendly_name']],
    ['await platform.queues.create({ na|', ['name']],
    ['page.data.map(({ id }) => id.|', STRING],
    ['page.data.filter((q, index) => index.|', NUMBER],
    ['page.data.reduce((sum, q) => sum + q.cur|, 0)', ['current_size']],
    ['page.data.forEach(async (q) => { const same = await platform.queues.get(q.id); same.|', QUEUE],
    ['page.data.map(async (q) => (await platform.queues.get(q.id)).|', QUEUE],
    ['const run = async () => { const p = await platform.queues.list(); p.|', ['data', 'links']],
    ['page.data.map((queue) => [queue].map((queue) => queue.|', QUEUE],
    ['function f(page: string) { page.|', STRING],
    ['((queue: number) => queue.|', NUMBER],
    ['{ const page = 1; page.|', NUMBER],
    ['{ const page = 1 }; page.|', ['data', 'links']],
    ['for (const page of [1]) page.|', NUMBER],
    ['for (let i = 0; i.|', NUMBER],
    ['page.data.map((longParameter) => longP|', ['longParameter'], { longParameter: 'Queue' }],
    ['const localName = 1; loc|', ['localName'], { localName: '1' }],
    ['if (true) { const inner = 1; inn| }', ['inner']],
    ['page.data.sort((a, b) => b.|', QUEUE],
  ],
  destructuring: [
    ['const { da| } = page', ['data'], { data: 'Queue[]' }],
    ['const { id, fr| } = queue', ['friendly_name']],
    ['const { id, fr| } = await platform.queues.get("x")', ['friendly_name']],
    ['const { nested: { de| } } = settings', ['deep']],
    ['const { id: other } = queue; other.|', STRING],
    ['const [first, second] = [1, "a"]; second.|', STRING],
    ['const { id, ...rest } = queue; rest.fr|', ['friendly_name']],
    ['for (const { fr| } of page.data) {}', ['friendly_name']],
    ['(({ ret| }: typeof settings) => 1)', ['retries']],
  ],
  'chains and loops': [
    ['maybe?.|', ['inner']],
    ['maybe?.inner.|', ['value']],
    ['maybe?.inner?.value.|', NUMBER],
    ['maybe.|', ['inner']],
    ['maybe!.inner.|', ['value']],
    ['page.data.find((q) => q.id)?.|', QUEUE],
    ['page?.data?.[0]?.fr|', ['friendly_name']],
    ['for await (const q of platform.queues.list()) q.|', QUEUE],
    ['for await (const q of platform.queues.list()) { console.log(q.fr|) }', ['friendly_name']],
    ['for (const q of page.data) q.|', QUEUE],
    ['for (const [key, value] of Object.entries(settings.nested)) value.|', ['flag']],
    ['page.data.map((q) => q.id).filter(Boolean).map((id) => id.|', STRING],
    ['[...page.data].|', ARRAY],
    ['({ ...queue, extra: 1 }).ext|', ['extra']],
  ],
  generics: [
    ['wrap(queue).|', ['at', 'value'], { at: 'Date', value: 'Queue' }],
    ['wrap(queue).value.|', QUEUE],
    ['wrap(wrap(1)).value.value.|', NUMBER],
    ['new Map([["a", 1]]).|', MAP],
    ['new Map<string, Desk>().get("a")!.|', ['greet', 'name']],
    ["new Set(['a']).|", ['add', 'clear', 'delete', 'entries', 'forEach', 'has']],
    ['Promise.resolve(1).|', PROMISE],
    ['(await Promise.resolve(queue)).|', QUEUE],
    ['Object.fromEntries([["a", queue]]).any.|', QUEUE],
    ['const record: Record<string, Desk> = {}; record.x.|', ['greet', 'name']],
    ['structuredClone(queue).|', QUEUE],
  ],
  classes: [
    ['desk.|', ['greet', 'name'], { name: 'string', greet: '(loud: boolean) => string' }],
    ['new Desk().|', ['greet', 'name']],
    ['new Desk().greet(true).|', STRING],
    ['Desk.op|', ['open'], { open: 'boolean' }],
    ['class Loud extends Desk { shout() { this.| } }', ['greet', 'name', 'shout']],
    ['class A { count = 1; #hidden = 2; run() { this.| } }', ['#hidden', 'count', 'run']],
    ['class A { count = 1; run() { return this.cou|', ['count']],
    ['class A { go = () => { this.|', ['go']],
    ['class A { static make() { return new A() } x = 1 } A.make().|', ['x']],
    ['Level.|', ['High', 'Low']],
    ['new De|', ['Desk']],
    ['let s: Sha|', ['Shape']],
    ['let s: Shape = { ki|', ['kind']],
  ],
  arguments: [
    ['platform.queues.create({ |', ['max_size', 'name'], { name: 'string', max_size: 'number' }],
    ['platform.queues.create({ | })', ['max_size', 'name']],
    ["platform.queues.create({ name: 'x', | })", ['max_size']],
    ["platform.queues.create({ name: 'x', m|", ['max_size']],
    ["await platform.calling.play('id', { play: [{ |", ['params', 'type']],
    ["await platform.calling.play('id', { play: [{ type: '|", ['audio', 'ringtone', 'silence', 'tts']],
    ["await platform.calling.play('id', { play: [{ type: 't|' }] })", ['tts']],
    ["await platform.calling.play('id', { play: [{ type: 'tts', params: { te|", ['text']],
    ["pick({ kind: '|", ['circle', 'square']],
    ["pick({ kind: 'c|' })", ['circle']],
    ["pick({ kind: 'circle', |", ['size'], { size: 'number' }],
    ["const shape: Shape = { kind: 'sq|", ['square']],
    ["if (pick({ kind: 'circle' }) === '|", ['circle', 'square']],
    ['createSan|', []],
  ],
  'names of the session': [
    ['pag|', ['page'], { page: 'Page<Queue>' }],
    ['des|', ['desk'], { desk: 'Desk' }],
    ['plat|', ['platform'], { platform: 'RestClient' }],
    ['later.|', ['data', 'links'], { data: 'PhoneNumber[]' }],
    ['later.data[0].num|', ['number']],
    ['await pla|', ['platform']],
    ['console.log(que|', ['queue', 'queueMicrotask']],
    ['page.data.le|', ['length']],
  ],
  'other texts': [
    ['naïveName.|', STRING],
    ['naïve|', ['naïveName']],
    ['const größe = { höhe: 1 }; größe.h|', ['höhe']],
    ["'😀😀'; page.|", ['data', 'links']],
    ["'😀'.|", STRING],
    ['const 变量 = { 名: 1 }; 变量.|', ['名']],
    ['page.|\nconsole.log(1)', ['data', 'links']],
    ['page.|;', ['data', 'links']],
    ['console.log(page.|, 1)', ['data', 'links']],
    ['page.da|ta.length', ['data']],
    ['page\n  .data\n  .map((q) => q.|', QUEUE],
    ['const a = 1;\nconst b = page.|\nconst c = 2', ['data', 'links']],
    ['// page.|', []],
    ["'page.|'", []],
    ['/* page.|', []],
    ['{ a: page.|', ['data', 'links']],
    ['({ a: page.| })', ['data', 'links']],
    ['return page.|', ['data', 'links']],
    ['if (page.|', ['data', 'links']],
    ['while (queue.cur|', ['current_size']],
    ['const x = await page.|', ['data', 'links']],
    ["import { createS| } from 'patchbay/sandbox'", ['createSandbox']],
    ["const { readFileS| } = await import('node:fs')", ['readFileSync']],
    ["import { readFileS| } from 'node:fs'", ['readFileSync']],
    ['page . |', ['data', 'links']],
    ['const y = <string>queue.|', QUEUE],
    ['queue satisfies object; queue.|', QUEUE],
  ],
};

const engine = openEngine();
for (const source of SESSION) engine.add(source);

describe.each(Object.entries(CASES))('completion of %s', (_, cases) => {
  it.each(cases)('%s', (code, head, details = {}) => {
    const { found, names, cursor } = completeAt(engine, code);
    expect(names.slice(0, Math.max(head.length, 1))).toEqual(head);
    for (const [name, detail] of Object.entries(details))
      expect([name, found?.items.find(({ text }) => text === name)?.detail]).toEqual([name, detail]);
    if (found) expect(found.to).toBe(cursor);
  });
});

it('replaces exactly the typed text, which is a prefix of every suggestion', () => {
  const wrong = Object.values(CASES)
    .flat()
    .flatMap(([code]) => {
      const { found, source } = completeAt(engine, code);
      const typed = found ? source.slice(found.from, found.to).toLowerCase() : '';
      return found?.items.some(({ text }) => !text.toLowerCase().startsWith(typed)) ? [code] : [];
    });
  expect(wrong).toEqual([]);
});

it('writes every type on one line, without paths', () => {
  const details = Object.values(CASES)
    .flat()
    .flatMap(([code]) => completeAt(engine, code).found?.items ?? [])
    .map(({ detail = '' }) => detail);
  expect(details.filter((detail) => /\n|import\(|\$value|__session__/.test(detail))).toEqual([]);
  expect(details.length).toBeGreaterThan(500);
});
