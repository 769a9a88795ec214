// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code under test contains templates
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, createBench } from '../../src/bench/index.js';
import { createTypeService, type TypeService } from '../../src/types/index.js';
import { packageRoot } from '../../src/util/index.js';
import { sampled } from '../support/rotation.js';

const compiler = createTypeService({ entry: pathToFileURL(join(packageRoot(), 'dist', 'types-thread.js')) });
/** The service, with the patience for a busy machine. */
const types: TypeService = {
  warmUp: () => compiler.warmUp(),
  add: (source) => compiler.add(source),
  complete: (source, cursor) => compiler.complete(source, cursor, { timeoutMs: 60_000 }),
  signature: (source, cursor) => compiler.signature(source, cursor, { timeoutMs: 60_000 }),
  check: (source) => compiler.check(source, { timeoutMs: 60_000 }),
  typeOf: (source) => compiler.typeOf(source, { timeoutMs: 60_000 }),
  status: () => compiler.status(),
  memory: () => compiler.memory(),
  close: () => compiler.close(),
};
const bench = createBench({ types });
const plain = createBench();

beforeAll(async () => {
  for (const source of [
    'const rows = [{ id: 1, name: "a" }]',
    '/** Adds two numbers. */ function add(first: number, second = 2) { return first + second }',
    'class Box { constructor(readonly size: number) {} }',
    'const save = (file: { path: string; mode?: number }, ...more: string[]) => [file, more]',
  ]) {
    const outcome = await bench.run(source);
    if (!outcome.ok) throw outcome.error;
  }
  types.warmUp();
  await types.complete('1', 1);
}, 90_000);
afterAll(() => Promise.all([bench.close(), plain.close()]));

/** Returns the signature with `«»` around its active part. `‸` is the cursor, or else it is at the end. */
async function shown(marked: string, on: Bench) {
  const at = marked.indexOf('‸') < 0 ? marked.length : marked.indexOf('‸');
  const found = await on.signature(marked.replace('‸', ''), at)?.signature;
  return found && `${found.before}«${found.active}»${found.after}`;
}

/** Places whose signature needs no compiler. */
const KNOWN: readonly (readonly [source: string, signature: string | undefined])[] = [
  ['platform.queues.get(', 'queues.get(«queue_id»)'],
  ["platform.queues.get('", 'queues.get(«queue_id»)'],
  ["platform.queues.get('a(b", 'queues.get(«queue_id»)'],
  ["await platform.queues.get('x'‸)", 'queues.get(«queue_id»)'],
  ["platform.queues.get('x')", undefined],
  ["platform.queues.get('x', 1", 'queues.get(queue_id)«»'],
  ['platform.queues.get', undefined],
  ['platform.dry.queues.get(', 'queues.get(«queue_id»)'],
  ['platform.queues.create(', 'queues.create(«{ name?, max_size? }»)'],
  ['platform.queues.create({', 'queues.create(«{ name?, max_size? }»)'],
  ['platform.queues.create({ na', 'queues.create(«{ name?, max_size? }»)'],
  ['platform.queues.create({ name', 'queues.create({ «name?: string», max_size? })'],
  ["platform.queues.create({ name: 'x'", 'queues.create({ «name?: string», max_size? })'],
  ["platform.queues.create({ name: 'x', max_size: ", 'queues.create({ name?, «max_size?: whole number at least 1» })'],
  ["platform.queues.create({ name: 'x', ", 'queues.create(«{ name?, max_size? }»)'],
  ['platform.queues.create({ nmae: ', 'queues.create(«{ name?, max_size? }»)'],
  ['platform.queues.create({ toString: ', 'queues.create(«{ name?, max_size? }»)'],
  [
    "platform.calling.play('x', { volume: ",
    'calling.play(call_id, { play, control_id?, status_url?, «volume?: number -40 to 40», … })',
  ],
  [
    "platform.calling.play('x', { direction: '",
    'calling.play(call_id, { play, control_id?, status_url?, volume?, «direction?: listen | speak | both», … })',
  ],
  ["platform.calling.play('x', { play: [{ ", 'calling.play … play[]: «{ type, params }»'],
  [
    "platform.calling.play('x', { play: [{ type: '",
    'calling.play … play[]: { «type: audio | tts | silence | ringtone», params }',
  ],
  [
    "platform.calling.play('x', { play: [{ type: 'tts', params: { text: ",
    'calling.play … play[].params: { «text: string», language?, gender?, voice? }',
  ],
  ["platform.calling.dial({ url: '", 'calling.dial({ from, «url: string», to?, to_script?, … })'],
  [
    "platform.calling.dial({ status_events: ['",
    'calling.dial({ from, url | swml, to?, to_script?, «status_events?: list of created | queued | initiated | ringing | answered | ending | ended | …», … })',
  ],
  ['`queue ${platform.queues.get(', 'queues.get(«queue_id»)'],
  ['platform.queues.get(`queue ${', undefined],
  ["console.log(platform.queues.get('x'‸))", 'queues.get(«queue_id»)'],
  ["sandbox.ring('+1', ", 'sandbox.ring(number, «{ from?, digits?, speech?, hangup_after?, answers? }»)'],
  ["agent.on('call', ", "agent.on('call' | 'http' | 'log', «listener»)"],
  ['registry.list_skills(', 'registry.list_skills()«»'],
  ['platform.queues.get(// why', undefined],
  ['platform.queues.get(/* why', undefined],
  ["'platform.queues.get(", undefined],
  ['.time platform.queues.get(', undefined],
  ['.load file(', undefined],
  ['(1 + ', undefined],
  ['if (', undefined],
  ['unknown(', undefined],
  ['', undefined],
];

/** Places whose signature comes from the compiler. */
const TYPED: readonly (readonly [source: string, signature: string | undefined])[] = [
  ['add(', 'add(«first: number», second?: number): number'],
  ['add(1, ', 'add(first: number, «second?: number»): number'],
  ['add(1, 2)', undefined],
  ['add(add(1), ', 'add(first: number, «second?: number»): number'],
  ['console.log(add(1, ‸))', 'add(first: number, «second?: number»): number'],
  ['platform.queues.get(add(', 'add(«first: number», second?: number): number'],
  ['platform.queues.create({ max_size: add(1), name: ', 'queues.create({ «name?: string», max_size? })'],
  [
    'save({ path: ',
    'save(file: { «path: string»; mode?: number; }, ...more: string[]): (string[] | { path: string; mode?: number; })[]',
  ],
  [
    "save({ path: 'x', mode: ",
    'save(file: { path: string; «mode?: number»; }, ...more: string[]): (string[] | { path: string; mode?: number; })[]',
  ],
  [
    "save({ path: 'x' }, 'a', 'b",
    'save(file: { path: string; mode?: number; }, «...more: string[]»): (string[] | { path: string; mode?: number; })[]',
  ],
  ['`${add(1, ', 'add(first: number, «second?: number»): number'],
  ['const own = (a: string) => a; own(', 'own(«a: string»): string'],
  [
    '((platform: typeof rows) => platform.indexOf(',
    'indexOf(«searchElement: { id: number; name: string; }», fromIndex?: number): number',
  ],
  ['new Box(', 'Box(«size: number»): Box'],
  ['function fresh(', undefined],
  ['unknown(', undefined],
  ['if (rows', undefined],
];

describe('the signature without the compiler', () => {
  it.each(KNOWN)('at %j is %j', async (source, expected) => {
    expect(await shown(source, plain)).toBe(expected);
  });
  it('is one line after every letter', async () => {
    for (const [source] of KNOWN)
      for (let length = 0; length <= source.length; length++)
        expect((await shown(source.slice(0, length), plain)) ?? '').not.toMatch(/\n|undefined/);
  });
});

describe('the signature with the compiler', () => {
  const known = KNOWN.filter(([, signature]) => signature !== undefined);
  it.each(sampled(known, (_, index) => index === 0))('at %j is still %j', async (source, expected) => {
    expect(bench.signature(source.replace('‸', ''), source.length)?.signature).not.toBeInstanceOf(Promise);
    expect(await shown(source, bench)).toBe(expected);
  });
  it.each(sampled(TYPED, (_, index) => index % 8 === 0))('at %j is %j', async (source, expected) => {
    expect(await shown(source, bench)).toBe(expected);
  });
  it('names the opening parenthesis of the call', () => {
    expect(bench.signature('add(add(1), ', 12)?.opened).toBe(3);
  });
  it('describes the argument, or else the call', async () => {
    const docs = [
      'platform.queues.get(',
      'platform.queues.create(',
      "platform.calling.play('x', { volume: ",
      'add(',
    ].map(async (source) => (await bench.signature(source, source.length)?.signature)?.doc);
    expect(await Promise.all(docs)).toEqual(['the id of a queue', 'Create a queue.', 'In dB.', 'Adds two numbers.']);
  });
});
