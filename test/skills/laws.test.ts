import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import type { Transport } from '../../src/http/index.js';
import { schemaProblems } from '../../src/skills/contract/parameter-schema.js';
import { Agent, SkillBase, type SkillClass, type SkillExample } from '../../src/skills/index.js';
import { Greeter, registryWith } from './example-skills.js';
import { recorded } from './stand-ins.js';

const registry = registryWith(Greeter);
const names = (await registry.list_skills()).map(({ name }) => name);
const classes = await Promise.all(names.map(async (name) => (await registry.get_skill_class(name)) as SkillClass));

/** Skills that send requests while loading, because a server defines their tools. */
const NETWORKED = ['mcp_gateway'];
/** Skills whose tools have names from other parameters, or from a server. */
const OWN_NAMES = ['maps', 'mcp_gateway'];
/** Other skills send no request while loading. */
const noNetwork = {
  send: () => {
    throw new Error('a skill sent a request while it was loading');
  },
};
const transportOf = (name: string) => (NETWORKED.includes(name) ? recorded(name, 'success', [], 'endless') : noNetwork);
const agentWith = (transport: Transport) =>
  new Agent({ registry, env: {}, transport, now: () => new Date('2024-07-05T23:30:05Z') });

/** Returns a valid value for each required parameter. The example has the values that cannot be generated. */
function requiredParams(skill: SkillClass): Record<string, unknown> {
  const valid = { string: 'value', integer: 1, number: 1, boolean: true, object: { key: 'value' }, array: ['value'] };
  const required = Object.entries(skill.get_parameter_schema()).filter(
    ([, entry]) => entry.required || entry.required_without,
  );
  const made = required.map(([name, entry]) => [name, entry.enum?.[0] ?? valid[entry.type]]);
  return { ...Object.fromEntries(made), ...skill.EXAMPLE?.params };
}

it('gives every skill a unique name', () => {
  expect(new Set(names).size).toBe(names.length);
});

const CLASSES = classes.map((skill) => ({ name: skill.SKILL_NAME, skill }));
const agentOf = (name: string) => agentWith(transportOf(name));

describe.each(CLASSES)('$name', ({ name, skill }) => {
  it('describes itself and every parameter, with valid defaults', () => {
    const schema = skill.get_parameter_schema();
    expect(skill.SKILL_DESCRIPTION).not.toBe('');
    expect(skill.SKILL_VERSION).toMatch(/^\d+\.\d+\.\d+$/);
    expect(schemaProblems(schema)).toEqual([]);
    expect(Object.keys(schema)).toEqual(expect.arrayContaining(['tool_name', 'swaig_fields', 'skip_prompt']));
    expect(new skill(agentOf(name), requiredParams(skill)).problems).toEqual([]);
  });

  it('never throws for its parameters, and returns false from setup() without the required ones', async () => {
    const hasRequired = Object.keys(requiredParams(skill)).length > 0;
    expect(await new skill(agentOf(name), {}).setup()).toBe(!hasRequired);
    for (const hostile of [null, 5, [], 'text', { tool_name: [], swaig_fields: 'x', skip_prompt: {} }]) {
      expect(await new skill(agentOf(name), hostile as never).setup()).toBe(hostile === null && !hasRequired);
    }
  });

  it('has an example with one of its tools and without secrets', async () => {
    const { tool, args, params } = skill.EXAMPLE as SkillExample;
    const agent = agentOf(name);
    await agent.add_skill(name, requiredParams(skill));
    expect(agent.explain(tool, args)).toMatchObject({ tool });
    const hidden = Object.entries(skill.get_parameter_schema()).filter(([, entry]) => entry.hidden);
    for (const [parameter] of hidden) expect(params ?? {}).not.toHaveProperty(parameter);
  });

  it('has the instance key of the specification', () => {
    const keyOf = (params: Record<string, unknown>) =>
      new skill(agentOf(name), { ...requiredParams(skill), ...params }).get_instance_key();
    const { default: usual = name } = skill.get_parameter_schema().tool_name ?? {};
    const isSingle = !skill.SUPPORTS_MULTIPLE_INSTANCES;
    expect(keyOf({})).toBe(isSingle ? name : `${name}_${usual}`);
    expect(keyOf({ prefix: 'a', tool_prefix: 'b' })).toBe(keyOf({}));
    expect(keyOf({ tool_name: 'other' })).toBe(isSingle ? name : `${name}_other`);
  });

  it('does not change the object of the caller', () => {
    const params = Object.freeze({
      ...requiredParams(skill),
      swaig_fields: Object.freeze({ wait: Object.freeze({ file: 'a' }) }),
    });
    const made = new skill(agentOf(name), params);
    expect(made.swaig_fields).toEqual({ wait: { file: 'a' } });
    expect(made.swaig_fields).not.toBe(params.swaig_fields);
    expect(made.params).not.toHaveProperty('swaig_fields');
  });
});

describe.each(CLASSES)('the tools and the removal of $name', ({ name, skill }) => {
  it('defines tools, and adds swaig_fields to each', async () => {
    const agent = agentOf(name);
    await agent.add_skill(name, {
      ...requiredParams(skill),
      swaig_fields: { wait_file: 'tone.mp3', name: 'taken', handler: 1 },
    });
    expect(agent.tools.length).toBeGreaterThan(0);
    for (const tool of agent.tools)
      expect(tool).toMatchObject({ fields: { wait_file: 'tone.mp3' }, skill: agent.list_skills()[0] });
    expect(agent.tools.map((tool) => tool.name)).not.toContain('taken');
  });

  it('merges the description of swaig_fields into its tools, and uses its tool_name', async () => {
    const agent = agentOf(name);
    const swaig_fields = { description: 'Described by the caller.' };
    await agent.add_skill(name, { ...requiredParams(skill), swaig_fields, tool_name: 'mine' });
    expect(new Set(agent.tools.map(({ description }) => description))).toEqual(new Set([swaig_fields.description]));
    if (OWN_NAMES.includes(name)) return;
    for (const tool of agent.tools) expect(tool.name).toMatch(/^mine(_|$)/);
  });

  it('adds no prompt section if skip_prompt is set', async () => {
    const agent = agentOf(name);
    await agent.add_skill(name, { ...requiredParams(skill), skip_prompt: true });
    expect(agent.prompt_sections).toEqual([]);
    expect(new skill(agentOf(name), { ...requiredParams(skill), skip_prompt: 'true' }).get_prompt_sections()).toEqual(
      [],
    );
  });

  it('removes everything that it added', async () => {
    const agent = agentOf(name);
    agent.add_hints(['mine', 'hello']);
    agent.update_global_data({ greeter_ready: false, mine: 1 });
    agent.prompt_add_section({ title: 'Mine' });
    const before = state(agent);
    await agent.add_skill(name, requiredParams(skill));
    expect(state(agent)).not.toEqual(before);
    expect(await agent.remove_skill(name)).toBe(true);
    expect(state(agent)).toEqual(before);
  });

  it('is cleaned up once when it is removed or when its agent closes', async () => {
    const cleanup = vi.spyOn(skill.prototype, 'cleanup');
    const agent = agentOf(name);
    await agent.add_skill(name, requiredParams(skill));
    await agent.remove_skill(name);
    await agent.close();
    expect(cleanup).toHaveBeenCalledTimes(1);
    const other = agentOf(name);
    await other.add_skill(name, requiredParams(skill));
    await Promise.all([other.close(), other.close()]);
    expect(cleanup).toHaveBeenCalledTimes(2);
  });

  it('shares no object between instances', async () => {
    const params = { ...requiredParams(skill), swaig_fields: { wait: { file: 'tone.mp3' } } };
    const agents = [agentOf(name), agentOf(name)] as const;
    for (const agent of agents) await agent.add_skill(name, params);
    const [one, two] = agents.map((agent) => objectsIn([agent.tools, agent.prompt_sections, agent.global_data]));
    expect(one?.size).toBeGreaterThan(0);
    expect([...(one ?? [])].filter((object) => two?.has(object))).toEqual([]);
  });

  it('loads once, or several times under different tool names', async () => {
    const agent = agentOf(name);
    const key = await agent.add_skill(name, requiredParams(skill));
    await expect(agent.add_skill(name, requiredParams(skill))).rejects.toThrow(`${key} is already loaded`);
    const another = agent.add_skill(name, { ...requiredParams(skill), tool_name: 'another' });
    if (skill.SUPPORTS_MULTIPLE_INSTANCES) expect(await another).toBe(`${name}_another`);
    else await expect(another).rejects.toThrow('It cannot be loaded twice');
  });

  it('shows no hidden value in its errors, logs, schema and tools', async () => {
    const hidden = Object.entries(skill.get_parameter_schema()).filter(([, entry]) => entry.hidden);
    const secrets = Object.fromEntries(
      hidden.map(([param, { type }]) => [
        param,
        type === 'object' ? { key: `secret-of-${param}` } : `secret-of-${param}`,
      ]),
    );
    const agent = agentOf(name);
    await agent.add_skill(name, { ...requiredParams(skill), ...secrets });
    const { tool, args } = skill.EXAMPLE as SkillExample;
    const visible = [
      agent.tools,
      agent.document(),
      agent.explain(tool, args),
      agent.global_data,
      agent.prompt_sections,
    ];
    expect(JSON.stringify(visible)).not.toContain('secret-of');
    const made = new skill(agentOf(name), { ...requiredParams(skill), ...secrets });
    const shown = [made.redact(JSON.stringify(secrets)), JSON.stringify(made), inspect(made, { depth: 9 })];
    for (const text of shown) expect(text).not.toContain('secret-of');
    expect(JSON.stringify(skill.get_parameter_schema())).not.toContain('secret-of');
  });
});

it('derives every skill from SkillBase', () => {
  for (const skill of classes) expect(skill.prototype).toBeInstanceOf(SkillBase);
});

function objectsIn(value: unknown, seen = new Set<unknown>()): Set<unknown> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return seen;
  seen.add(value);
  for (const item of Object.values(value)) objectsIn(item, seen);
  return seen;
}

const state = (agent: Agent) => ({
  skills: agent.list_skills(),
  tools: agent.tools,
  hints: agent.hints,
  data: agent.global_data,
  sections: agent.prompt_sections,
});
