import { expect, it } from 'vitest';
import { BUILT_IN } from '../../src/skills/builtin/index.js';
import { createRegistry, SkillBase, type SkillClass } from '../../src/skills/index.js';
import { SkillRegistry } from '../../src/skills/registry/registry.js';
import { Greeter, registryWith, skillThat } from './example-skills.js';

it('describes every skill with its parameters and its source', async () => {
  const schema = await registryWith(Greeter).get_all_skills_schema();
  expect(Object.keys(schema)).toEqual([...Object.keys(BUILT_IN), 'greeter']);
  expect(schema.datetime).toEqual({
    name: 'datetime',
    description: expect.any(String),
    version: '1.0.0',
    supports_multiple_instances: false,
    required_packages: ['pytz'],
    required_env_vars: [],
    env_vars: [],
    keys: [],
    parameters: SkillBase.get_parameter_schema(),
    source: 'built-in',
  });
  expect(schema.greeter).toMatchObject({ source: 'registered', parameters: { api_key: { hidden: true } } });
});

/** A class that lacks these members, as one in JavaScript may. */
function lacking(...members: readonly string[]): SkillClass {
  class Lacking extends Greeter {
    static override SKILL_NAME = 'lacking';
  }
  for (const name of members) {
    const target = name.startsWith('SKILL') ? Lacking : Lacking.prototype;
    Object.defineProperty(target, name, { value: undefined });
  }
  return Lacking;
}

it('lists in the same order each time, built-in skills first', async () => {
  const registry = registryWith(skillThat({}, 'zebra'), skillThat({}, 'ape'));
  expect((await registry.list_skills()).map(({ name }) => name)).toEqual([...Object.keys(BUILT_IN), 'zebra', 'ape']);
  expect(await registry.discover_skills()).toEqual(await registry.list_skills());
});

it('returns the source of each skill without loading it', async () => {
  const registry = new SkillRegistry({ heavy: () => Promise.reject(new Error('loaded')) });
  registry.register_skill(Greeter);
  expect(await registry.list_all_skill_sources()).toEqual({
    'built-in': ['heavy'],
    external_paths: [],
    entry_points: [],
    registered: ['greeter'],
  });
});

it('loads only the requested class', async () => {
  const registry = new SkillRegistry({ heavy: () => Promise.reject(new Error('loaded')) });
  registry.register_skill(Greeter);
  expect(await registry.get_skill_class('greeter')).toBe(Greeter);
  expect(await registry.get_skill_class('toString')).toBeUndefined();
  await expect(registry.get_skill_class('heavy')).rejects.toThrow('loaded');
});

it('keeps registries separate', async () => {
  registryWith(Greeter);
  expect(await createRegistry().get_skill_class('greeter')).toBeUndefined();
});

it.each([
  ['no base class', class {} as unknown as SkillClass, 'a class that extends SkillBase'],
  ['the base itself', SkillBase as unknown as SkillClass, 'a class that extends SkillBase'],
  ['no name', skillThat({}, ''), 'must define SKILL_NAME'],
  [
    'only a name',
    lacking('SKILL_DESCRIPTION', 'setup', 'register_tools'),
    'the class Lacking must define SKILL_DESCRIPTION, setup(), register_tools()',
  ],
  ['no setup', lacking('setup'), 'the class Lacking must define setup()'],
  ['no register_tools', lacking('register_tools'), 'the class Lacking must define register_tools()'],
  [
    'a name of two words',
    skillThat({}, 'a b'),
    'a skill name must consist of letters, digits and _, and start with no digit, got "a b"',
  ],
  [
    'a schema without the common parameters',
    class extends skillThat({}) {
      static override get_parameter_schema = () => ({});
    },
    'the parameter schema lacks the common parameter tool_name',
  ],
  ['the name of a built-in skill', skillThat({}, 'datetime'), 'is built in'],
  ['a name that is in use', skillThat({}, 'greeter'), 'is already registered'],
])('rejects a class with %s', (_, skill, message) => {
  expect(() => registryWith(Greeter).register_skill(skill)).toThrow(message);
});

it('accepts the same class twice', () => {
  expect(() => registryWith(Greeter).register_skill(Greeter)).not.toThrow();
});

it('rejects an invalid schema', () => {
  class Odd extends Greeter {
    static override PARAMETERS = { size: { type: 'int', description: '' } } as never;
  }
  expect(() => registryWith(Odd)).toThrow(
    'parameter size has the unknown type "int"; parameter size has no description',
  );
});
