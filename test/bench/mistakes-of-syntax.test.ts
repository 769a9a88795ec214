import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';

const bench = createBench();
afterAll(() => bench.close());

async function advice(source: string): Promise<readonly string[]> {
  const outcome = await bench.run(source);
  return outcome.ok ? [] : bench.adviceOn(outcome.error);
}

describe('a missing semicolon', () => {
  it.each([
    ['const size = 5\n(await platform.queues.list()).data.length', 1, '('],
    ["let title = 'a'\n\nconst more = title\n(1 + 1).toFixed()", 3, '('],
    ["console.log('a')\n(1 + 1).toFixed()", 1, '('],
    ["const word = 'text'\n['a', 'b'].forEach((one) => one)", 1, '['],
  ])('is explained in %j', async (source, line, sign) =>
    expect(await advice(source)).toEqual([
      `a semicolon is missing at the end of line ${line}: the ${sign} of the next line continues it`,
    ]),
  );

  it.each([
    'const count = 5;\n(count as any).call()',
    'const none: any = {}\n;[1].map(() => none.absent.field)',
    "const many: any = 'a'\nmany\n  .nothing()",
    'const twice: any = 2;\n[1].map((one) => twice(one))',
  ])('is not suggested for %j', async (source) => expect((await advice(source)).join()).not.toContain('semicolon'));
});

describe('code of Python', () => {
  const fresh = createBench();
  afterAll(() => fresh.close());
  beforeAll(async () => {
    await fresh.run('const page = await platform.phone_numbers.list(); const lazy = platform.queues.list()');
    await fresh.run("const names = ['a', 'b']; const ages = { ada: 36 }; const count = 2");
  });
  const inTypeScript = async (source: string) => {
    const outcome = await fresh.run(source);
    return outcome.ok ? undefined : /In TypeScript: (.*)$/.exec(fresh.adviceOn(outcome.error).join('\n'))?.[1];
  };

  it.each([
    ['for number in numbers:\n  print(number)', 'for (const number of numbers) console.log(number)'],
    ['for n in numbers:\n  a = 1\n  print(n)', 'for (const n of numbers) { … }'],
    ["const line = f'Hello {name}'", '`Hello ${name}`'],
    ['console.log(f"{a} and {b}")', '`${a} and ${b}`'],
    [
      "for a in b: print('Hi! and not len(a)', not a, len(a))",
      "for (const a of b) console.log('Hi! and not len(a)', !a, a.length)",
    ],
    ['for a in b: print(f"`{a}`")', 'for (const a of b) { … }'],
    ['for a in zip(one, two): print(a)', 'for (const a of LIST) console.log(a)'],
    ['page.data.sort(key=lambda n: n.name)', 'page.data.sort((a, b) => (a.name > b.name ? 1 : -1))'],
    ['page.data.sort(key=lambda n: n.name, reverse=True)', undefined],
    ['names.index(lambda n: n, start=1)', undefined],
    ['if names.index(1, start=2): print(names)', undefined],
  ])('is explained in %j', async (source, code) => expect(await inTypeScript(source)).toBe(code));

  const LISTS = [
    ...['names', '[1, 2]', 'range(3)', 'range(1, count)', 'range(1, 40)', 'range(count)', 'page', 'page.data', 'lazy'],
    ...['platform.queues.list()', 'page["data"]', 'enumerate(names)', 'ages.items()', '[n for n in page if n.number]'],
  ];
  const HEADS = LISTS.map((list) => `for ${/enum|items/.test(list) ? 'at, one' : 'one'} in ${list}:`);
  it.each([
    ...HEADS.flatMap((head) => [
      `${head} print(one)`,
      `${head}\n  print(f"{one}", len(names)) # shown`,
      `${head}\n  pass`,
    ]),
    ...[
      '[n.number for n in page]',
      '[n.name for n in lazy if n.name and not n.size]',
      'if names and not count: print(1)',
    ],
    ...['const twice = lambda x: x + x', 'const is = not True'],
  ])('runs as it is suggested for %j', async (source) => {
    const code = await inTypeScript(source);
    expect(code).toBeDefined();
    expect([code, await fresh.run(code?.replace('…', '') ?? '')]).toMatchObject([code, { ok: true }]);
  });

  it.each(["const text = 'for x in y:'; const = 1", "const f = (x: string) => x; f('a') 'b'", "const of = 'f' 'a'"])(
    'is not found in %j',
    async (source) => expect((await advice(source)).join()).not.toContain('Python'),
  );
});

describe('a misspelt keyword or a curly quote', () => {
  it.each([
    ['awiat platform.queues.list()', 'await platform.queues.list()'],
    ['cosnt x = 1', 'const x = 1'],
    ['let a = 1\nfucntion f() {}', 'let a = 1 …'],
    ['console.log(\u201chi\u201d)', 'console.log("hi")'],
    ['5 \u2013 3', '5 - 3'],
  ])('is explained in %j', async (source, code) => expect((await advice(source)).join()).toContain(`Type: ${code}`));

  it.each(['get numbers', 'set it', 'foo bar', "const a = '\u201c' b", 'awiat 1 2', 'const x of'])(
    'is not found in %j',
    async (source) => expect((await advice(source)).join()).not.toContain('Type: '),
  );
});

describe('a name that is not defined', () => {
  beforeAll(() =>
    bench.run(
      "var rows = await platform.queues.list(), lazy = platform.compat.calls.list(), words = ['a'], one = { a: 1 }",
    ),
  );

  it.each([
    ['json', ['Did you mean JSON?']],
    ['math.floor(2)', ['Did you mean Math?']],
    ['math.fsum(2)', []],
    ['sent', []],
    ['json.dumps(one)', ['in TypeScript, write JSON.stringify(one)']],
    ['json.dumps(one, indent=2)', ['in TypeScript, write JSON.stringify(value)']],
    ["json.loads('{}')", ["in TypeScript, write JSON.parse('{}')"]],
    ['os.cpus()', ["in TypeScript, write import * as os from 'node:os'"]],
    ['os.listdir()', ["in TypeScript, write (await import('node:fs')).readdirSync('.')"]],
    ['os.getcwd()', ['in TypeScript, write process.cwd()']],
    ['os.fork()', []],
    ['range(5)', ['in TypeScript, write [0, 1, 2, 3, 4]']],
    ['str(one)', ['in TypeScript, write JSON.stringify(one)']],
    ['str(5)', ['in TypeScript, write String(5)']],
    ['len(rows)', ['in TypeScript, write rows.data.length']],
    ['len(lazy)', ['in TypeScript, write (await lazy).calls.length']],
    ['len(words)', ['in TypeScript, write words.length']],
    ['len(one)', ['in TypeScript, write Object.keys(one).length']],
  ])('is corrected to what exists: %s', async (source, hints) => expect(await advice(source)).toEqual(hints));
});

describe('backticks around an expression of a data map', () => {
  it('are explained', async () => {
    expect(await advice('const output = `${array[0].question} is the question`')).toEqual([
      "JavaScript evaluates ${…} in backticks. A data map needs quotes: '${array[0].question} is the question'",
    ]);
  });
  it.each(['array.length', 'const array2 = `${numbres[0]}`', "'${array[0]}' + array", '`${[1].map(() => array)}`'])(
    'are not suggested for %s',
    async (source) => expect((await advice(source)).join()).not.toContain('backticks'),
  );
});

describe('a forgotten await', () => {
  it('is not blamed for the error of another name', async () => {
    await bench.run('const busy = (async () => 5)(); const other = {}');
    expect((await advice('busy.result; other.absent()')).join()).not.toContain('busy is a promise');
    expect((await advice('busy.result; other.one.two')).join()).not.toContain('busy is a promise');
    expect((await advice('const rows = busy.data; rows.map(String)')).join()).toContain('busy is a promise');
    expect((await advice('busy.constructor.absent()')).join()).not.toContain('busy is a promise');
    expect((await advice('busy.map(String)')).join()).toContain('busy is a promise. Await it: await busy');
  });

  it('is noticed in a call that is displayed', async () => {
    await bench.run('var display = (value) => {}');
    const noticesOf = async (source: string) => {
      const before = bench.log.events.length;
      await bench.run(source);
      return bench.log.events.slice(before).flatMap((event) => (event.kind === 'notice' ? [event.text] : []));
    };
    expect(await noticesOf('display(platform.queues.list())')).toEqual([
      'platform.queues.list() is a promise. Await it: display(await platform.queues.list())',
    ]);
    expect(await noticesOf('display(await platform.queues.list())')).toEqual([]);
    expect(await noticesOf('display(platform.dry.queues.list())')).toEqual([]);
  });
});
