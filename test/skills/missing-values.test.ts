// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the platform, not of the language
import { describe, expect, it } from 'vitest';
import { Agent, DataMap, FunctionResult, TransportFault } from '../../src/skills/index.js';
import { registryWith } from './example-skills.js';

/** An agent with a data map, whose service answers with `body`. */
function agentWith(map: DataMap, body: unknown = {}) {
  const send = async () => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) });
  const agent = new Agent({ registry: registryWith(), env: {}, transport: { send } });
  agent.define_data_map(map);
  const warnings: string[] = [];
  agent.on('log', ({ level, message }) => void (level === 'warn' && warnings.push(message)));
  return { agent, warnings };
}

const withOutput = (response: string) =>
  new DataMap('joke')
    .parameter('name', 'string', 'Whom.')
    .webhook('GET', 'https://jokes.example/${args.name}')
    .output(new FunctionResult(response));

describe('a template path without a value is logged with the nearest path', () => {
  it.each([
    ['a similar field', '${response.jok}', { joke: 'Ha.' }, 'response.joke'],
    ['a similar field, without the prefix', '${data.jok}', { data: { joke: 'Ha.' } }, 'data.joke'],
    ['the same field elsewhere', '${response.joke}', [{ joke: 'Ha.' }], 'response[0].joke'],
    ['the same field, deeper', '${joke}', { data: { joke: 'Ha.' } }, 'data.joke'],
    ['a field of a list', '${response.list[0].jok}', { list: [{ joke: 'Ha.' }] }, 'response.list[0].joke'],
    ['an argument', '${args.nmae}', {}, 'args.name'],
    ['a modifier', '${enc:response.jok}', { joke: 'Ha.' }, 'response.joke'],
  ])('%s', async (_, template, body, meant) => {
    const { agent, warnings } = agentWith(withOutput(template), body);
    await agent.call_tool('joke', { name: 'Ann' });
    const path = template.slice(2, -1).replace('enc:', '');
    expect(warnings).toEqual([`joke: \${${path}} has no value. Did you mean \${${meant}}?`]);
  });

  it('also if the call fails', async () => {
    const send = () => Promise.reject(new TransportFault('miss', 'not recorded'));
    const agent = new Agent({ registry: registryWith(), env: {}, transport: { send } });
    const map = new DataMap('joke').parameter('name', 'string', 'Whom.');
    agent.define_data_map(map.webhook('GET', 'https://jokes.example/${args.nmae}'));
    const warnings: string[] = [];
    agent.on('log', ({ message }) => void warnings.push(message));
    await expect(agent.call_tool('joke', { name: 'Ann' })).rejects.toThrow('not recorded');
    expect(warnings).toContain('joke: ${args.nmae} has no value. Did you mean ${args.name}?');
  });

  it('or without one, if there is none', async () => {
    const { agent, warnings } = agentWith(withOutput('${response.foo} ${response.foo}'), { joke: 'Ha.' });
    await agent.call_tool('joke', { name: 'Ann' });
    expect(warnings).toEqual(['joke: ${response.foo} has no value']);
  });

  it('also if it is the list of a foreach', async () => {
    const map = withOutput('${text}').foreach({ input_key: 'jokez', output_key: 'text', append: '${this.text}' });
    const { agent, warnings } = agentWith(map, { jokes: [{ text: 'Ha.' }] });
    await agent.call_tool('joke', { name: 'Ann' });
    expect(warnings).toEqual(['joke: ${jokez} has no value. Did you mean ${jokes}?']);
  });
});

describe('no warning', () => {
  it.each([
    ['a value that is empty, zero, false or null', '${response.a}${response.b}${response.c}${response.d}', {}],
    ['an optional argument that is absent', '${args.name}', {}],
  ])('for %s', async (_, template, args) => {
    const { agent, warnings } = agentWith(withOutput(template), { a: '', b: 0, c: false, d: null });
    await agent.call_tool('joke', args);
    expect([warnings, agent.explain('joke', args).warnings]).toEqual([[], undefined]);
  });

  it('for a rule that tests whether a value is absent', async () => {
    const map = withOutput('Ha.').webhook_expressions([
      { string: '${response.error}', pattern: '.', output: new FunctionResult('It failed.') },
    ]);
    const { agent, warnings } = agentWith(map);
    expect((await agent.call_tool('joke', {})).response).toBe('Ha.');
    expect(warnings).toEqual([]);
  });
});

describe('explain shows the paths that no call can fill in', () => {
  const warningsOf = (map: DataMap, args = {}) =>
    agentWith(map).agent.explain(map.to_swaig_function().function, args).warnings;

  it('in the request, in outputs and in rules', () => {
    const map = new DataMap('order')
      .parameter('number', 'string', 'The number.')
      .expression('${args.numbr}', 'x', new FunctionResult('No ${args.number.first}.'))
      .webhook('POST', 'https://orders.example/${number}', { 'x-id': '${args.id}' })
      .body({ id: '${global_data.id}', after: '${response.id}' })
      .output(new FunctionResult('${args.nmber} ${anything.else} ${array[0].id} ${reponse.id}'));
    expect(warningsOf(map)).toEqual([
      '${args.numbr} has no value. Did you mean ${args.number}?',
      '${args.number.first} has no value',
      '${number} has no value. Did you mean ${args.number}?',
      '${args.id} has no value',
      '${response.id} has no value',
      '${args.nmber} has no value. Did you mean ${args.number}?',
      '${reponse.id} has no value. Did you mean ${response.id}?',
      '${global_data.id} has no value',
    ]);
  });

  it('with the fields of a schema', () => {
    const map = new DataMap('order')
      .parameter('items', 'array', 'Without a schema.')
      .webhook('GET', 'https://a.example');
    expect(warningsOf(map.output(new FunctionResult('${args.items[3].name.first}')))).toBeUndefined();
  });
});

it('names a path as the call filled it in', async () => {
  const { agent, warnings } = agentWith(withOutput('${response.${args.name}}'), {});
  await agent.call_tool('joke', { name: 'field' });
  expect(warnings).toEqual(['joke: ${response.field} has no value']);
});

it('shows a template with too many levels as a warning of the agent', () => {
  const { agent } = agentWith(withOutput('${'.repeat(60)));
  expect(agent.warnings).toContainEqual(expect.stringContaining('levels of nesting'));
});
