import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { explain, exportCase, importCase, minimize, replay } from '../../src/cases/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { DataMap, FunctionResult, SkillBase } from '../../src/skills/index.js';

const bench = createBench();
afterAll(() => bench.close());

/** Runs an input. Returns the advice on its error, and the notices. */
async function hints(source: string): Promise<string> {
  const before = bench.log.events.length;
  const outcome = await bench.run(source);
  const notices = bench.log.events.slice(before).flatMap((one) => (one.kind === 'notice' ? [one.text] : []));
  return [...(outcome.ok ? [] : bench.adviceOn(outcome.error)), ...notices].join('\n');
}

await bench.run(`var numbers = (await platform.phone_numbers.list()).data, desk = numbers[0];
var script = (await platform.fabric.swml_scripts.create({ name: 'Own', contents: { version: '1.0.0', sections: { main: [] } } })).swml_script;
var call = await platform.calling.dial({ from: desk.number, to: '+12065550123', url: 'https://example.com/a.json' });
var documents = platform.datasphere.documents, stored = (await documents.list()).data[0];
var story = async (number) => number, tell = ({ steps }) => { for (const one of steps) console.log(one); }, calm = async (given) => (await given).a;
agent.define_tool({ name: 'add', description: 'Add.', handler: () => 'x' });`);

it.each([
  ["platform.calling.record.pause(call.id, { control_id: 'a' })", 'Did you mean platform.calling.record_pause?'],
  ["await platform.calling.dial({ from: desk, to: '+15005550101', url: 'https://example.com/' })", 'from: desk.number'],
  [
    "await platform.calling.dial({ from: desk.number, to: +15005550101, url: 'https://example.com/' })",
    "to: '+15005550101'",
  ],
  [
    "await platform.calling.record_pause(call.id, { control_id: 'a', behavior: silence })",
    "silence is a value of behavior. Put it in quotes: 'silence'",
  ],
  [
    'await platform.phone_numbers.set_swml_webhook(desk.id, example.com/a.json)',
    "Put it in quotes: 'https://example.com/a.json'",
  ],
  ['await platform.phone_numbers.set_swml_webhook(desk.id, script)', 'set_swml_webhook(desk.id, script.request_url)'],
  [
    "await platform.phone_numbers.get('Front desk office')",
    "'Front desk office' is not an id, because it has spaces. resource_id needs the id",
  ],
  ["await documents.update(stored.id, { tag: 'a' })", "documents.update(stored.id, { tags: ['a'] })"],
  ['await documents.update(stored, { tags: [] })', 'documents.update(stored.id, { tags: [] })'],
  ["await documents.search({ query: 'gift' })", "documents.search({ query_string: 'gift' })"],
  [
    "numbers['Front desk'].id",
    "numbers is a list. Find an item by its name: numbers.find(({ name }) => name === 'Front desk')",
  ],
  ["[{ name: 'a' }].filter((n) => n.name = 'b')", 'n.name = … assigns a value. To compare, write n.name === …'],
  ["if (desk.kind = 'a') 1", 'desk.kind = … assigns a value'],
  ['story(1).number', 'story(…) is a promise. Await it: (await story(…)).number'],
  ['tell(sandbox.ring(desk.number))', 'sandbox.ring(…) is a promise. Await it: tell(await sandbox.ring(…))'],
  [
    'registry.list_skills().filter(Boolean)',
    'registry.list_skills() is a promise. Await it: (await registry.list_skills()).filter',
  ],
  ['agent.add({})', "add is a tool: await agent.call_tool('add')"],
  ["registry.add_skill('math')", 'Did you mean agent.add_skill?'],
  ['async def look(number):\n  pass', 'this is a function of Python. In TypeScript: async function look(number) { … }'],
  ['class Own extend SkillBase {}', 'write class Own extends …'],
  ['if numbers:\n  1', 'this is code of Python. In TypeScript: if (numbers) 1'],
  ["desk.find({ name = 'a' })", 'in an object, a field has a colon: { name: … }'],
  ['# a comment', 'in TypeScript, a comment starts with //'],
])('%s: %s', async (source, hint) => expect(await hints(source)).toContain(hint));

it('suggests a new call for a command to a call that has ended', async () => {
  await bench.run('await platform.calling.end(call.id)');
  expect(await hints('await platform.calling.end(call.id)')).toContain('a command needs a call that is in progress');
});

it('suggests no other control id for one that is not known', async () => {
  await bench.run(
    "var other = await platform.calling.dial({ from: desk.number, to: '+12065550123', url: 'https://example.com/a.json' })",
  );
  expect(await hints("await platform.calling.record_pause(other.id, { control_id: 'nope' })")).not.toContain('nope-2');
});

describe('a promise in a variable', () => {
  const fresh = createBench();
  afterAll(() => fresh.close());
  const answerTo = async (source: string) => {
    const before = fresh.log.events.length;
    const outcome = await fresh.run(source);
    const notices = fresh.log.events.slice(before).flatMap((one) => (one.kind === 'notice' ? [one.text] : []));
    return [...(outcome.ok ? [] : fresh.adviceOn(outcome.error)), ...notices];
  };
  beforeAll(() =>
    fresh.run(`var list = platform.phone_numbers.list(), calls = platform.compat.calls.list(), page = list.then((one) => one);
var made = platform.queues.create({ name: 'a' }), story = sandbox.ring((await list).data[0].number);
await page; await made; await story`),
  );

  it.each([
    ['list.map(String)', '(await list).data.map'],
    ['list.forEach(String)', '(await list).data.forEach'],
    ['list.length', '(await list).data.length'],
    ['list[0].id', '(await list).data[0].id'],
    ['list.data.map(String)', '(await list).data.map'],
    ['calls.map(String)', '(await calls).calls.map'],
    ['page.map(String)', '(await page).data.map'],
    ['made.name', '(await made).friendly_name'],
    ['made.max_sise', '(await made).max_size'],
    ['story.id', '(await story).call_id'],
    ['story.absent', 'await story'],
  ])('is awaited with the member of its value: %s', async (source, fix) =>
    expect(await answerTo(source)).toEqual([`${/^\w+/.exec(source)?.[0]} is a promise. Await it: ${fix}`]),
  );

  it.each([
    ['(await list).map(String)', 'the rows are in .data: (await list).data'],
    ['(await list).length', 'the rows are in .data: (await list).data'],
    ['[...await calls]', 'the rows are in .calls: (await calls).calls'],
  ])('has its rows in a field: %s', async (source, hint) => expect((await answerTo(source)).join()).toContain(hint));
});

it.each(['sandbox.journal', 'sandbox.inbox', 'sandbox.callbacks', 'agent.tools'])('%s is a property', async (path) =>
  expect(await hints(`${path}()`)).toBe(`${path} is a property. Leave out the brackets: ${path}`),
);

it('suggests the number of an object that is rung', async () => {
  expect(await hints('await sandbox.ring(desk)')).toBe('try: await sandbox.ring(desk.number)');
  expect(await hints('sandbox.ring(numbers[0])')).toContain('try: await sandbox.ring(numbers[0].number)');
  expect(await hints('await sandbox.ring(script)')).toBe('');
});

// What is right, or wrong in another way, gets none of these hints.
it.each([
  ["[{ name: 'a' }].filter((n) => n.name === 'b')", 'assigns'],
  ['let found; if ((found = desk)) 1', 'assigns'],
  ['[1].map((n) => (n = 2))', 'assigns'],
  ['await story(1)', 'promise'],
  ['calm(platform.queues.list()); nothing.field', 'promise'],
  ['desk.absent.field', 'list'],
  ['const { a = 1 } = {}; const = 2', 'colon'],
])('%s does not mention %s', async (source, word) => expect(await hints(source)).not.toContain(word));

class Own extends SkillBase {
  static override SKILL_NAME = 'own';
  static override SKILL_DESCRIPTION = 'Own.';
  setup = () => true;
  register_tools() {}
}
const wrong = (value: unknown) => value as never;

it.each([
  ['a skill that is created by hand', () => new Own(wrong(undefined)), 'use agent.add_skill'],
  ['a name of a data map with a blank', () => new DataMap('ask quiz'), 'name must consist of letters, digits, _ and -'],
  [
    'a type that JSON has not',
    () => new DataMap('a').parameter('x', 'text', 'X'),
    'type must be one of string, number',
  ],
  [
    'an address in place of a method',
    () => new DataMap('a').webhook('https://a.b', 'GET'),
    'method must be one of GET, POST',
  ],
  [
    'a text in place of a result',
    () => new DataMap('a').webhook('GET', 'https://a.b').output(wrong('x')),
    'output(result): result must be a FunctionResult',
  ],
  [
    'a pattern in place of a test',
    () => new DataMap('a').expression(wrong(/a/), 'b', new FunctionResult('c')),
    'test must be a string',
  ],
  ['the text of a ticket', () => importCase(wrong('text')), 'inputs must be a list'],
  ['a misspelt option', () => createSandbox(wrong({ form: 1 })), 'unknown option form. Did you mean from?'],
])('refuses %s', (_, run, message) => expect(run).toThrow(message));

it.each([
  ['explain', explain],
  ['minimize', minimize],
  ['replay', replay],
  ['exportCase', exportCase],
])('%s refuses a text', async (name, run) => {
  const called = async () => (run as (text: unknown) => unknown)('text');
  await expect(called()).rejects.toThrow(`${name}(recording`);
});

it.each([
  ['await agent.call_tool(agent.tools[0], {})', 'name must be the name of a tool'],
  ["agent.define_data_map('ask')", 'map must be a DataMap'],
  ['await sandbox.ring(desk)', 'number must be a string in E.164'],
])('%s fails: %s', async (source, message) => {
  const outcome = await bench.run(source);
  expect(outcome.ok ? '' : String(outcome.error)).toContain(message);
});
