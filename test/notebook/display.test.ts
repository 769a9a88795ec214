import { describe, expect, it, vi } from 'vitest';
import { createDisplay, type Display } from '../../src/notebook/display.js';
import type { OutputSlot } from '../../src/notebook/public-types.js';
import { mimeBundle, type Progress } from '../../src/show/index.js';

describe('a progress bar', () => {
  function bench(now: () => number) {
    const shown: { count: string; place: OutputSlot | undefined }[] = [];
    const show = (value: unknown, place?: OutputSlot) => void shown.push({ count: (value as Progress).count, place });
    const waiting = new Set<() => void>();
    const display = createDisplay(show, { now, waiting });
    return { display, shown, waiting };
  }

  it('stays in one place, and two of them in two', () => {
    let now = 0;
    const { display, shown } = bench(() => (now += 1_000));
    const [one, two] = [display.progress('one', 3), display.progress('two')];
    one.step();
    two.at(5);
    one.step(2);
    const [a, b] = shown.map(({ place }) => place?.id);
    expect(shown.map(({ count, place }) => [count, place?.id, place?.isTaken])).toEqual([
      ['0 of 3', a, false],
      ['0', b, false],
      ['1 of 3', a, true],
      ['5', b, true],
      ['3 of 3', a, true],
    ]);
    expect(a).not.toBe(b);
  });

  it('does not flood the front end, and still comes to its end', () => {
    const { display, shown } = bench(() => 0);
    const bar = display.progress('many', 10_000);
    for (let i = 0; i < 10_000; i++) bar.step();
    expect(shown.map(({ count }) => count)).toEqual(['0 of 10000', '10000 of 10000']);
  });

  it('keeps waiting updates where the kernel finds them at the end of the cell', () => {
    const { display, shown, waiting } = bench(() => 0);
    const bar = display.progress('W', 10);
    for (let i = 0; i < 7; i++) bar.step();
    expect(waiting.size).toBe(1);
    for (const draw of waiting) draw();
    expect(shown.map(({ count }) => count)).toEqual(['0 of 10', '7 of 10']);
    expect(waiting.size).toBe(0);
  });

  it.each([
    [[{ total: 5 }], 'label'],
    [['W', '5'], 'total'],
    [['W', Number.NaN], 'total'],
    [['W', -1], 'total'],
  ])('is not made of %j', (args, what) => {
    const { display } = bench(() => 0);
    expect(() => display.progress(...(args as [string]))).toThrow(`display.progress(label, total?): ${what} `);
  });

  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY, '5', undefined])('does not accept the count %j', (count) => {
    const { display, shown } = bench(() => 0);
    const bar = display.progress('W', 10);
    expect(() => bar.at(count as number)).toThrow('progress.at(done): done must be a number, 0 or more');
    if (count !== undefined) expect(() => bar.step(count as number)).toThrow('progress.step(by?): by must be');
    bar.step();
    bar.at(10);
    expect(shown.map((one) => one.count)).toEqual(['0 of 10', '10 of 10']);
  });

  it('shows the latest count when it pauses, with or without a total', () => {
    vi.useFakeTimers();
    try {
      const { display, shown } = bench(Date.now);
      const bar = display.progress('some');
      bar.step();
      bar.step();
      vi.runAllTimers();
      expect(shown.map(({ count }) => count)).toEqual(['0', '2']);
    } finally {
      vi.useRealTimers();
    }
  });
});

it('display shows values as they are', () => {
  const shown: unknown[] = [];
  createDisplay((value) => void shown.push(value))({ a: 1 });
  expect(shown).toEqual([{ a: 1 }]);
});

it('display shows several values in their order, also if one is shown later', async () => {
  const shown: unknown[] = [];
  const display = createDisplay((value) => {
    const add = () => void shown.push(value);
    return value === 'late' ? Promise.resolve().then(add) : add();
  });
  await display(1, 'late', undefined);
  expect(shown).toEqual([1, 'late', undefined]);
});

async function bundleOf(use: (display: ReturnType<typeof createDisplay>) => unknown) {
  const shown: unknown[] = [];
  await use(createDisplay((value) => void shown.push(value)));
  return mimeBundle(shown[0]);
}
const headersIn = (bundle: unknown) =>
  [...String((bundle as Record<string, string>)['text/html']).matchAll(/<th [^>]*>([^<]*)/g)].map(([, name]) => name);

describe('display in a format', () => {
  const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

  it.each([
    ['html', '<b>hi</b>', 'text/html', '[HTML]'],
    ['svg', '<svg/>', 'image/svg+xml', '[SVG drawing]'],
    ['markdown', '## hi', 'text/markdown', '## hi'],
    ['png', PNG, 'image/png', '[PNG image]'],
  ] as const)('shows %s', async (name, source, type, text) => {
    expect(await bundleOf((display) => display[name](source))).toEqual({ [type]: source, 'text/plain': text });
  });

  it('shows the bytes of a PNG image', async () => {
    const bundle = await bundleOf((display) => display.png(new Uint8Array(Buffer.from(PNG, 'base64'))));
    expect(bundle).toMatchObject({ 'image/png': PNG });
  });

  it.each([
    ['html', 1],
    ['svg', undefined],
    ['markdown', {}],
    ['png', 'not an image'],
    ['png', [1, 2]],
    ['table', 5],
    ['table', null],
  ] as const)('refuses display.%s(%j)', async (name, source) => {
    await expect(bundleOf((display) => display[name](source as never))).rejects.toThrow(TypeError);
  });

  it('shows rows with the given columns, in their order, or with all', async () => {
    const rows = [
      { a: 1, b: { c: 2 } },
      { a: 3, d: '<x>' },
    ];
    const all = (await bundleOf((display) => display.table(rows))) as Record<string, string>;
    expect(all['text/plain']).toBe('a  b          d\n1  {1 field}\n3             <x>\n2 items');
    expect(headersIn(all)).toEqual(['a', 'b', 'd']);
    expect(headersIn(await bundleOf((display) => display.table(rows, ['d', 'a'])))).toEqual(['d', 'a']);
  });
});

describe('the rows of display in a format', () => {
  it.each([
    [['nmae', 'size'], ['size'], 'no row has the column nmae. Did you mean name? The columns are name, size'],
    [['name', 'x', 'y'], ['name'], 'no row has the columns x, y. The columns are name, size'],
    [['nope'], [], 'no row has the column nope. The columns are name, size'],
  ])('names the columns that exist for an unknown one: %j', async (columns, headers, note) => {
    const bundle = (await bundleOf((display) =>
      display.table([{ name: 'a', size: 1 }, { name: 'b' }], columns),
    )) as Record<string, string>;
    expect(headersIn(bundle)).toEqual(headers);
    expect(bundle['text/plain']?.replace(/\n/g, ' ')).toContain(note);
    expect(bundle['text/html']).toContain(note);
    expect(bundle['text/plain']).toMatch(/^(?:name|size|2 items)/);
  });

  it('names no column of a list without rows', async () => {
    expect(await bundleOf((display) => display.table([], ['name']))).toMatchObject({ 'text/plain': 'no items' });
  });

  it('shows the first rows of a very long list, and how many more there are', async () => {
    const rows = Array.from({ length: 100_000 }, (_, n) => ({ n }));
    for (const show of [
      (display: Display) => display.table(rows),
      (display: Display) => display(rows.map(({ n }) => ({ id: `id-${n}`, n }))),
      (display: Display) => display({ data: rows, links: {} }),
    ]) {
      const bundle = (await bundleOf(show)) as Record<string, string>;
      const lines = String(bundle['text/plain']).split('\n');
      expect(lines.slice(-2)).toEqual(['… and 99,500 more rows', '100,000 items']);
      expect(lines.length).toBe(503);
      expect(String(bundle['text/html']).match(/<tr/g)).toHaveLength(501);
      expect(bundle['text/html']).toContain('… and 99,500 more rows · 100,000 items');
    }
  });

  it.each([
    [[1, 2], ['Values'], '1'],
    [[[1, 2]], ['0', '1'], '1  2'],
    [{ x: { n: 1 }, y: { n: 2 } }, ['(index)', 'n'], 'x        1'],
    [new Map([['k', { n: 1 }]]), ['(index)', 'n'], 'k        1'],
    [new Set(['s']), ['Values'], 's'],
    [{ data: [{ id: 'Q1', name: 'Support' }], links: {} }, ['name', 'id'], 'Support  Q1'],
  ])('shows %j as console.table does', async (rows, headers, line) => {
    const bundle = await bundleOf((display) => display.table(rows));
    expect(headersIn(bundle)).toEqual(headers);
    expect((bundle as Record<string, string>)['text/plain']?.split('\n')[1]).toContain(line);
  });

  it('runs no getter', async () => {
    const row = Object.defineProperty({}, 'x', { get: () => expect.fail(), enumerable: true });
    for (const rows of [[row], row]) {
      const bundle = (await bundleOf((display) => display.table(rows))) as Record<string, string>;
      expect(bundle['text/plain']).toContain('[Getter]');
    }
  });
});
