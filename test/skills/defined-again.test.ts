import { expect, it } from 'vitest';
import { Agent, createRegistry, DataMap, FunctionResult, type SkillBase } from '../../src/skills/index.js';
import { skillThat } from './example-skills.js';

// In a session people run a cell again: what they define twice takes the place of what was there.
function session() {
  const told: string[] = [];
  const replaced = (what: string) => void told.push(what);
  const registry = createRegistry({ replaced });
  return { told, registry, agent: new Agent({ registry, replaced }) };
}

const tool = (word: string, name = 'say') => ({ name, description: 'Say it.', handler: () => word });
const said = async (agent: Agent) => (await agent.call_tool('say')).response;
const sayer = (word: string, steps: Partial<Pick<SkillBase, 'setup' | 'cleanup'>> = {}) =>
  skillThat(
    {
      ...steps,
      register_tools() {
        this.define_tool(tool(word));
      },
      get_hints: () => [word],
    },
    'sayer',
  );

it('takes the later tool of the same name', async () => {
  const { agent, told } = session();
  for (const [word, name] of [['one'], ['else', 'other'], ['two']]) agent.define_tool(tool(String(word), name));
  expect(await said(agent)).toBe('two');
  expect(agent.tools.map(({ name }) => name)).toEqual(['say', 'other']);
  expect(told).toEqual(['tool say: the new definition takes the place of the one before']);
});

it('takes the later data map of the same name', async () => {
  const { agent } = session();
  const map = (word: string) => new DataMap('say').purpose('Say it.').expression('x', /x/, new FunctionResult(word));
  for (const word of ['one', 'two']) agent.define_data_map(map(word));
  expect(await said(agent)).toBe('two');
});

it('loads a skill anew under its key, and tidies up behind the one before', async () => {
  const { agent, registry, told } = session();
  const gone: string[] = [];
  registry.register_skill(sayer('one', { cleanup: () => void gone.push('one') }));
  await agent.add_skill('sayer');
  registry.register_skill(sayer('two', { cleanup: () => void gone.push('two') }));
  expect(await said(agent)).toBe('one');
  expect(await agent.add_skill('sayer')).toBe('sayer');
  expect([await said(agent), agent.list_skills(), agent.hints, gone]).toEqual(['two', ['sayer'], ['two'], ['one']]);
  expect(told).toEqual([
    'skill "sayer" is registered anew; what is loaded of it stays as it is until add_skill loads it again',
    'sayer is loaded anew, in place of the one before',
  ]);
});

it('keeps the skill that is there when its successor does not load', async () => {
  const { agent, registry } = session();
  registry.register_skill(sayer('one'));
  await agent.add_skill('sayer');
  registry.register_skill(sayer('two', { setup: () => false }));
  await expect(agent.add_skill('sayer')).rejects.toThrow('setup() answered false');
  expect(await said(agent)).toBe('one');
});

it('keeps the successor when the one before fails to tidy up', async () => {
  const { agent, registry } = session();
  const logged: string[] = [];
  agent.on('log', ({ message }) => logged.push(message));
  registry.register_skill(sayer('one', { cleanup: () => Promise.reject(new Error('stuck')) }));
  await agent.add_skill('sayer');
  registry.register_skill(sayer('two'));
  await agent.add_skill('sayer');
  expect([await said(agent), logged]).toEqual(['two', [expect.stringContaining('stuck')]]);
});

it('has one of two that are loaded under one key at the same time', async () => {
  const { agent, registry } = session();
  registry.register_skill(sayer('one'));
  await Promise.all([agent.add_skill('sayer'), agent.add_skill('sayer')]);
  expect([agent.list_skills(), agent.tools.length]).toEqual([['sayer'], 1]);
});

it('still keeps apart what two of them define under one name', async () => {
  const { agent, registry } = session();
  registry.register_skill(sayer('one'));
  await agent.add_skill('sayer');
  expect(() => agent.define_tool(tool('mine'))).toThrow('tool say is defined already, by the skill sayer');
  expect(() => registry.register_skill(skillThat({}, 'math'))).toThrow('is built in');
});

it('is strict about all of it in a program, and says what to do', async () => {
  const registry = createRegistry();
  const agent = new Agent({ registry });
  registry.register_skill(sayer('one'));
  expect(() => registry.register_skill(sayer('two'))).toThrow('a skill called "sayer" is registered already');
  await agent.add_skill('sayer');
  await expect(agent.add_skill('sayer')).rejects.toThrow(
    'sayer is already loaded; It cannot be loaded twice; remove_skill("sayer") takes it out',
  );
  const quiz = { api_key: 'x', tool_name: 'ask' };
  await agent.add_skill('trivia', quiz);
  await expect(agent.add_skill('trivia', quiz)).rejects.toThrow(
    'trivia_ask is already loaded; give this instance another tool_name, or take out the other: remove_skill("trivia_ask")',
  );
  agent.define_tool(tool('one', 'own'));
  expect(() => agent.define_tool(tool('two', 'own'))).toThrow('tool own is defined twice');
});
