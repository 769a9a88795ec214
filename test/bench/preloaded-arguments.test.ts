import { afterAll, describe, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';

const bench = createBench();
afterAll(() => bench.close());

async function failed(source: string): Promise<{ readonly message: string; readonly advice: readonly string[] }> {
  const outcome = await bench.run(source);
  if (outcome.ok) throw new Error(`${source} does not fail`);
  return { message: String((outcome.error as Error).message), advice: bench.adviceOn(outcome.error) };
}

const NUMBER = "'+12065550100'";

describe('sandbox.ring', () => {
  const OPTIONS = [
    ['1', "{ digits: ['1'] }"],
    ["'12'", "{ digits: ['12'] }"],
    ["['1']", "{ digits: ['1'] }"],
    ['[1, 2]', "{ digits: ['1', '2'] }"],
    ["'1', '#'", "{ digits: ['1', '#'] }"],
    ["'yes please'", "{ speech: ['yes please'] }"],
    ["digits='1'", "{ digits: ['1'] }"],
    ["digits=['1', '2']", "{ digits: ['1', '2'] }"],
    ['{ digits: 1 }', "{ digits: ['1'] }"],
    ["{ digits: '1', from: '+15035550123' }", "{ digits: ['1'], from: '+15035550123' }"],
    ['{ hangup_after: 4, digits: [1, 2] }', "{ hangup_after: 4, digits: ['1', '2'] }"],
    ["{ speech: 'x' }", "{ speech: ['x'] }"],
  ];
  const NUMBERS = ['+12065550100', '12065550100', '2065550100'];
  const calls = [
    ...OPTIONS.map(([given, right]) => [`${NUMBER}, ${given}`, `${NUMBER}, ${right}`]),
    ...NUMBERS.map((number) => [number, NUMBER]),
    ...NUMBERS.flatMap((number) => OPTIONS.map(([given, right]) => [`${number}, ${given}`, `${NUMBER}, ${right}`])),
    ...["'12065550100'", "'206-555-0100'", "'(206) 555-0100'", "'206.555.0100'"].map((number) => [number, NUMBER]),
    ['', NUMBER],
  ];
  it.each(calls)('ring(%s) is corrected to ring(%s), which runs', async (given, right) => {
    const { advice } = await failed(`await sandbox.ring(${given})`);
    expect(advice).toEqual([`try: await sandbox.ring(${right})`]);
    expect((await bench.run(`await sandbox.ring(${right})`)).ok).toBe(true);
  });

  it.each(["'+19995550000'", "'9995550000'", 'undefined', 'Symbol()', 'NaN', `${NUMBER}, null`, `${NUMBER}, () => 1`])(
    'ring(%s) has no correction',
    async (given) => expect((await failed(`await sandbox.ring(${given})`)).advice).toEqual([]),
  );

  it('names a list in an error as one', async () =>
    expect((await failed(`await sandbox.ring(${NUMBER}, ['1'])`)).message).toBe(
      'the object of options must be an object, not a list',
    ));
});

describe('the arguments of agent and sandbox', () => {
  it.each([
    ['agent.add_skill()', "add_skill(name): name must be the name of a skill, such as 'datetime'", []],
    ["agent.add_skill(['datetime'])", 'add_skill(name): name must be', ["try: await agent.add_skill('datetime')"]],
    [
      "agent.add_skill(['datetime', 'math'])",
      'add_skill(name): name must be',
      ["try: for (const name of ['datetime', 'math']) await agent.add_skill(name)"],
    ],
    ["agent.add_skill('time')", 'the skill does not exist. Did you mean datetime?', []],
    ["agent.define_tool('hello')", "define_tool(tool): tool must be an object, such as { name: 'hello'", []],
    ['agent.define_tool()', 'define_tool(tool): tool must be an object', []],
    ['agent.define_tool({ handler: () => 1 })', 'got undefined', []],
    ['sandbox.story()', 'story(id): id must be the id of a call, such as ', []],
    [
      "agent.prompt_add_section('Be brief.')",
      "prompt_add_section(section): section must be an object, such as { title: 'Role', body: 'Be brief.' }",
      ["try: agent.prompt_add_section({ body: 'Be brief.' })"],
    ],
    [
      "agent.prompt_add_section('Role', 'Be brief.')",
      'section must be an object',
      ["try: agent.prompt_add_section({ title: 'Role', body: 'Be brief.' })"],
    ],
    ["agent.prompt_add_section({ titel: 'x' })", 'has the unknown field titel. Did you mean title?', []],
    ["agent.prompt_add_section({ zzzz: 'x' })", 'has the unknown field zzzz. Its fields: title, body,', []],
    ['agent.prompt_add_section([])', 'section must be an object', []],
  ])('%s: %s', async (source, message, advice) => {
    const found = await failed(`await ${source}`);
    expect(found.message).toContain(message);
    expect(found.advice).toEqual(advice);
  });

  it('adds nothing to the document for a refused section', async () => {
    const sections = await bench.run('agent.prompt_sections.length');
    expect(sections).toMatchObject({ ok: true, value: 0 });
  });
});
