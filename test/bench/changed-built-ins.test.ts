import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { rememberBuiltIns } from '../../src/eval/index.js';

const PROTOTYPES = ['Object', 'Array', 'Function', 'String', 'Promise', 'Map', 'RegExp', 'Error', 'Uint8Array'];

/** How an input adds a property `added` to a prototype. */
const ADDITIONS: Readonly<Record<string, (owner: string) => string>> = {
  'a text': (owner) => `${owner}.added = 'text'`,
  'a number': (owner) => `${owner}.added = 1`,
  'a function': (owner) => `${owner}.added = function () {}`,
  'a getter that throws': (owner) =>
    `Object.defineProperty(${owner}, 'added', { get() { throw new Error('read') }, enumerable: true, configurable: true })`,
};

/** A bench that restores the built-in objects as the prompt does, and the notices of its inputs. */
function newBench() {
  const restore = rememberBuiltIns('Patchbay');
  const notices: string[] = [];
  const bench = createBench({
    isPrompt: true,
    afterCode: () => {
      const text = restore('This input');
      if (text !== '') notices.push(text);
    },
  });
  return { bench, notices };
}

describe.each(PROTOTYPES)('a property that an input adds to %s.prototype', (name) => {
  const prototype: object = Reflect.get(globalThis, name).prototype;
  afterEach(() => void Reflect.deleteProperty(prototype, 'added'));

  it.each(Object.entries(ADDITIONS))('is found by no loop: %s', async (_, add) => {
    const { bench, notices } = newBench();
    await bench.run(add(`${name}.prototype`));
    expect(Object.getOwnPropertyDescriptor(prototype, 'added')).toMatchObject({ enumerable: false });
    expect(notices).toEqual([
      `This input added ${name}.prototype.added. Patchbay made it non-enumerable, because loops over other objects would find it.\n`,
    ]);
    expect(await bench.run('1 + 1')).toEqual({ ok: true, value: 2 });
    expect(notices).toHaveLength(1);
    await bench.close();
  });
});

describe('what an input takes from the process', () => {
  const before = Object.getOwnPropertyDescriptors(process);
  beforeEach(() => expect(process.env).toBe(before.env?.value));

  it.each(['process.env = null', 'process.nextTick = () => {}', 'process.cwd = 1', 'delete process.env'])(
    'is put back: %s',
    async (source) => {
      const { bench, notices } = newBench();
      expect(await bench.run(source)).toMatchObject({ ok: true });
      expect(notices.join('')).toMatch(
        /^This input (?:replaced|deleted) process\.\w+\. Patchbay put the original back\.\n$/,
      );
      expect([process.env, process.nextTick, process.cwd]).toEqual(
        ['env', 'nextTick', 'cwd'].map((name) => Reflect.get(before, name).value),
      );
      expect(await bench.run('1 + 1')).toEqual({ ok: true, value: 2 });
      await bench.close();
    },
  );

  it('is not what code replaces with its own', async () => {
    const { bench, notices } = newBench();
    const { setTimeout } = globalThis;
    await bench.run('globalThis.setTimeout = () => 7; process.setMaxListeners(20)');
    expect((await bench.run('setTimeout()')).ok && notices).toEqual([]);
    globalThis.setTimeout = setTimeout;
    process.setMaxListeners(EventEmitter.defaultMaxListeners);
    await bench.close();
  });
});

describe('a class of the language that an input replaces', () => {
  it('is put back, and Date is left', async () => {
    const { bench, notices } = newBench();
    const { Date: time } = globalThis;
    await bench.run('globalThis.Promise = class {}; globalThis.Date = class extends Date {}');
    expect(notices).toEqual(['This input replaced Promise. Patchbay put the original back.\n']);
    expect(await bench.run('const t: number = await Promise.resolve(2); t')).toEqual({ ok: true, value: 2 });
    globalThis.Date = time;
    await bench.close();
  });
});

describe('the value of a background job', () => {
  it('is kept under the number of its input', async () => {
    const { bench } = newBench();
    const notice = new Promise<string>((resolve) =>
      bench.log.follow((event) => event.kind === 'notice' && resolve(event.text)),
    );
    await bench.run('await Promise.resolve({ a: 77 }) &');
    expect(await notice).toContain('[1] done. Its value is in Out[1] and _ · ');
    await bench.run('"later"');
    expect(await bench.run('Out[1]')).toEqual({ ok: true, value: { a: 77 } });
    await bench.close();
  });

  it('is announced with a word about busy code, if the code has no await', async () => {
    const { bench } = newBench();
    const said = async (source: string) => String(((await bench.run(source)) as { value?: unknown }).value);
    expect(await said('1 + 1 &')).toContain('While its code is busy, the prompt waits, and Ctrl-C stops it.');
    expect(await said('await 1 &')).not.toContain('busy');
    await bench.close();
  });
});
