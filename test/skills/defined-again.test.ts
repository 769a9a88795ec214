import { expect, it } from 'vitest';
import { Agent, createRegistry, DataMap, FunctionResult, type SkillBase } from '../../src/skills/index.js';
import { skillThat } from './example-skills.js';

// Users run a notebook cell again. The second definition replaces the first.
function session() {
  const notices: string[] = [];
  const replaced = (what: string) => void notices.push(what);
  const registry = createRegistry({ replaced });
  return { notices, registry, agent: new Agent({ registry, replaced }) };
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

it('replaces a tool that is defined again', async () => {
  const { agent, notices } = session();
  for (const [word, name] of [['one'], ['else', 'other'], ['two']]) agent.define_tool(tool(String(word), name));
  expect(await said(agent)).toBe('two');
  expect(agent.tools.map(({ name }) => name)).toEqual(['say', 'other']);
  expect(notices).toEqual(['tool say was defined again. The new definition replaces the earlier one']);
});

it('replaces a data map that is defined again', async () => {
  const { agent } = session();
  const map = (word: string) => new DataMap('say').purpose('Say it.').expression('x', /x/, new FunctionResult(word));
  for (const word of ['one', 'two']) agent.define_data_map(map(word));
  expect(await said(agent)).toBe('two');
});

it('replaces a skill that is added again, and cleans up the replaced instance', async () => {
  const { agent, registry, notices } = session();
  const gone: string[] = [];
  registry.register_skill(sayer('one', { cleanup: () => void gone.push('one') }));
  await agent.add_skill('sayer');
  registry.register_skill(sayer('two', { cleanup: () => void gone.push('two') }));
  expect(await said(agent)).toBe('one');
  expect(await agent.add_skill('sayer')).toBe('sayer');
  expect([await said(agent), agent.list_skills(), agent.hints, gone]).toEqual(['two', ['sayer'], ['two'], ['one']]);
  expect(notices).toEqual([
    'skill "sayer" was registered again. Loaded instances stay unchanged until add_skill loads it again',
    'sayer was loaded again. The new instance replaces the earlier one',
  ]);
});

it('keeps the loaded skill if its replacement does not load', async () => {
  const { agent, registry } = session();
  registry.register_skill(sayer('one'));
  await agent.add_skill('sayer');
  registry.register_skill(sayer('two', { setup: () => false }));
  await expect(agent.add_skill('sayer')).rejects.toThrow('setup() returned false');
  expect(await said(agent)).toBe('one');
});

it('keeps the replacement if the cleanup of the replaced instance fails', async () => {
  const { agent, registry } = session();
  const logged: string[] = [];
  agent.on('log', ({ message }) => logged.push(message));
  registry.register_skill(sayer('one', { cleanup: () => Promise.reject(new Error('stuck')) }));
  await agent.add_skill('sayer');
  registry.register_skill(sayer('two'));
  await agent.add_skill('sayer');
  expect([await said(agent), logged]).toEqual(['two', [expect.stringContaining('stuck')]]);
});

it('keeps one instance if two loads of a key run at the same time', async () => {
  const { agent, registry } = session();
  registry.register_skill(sayer('one'));
  await Promise.all([agent.add_skill('sayer'), agent.add_skill('sayer')]);
  expect([agent.list_skills(), agent.tools.length]).toEqual([['sayer'], 1]);
});

it('rejects a tool name that another owner uses', async () => {
  const { agent, registry } = session();
  registry.register_skill(sayer('one'));
  await agent.add_skill('sayer');
  expect(() => agent.define_tool(tool('mine'))).toThrow('the tool say is already defined by the skill sayer');
  expect(() => registry.register_skill(skillThat({}, 'math'))).toThrow('is built in');
});

it('rejects replacements outside a session, and says what to do', async () => {
  const registry = createRegistry();
  const agent = new Agent({ registry });
  registry.register_skill(sayer('one'));
  expect(() => registry.register_skill(sayer('two'))).toThrow('a skill called "sayer" is already registered');
  await agent.add_skill('sayer');
  await expect(agent.add_skill('sayer')).rejects.toThrow(
    'sayer is already loaded. It cannot be loaded twice. To remove it, call remove_skill("sayer")',
  );
  const quiz = { api_key: 'x', tool_name: 'ask' };
  await agent.add_skill('trivia', quiz);
  await expect(agent.add_skill('trivia', quiz)).rejects.toThrow(
    'trivia_ask is already loaded. Give this instance another tool_name, or remove the other: remove_skill("trivia_ask")',
  );
  agent.define_tool(tool('one', 'own'));
  expect(() => agent.define_tool(tool('two', 'own'))).toThrow('the tool own is defined twice');
});
