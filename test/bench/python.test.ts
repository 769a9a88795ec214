import { afterAll, describe, expect, it } from 'vitest';
import { PYTHON } from '../../src/assist/advice/python-names.js';
import { createBench } from '../../src/bench/index.js';
import { namesOf } from '../../src/eval/index.js';

const bench = createBench({ isPrompt: true });
afterAll(() => bench.close());
await bench.run("var names = ['a', 'b'], ages = { a: 1 }, count = 2, text = 'abc'");

async function advice(source: string): Promise<readonly string[]> {
  const outcome = await bench.run(source);
  return outcome.ok ? ['ran'] : bench.adviceOn(outcome.error);
}
const codeIn = (lines: readonly string[]) =>
  /^(?:in TypeScript, write|this is code of Python\. In TypeScript:) (.+?)(?:, or .*)?$/.exec(lines[0] ?? '')?.[1];

const NAMES = Object.entries(PYTHON).filter(([name]) => !['and', 'or', 'not', 'pass'].includes(name));
const isFunction = (name: string) => PYTHON[name]?.call !== undefined;

describe('each name of Python', () => {
  it.each(
    NAMES.filter(([name, { isOnlyCalled }]) => !isOnlyCalled && !name.includes('.') && name !== 'dir').map(
      ([name]) => name,
    ),
  )('has a hint on the name alone: %s', async (name) => {
    const lines = await advice(name);
    expect(lines.join()).toMatch(/^in TypeScript, /);
    const code = codeIn(lines);
    if (code !== undefined) expect([code, namesOf(code) !== undefined]).toEqual([code, true]);
  });

  const ARGUMENTS = ['', 'names', "'a'", '1, 5', '0, 40, 3', 'names, key=lambda n: n', 'names[1:]', 'len(names)'];
  it.each(NAMES.map(([name]) => name).filter(isFunction))('has the same call in TypeScript: %s', async (name) => {
    for (const args of ARGUMENTS) {
      const lines = await advice(`${name}(${args})`);
      const code = codeIn(lines);
      if (code !== undefined) expect([args, code, namesOf(code) !== undefined]).toEqual([args, code, true]);
      for (const used of namesOf(code ?? '')?.used ?? [])
        expect(Object.hasOwn(PYTHON, used) && used !== 'count').toBe(false);
    }
  });
});

describe('a line of Python that has a syntax error', () => {
  it.each([
    ['if count', 'if (count) { … }'],
    ['while True', 'while (true) { … }'],
    ['for n in names', 'for (const n of names) { … }'],
    ['for n in range(1, count)', 'for (const n of Array.from({ length: count - 1 }, (_, index) => 1 + index)) { … }'],
    ['print "hi"', 'console.log("hi")'],
    ['print names', 'console.log(names)'],
    ['names[1:2]', 'names.slice(1, 2)'],
    ['names[:count]', 'names.slice(0, count)'],
    ['text[-2:]', 'text.slice(-2)'],
    ['x = len(names) if names else 0', 'x = names ? names.length : 0'],
    ['x = len(names) and max(1, 2)', 'x = names.length && Math.max(1, 2)'],
    ['try:\n  print(1)\nexcept Exception as e:\n  print(e)', 'try { … } catch (error) { … }'],
    ['except ValueError:', 'catch (error) { … }'],
    ['finally:', 'finally { … }'],
    ['elif names:', 'else if (…) { … }'],
    ['raise ValueError("no")', 'throw new Error("no")'],
    ["with open('a.txt') as file:", "readFileSync('a.txt', 'utf8')"],
  ])('%j', async (source, part) => expect((await advice(source)).join()).toContain(part));

  it.each([
    'print my numbers',
    'print hello',
    'if only it worked {',
    'names[count ? 1 : 2',
    'for (n of names',
    'raise it',
  ])('gets no code for %j', async (source) =>
    expect((await advice(source)).filter((line) => codeIn([line]) !== undefined)).toEqual([]),
  );
});

it.each([
  ['range(1, 5)', 'in TypeScript, write [1, 2, 3, 4]'],
  ['range(0, 20, 5)', 'in TypeScript, write [0, 5, 10, 15]'],
  ['range(3, count)', 'in TypeScript, write Array.from({ length: count - 3 }, (_, index) => 3 + index)'],
  ["open('a', 'w')", "in TypeScript, write (await import('node:fs')).writeFileSync('a', text)"],
  ['max(names)', 'in TypeScript, write Math.max(...names)'],
  ['names.append(1)', 'Did you mean names.push?'],
  ['text.upper()', 'Did you mean text.toUpperCase?'],
  ['text.strip()', 'Did you mean text.trim?'],
])('%s is corrected to %s', async (source, line) => expect(await advice(source)).toEqual([line]));

it('a word of English that is a function of Python is not corrected without a call', async () => {
  for (const name of ['list', 'all', 'any', 'map', 'filter', 'min'])
    expect((await advice(name)).join()).not.toContain('in TypeScript');
});
