import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, createBench } from '../../src/bench/index.js';
import { createTypeService } from '../../src/types/index.js';
import { packageRoot } from '../../src/util/index.js';

const entry = pathToFileURL(join(packageRoot(), 'dist', 'types-thread.js'));
let bench: Bench;

beforeAll(async () => {
  const service = createTypeService({ entry });
  bench = createBench({
    types: {
      warmUp: () => service.warmUp(),
      add: (source) => service.add(source),
      complete: (source, cursor, options) => service.complete(source, cursor, options),
      signature: (source, cursor, options) => service.signature(source, cursor, options),
      check: (source) => service.check(source, { timeoutMs: 60_000 }),
      typeOf: (source) => service.typeOf(source, { timeoutMs: 60_000 }),
      status: () => service.status(),
      memory: () => service.memory(),
      close: () => service.close(),
    },
  });
  await bench.run('const numbers = (await platform.phone_numbers.list()).data');
  await bench.run("const user = { name: 'x', address: { city: 'y' } }");
  await bench.run('class Box { #size = 1; get width() { return this.#size } }; const box = new Box()');
  service.warmUp();
  await service.complete('1', 1, { timeoutMs: 60_000 });
}, 90_000);
afterAll(() => bench.close());

/** Runs inputs, then a misspelt one, and returns the notices up to that of the last input. */
async function warningsAfter(sources: readonly string[]): Promise<string[]> {
  const before = bench.log.events.length;
  const last = new Promise<void>((resolve) => {
    bench.log.follow((event) => event.kind === 'notice' && event.text.includes('widht') && resolve());
  });
  for (const source of sources) expect([source, await bench.run(source)]).toMatchObject([source, { ok: true }]);
  await bench.run('[box].map((one) => one.widht)');
  await last;
  const texts = bench.log.events.slice(before).flatMap((event) => (event.kind === 'notice' ? [event.text] : []));
  return texts.filter((text) => !text.includes('widht'));
}

describe('a type warning', () => {
  it.each([
    ['numbers.map(n => n.nubmer)', 'n has no nubmer. Did you mean number?'],
    ['numbers.filter((one) => one.naem === "x").length', 'one has no naem. Did you mean name?'],
    ['[user].map(({ address }) => address.ctiy)', 'address has no ctiy. Did you mean city?'],
    ['const f = (b: Box) => b.widtt', 'b has no widtt. Did you mean width?'],
    ["let z = 5; z = 'x'", 'the type of z is number, but its value is a string'],
    ["const n: number = 'x'", 'the type of n is number, but its value is a string'],
    ["let flag: boolean = false; flag = 'yes'", 'the type of flag is boolean, but its value is a string'],
    ['[1, 2].lenght', '[1, 2] has no lenght. Did you mean length?'],
    ['[user].map((one) => one.nmae?.length)', 'one has no nmae. Did you mean name?'],
  ])('follows %s', async (source, text) => {
    expect((await warningsAfter([source])).filter((one) => one === text)).toEqual([text]);
  });

  it('is not given for code that is right', async () => {
    const warnings = await warningsAfter([
      'numbers.map((n) => n.number)',
      'const extended: any = { ...user }; extended.names = 1; extended.names',
      'user["names"] = []; user.names',
      'user.nam = 1; user.nam',
      '[3, 1].toSorted().with(0, 1)',
      '"a".isWellFormed()',
      'let shape: { name: string } | { nane: number } = { nane: 1 }; shape.nane',
      'Object.keys(globalThis).length > 0',
      'const own = { names: 1 }; own.names',
      "const wide: string | number = 'x'; const near = 5; const loose: any = 'x'",
      'const id: string = numbers[0].id; const maybe: string = numbers[0].name',
    ]);
    expect(warnings.filter((text) => text.startsWith('the type of '))).toEqual([]);
    expect(warnings.filter((text) => text.includes('Did you mean'))).toEqual([]);
  });

  it('does not repeat a hint of the bench, and does not delay the result', async () => {
    const [, ...more] = await warningsAfter(['(await platform.phone_numbers.list()).dta']);
    expect(more).toEqual([]);
    const events = bench.log.events.map(({ kind }) => kind);
    const notice = bench.log.events.findLastIndex(({ kind }) => kind === 'notice');
    expect(events.lastIndexOf('output')).toBeLessThan(notice);
  });
});

it('is off without the compiler', async () => {
  const plain = createBench();
  await plain.run("const user = { name: 'x' }");
  await plain.run('[user].map((one) => one.nmae)');
  expect(plain.log.events.filter(({ kind }) => kind === 'notice')).toEqual([]);
  await plain.close();
});
