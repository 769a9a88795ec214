import { afterAll, describe, expect, it } from 'vitest';
import { RECIPES } from '../../src/assist/help/recipes.js';
import { createBench } from '../../src/bench/index.js';
import { isRow, operations } from '../../src/client/index.js';

const bench = createBench({ isPrompt: true });
afterAll(() => bench.close());
async function advice(source: string): Promise<readonly string[]> {
  const outcome = await bench.run(source);
  return outcome.ok ? ['ran'] : bench.adviceOn(outcome.error);
}

describe('one or two words of English', () => {
  it.each(Object.keys(RECIPES).filter((name) => name !== 'voicemail'))(
    'lead to the recipe with the name: %s',
    async (name) => expect((await advice(name)).join('\n')).toContain(`.help ${name}: `),
  );
  it.each([
    ['hello', '.help greeting'],
    ['say hello', '.help greeting'],
    ['greet callers', '.help greeting'],
    ['hang up', 'platform.calling.end'],
    ['text bob', 'platform.compat.messages.create'],
    ['queue', 'platform.queues'],
    ['voicemail', 'platform.calling.record'],
  ])('lead to what fits: %s', async (source, part) => expect((await advice(source)).join('\n')).toContain(part));

  const VERBS = ['list', 'show', 'get', 'find', 'make', 'create', 'remove', 'add', 'send', 'see'];
  it.each(VERBS)('a verb alone gets a sentence that has an answer: %s', async (verb) => {
    const [line = ''] = await advice(verb);
    const sentence = /such as: (.*?)\./.exec(line)?.[1];
    // A verb that is a name of another API already has an answer.
    if (sentence === undefined) expect(line).toMatch(/^Did you mean/);
    else expect((await advice(sentence)).join('\n')).toMatch(/^This is not code\. The help has/);
  });

  it.each(['foo', 'qux', 'data', 'price', 'foo bar', 'x', 'ab cd'])('say nothing about %s', async (source) =>
    expect(await advice(source)).toEqual([]),
  );
  it('keep the correction of a misspelt name', async () => {
    await bench.run('var numbers = [1]');
    expect(await advice('nubmers')).toEqual(['Did you mean numbers?']);
    expect(await advice('number')).toEqual(['Did you mean numbers?']);
  });
});

describe('a sentence', () => {
  it.each([
    ['create a number', /phone_numbers\.(?:purchase|search)/, /number_groups/],
    ['I need a new number', /phone_numbers\.(?:purchase|search)/, /number_groups/],
    ['add a number', /phone_numbers\.(?:purchase|search)/, /^$/],
    ['create a number group', /number_groups\.create/, /purchase/],
    ['what did the caller hear', /sandbox\.story/, /recordings\.get/],
    ['my number is silent', /sandbox\.story/, /number_groups|list/],
    ['the caller hears nothing', /sandbox\.story/, /verified_callers/],
    ['I want to buy a phone number', /phone_numbers\.purchase/, /sandbox\.ring/],
    ['why did it fail', /\.why/, /minimize|faults/],
    ['delete my queue', /platform\.queues\.delete/, /messages/],
    ['test my number', /try: await sandbox\.ring\(/, /^$/],
  ])('%s', async (source, has, hasNot) => {
    const text = (await advice(source)).join('\n');
    expect(text).toMatch(has);
    expect(text).not.toMatch(hasNot);
  });
});

it.each([
  'SHOW TABLES',
  'set -x FOO bar',
  'numbers is None',
  'my queue is full of bees',
  'the line is dead',
  'it does not work',
  'hold the line',
])('a sentence of which only a part fits gets no operation: %s', async (source) => {
  for (const line of await advice(source))
    expect(line).not.toMatch(/^(?:try|example|platform|sandbox|\.)|[.:] ?\.\w+:/);
});

it.each(Object.entries(operations).flatMap(([name, node]) => (isRow(node) || !('list' in node) ? [] : [name])))(
  'find of %s leads to members that exist',
  async (name) => {
    for (const root of ['', 'platform.']) {
      const text = (await advice(`${root}${name}.find('x')`)).join('\n');
      expect(text).toContain(`platform.${name}.list`);
      const node = operations[name as keyof typeof operations];
      expect(text.includes(`platform.${name}.search`)).toBe('search' in node);
    }
  },
);

describe('a name that is not defined', () => {
  const fresh = createBench({ isPrompt: true });
  afterAll(() => fresh.close());
  const hints = async (source: string) => {
    const outcome = await fresh.run(source);
    return outcome.ok ? ['ran'] : fresh.adviceOn(outcome.error);
  };

  it.each([
    ['Client(1)', 'the client is platform. To list what it has, type platform?'],
    ['_i', 'the text of input n is In[n]'],
    ['__', 'the result of input n is Out[n]'],
    ['_5', 'the result of input 5 is Out[5]'],
  ])('gets no name without a value: %s', async (source, hint) => {
    await fresh.run('const client = Client(0)');
    expect(await hints(source)).toEqual([hint]);
  });

  it('after > is a file to write', async () => {
    await fresh.run('var list = [1]');
    const [hint = ''] = await hints('list > out.json');
    expect(hint).toMatch(
      /^to write a value to a file: \(await import\('node:fs'\)\)\.writeFileSync\('out\.json', .*list/,
    );
  });
});
