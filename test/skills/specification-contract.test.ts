import { describe, expect, it, vi } from 'vitest';
import { Agent, FunctionResult, type ParameterEntry, SkillBase, SkillRegistry } from '../../src/skills/index.js';

/** The least that a skill needs. */
class Plain extends SkillBase {
  static override SKILL_NAME = 'plain';
  static override SKILL_DESCRIPTION = 'Does nothing.';
  setup(): boolean | Promise<boolean> {
    return true;
  }
  register_tools(): void {
    this.define_tool({ name: 'wait', description: 'Wait.', handler: () => 'done' });
  }
}

/** An agent that has loaded a skill. */
async function loaded(skill: typeof Plain, params: object = {}, env: Record<string, string> = {}) {
  const registry = new SkillRegistry({});
  registry.register_skill(skill);
  const agent = new Agent({ registry, env });
  await agent.add_skill('plain', { ...params });
  return agent;
}

describe('class attributes', () => {
  it.each([
    ['SKILL_VERSION', '1.0.0'],
    ['REQUIRED_PACKAGES', []],
    ['REQUIRED_ENV_VARS', []],
    ['SUPPORTS_MULTIPLE_INSTANCES', false],
  ] as const)('%s has its default', (attribute, value) => {
    expect(SkillBase[attribute]).toEqual(value);
  });

  it.each(['SKILL_NAME', 'SKILL_DESCRIPTION'] as const)('%s has no default, and is required', (attribute) => {
    expect(SkillBase[attribute]).toBe('');
    class Nameless extends Plain {}
    Nameless[attribute] = '';
    expect(() => new SkillRegistry({}).register_skill(Nameless)).toThrow(attribute);
  });
});

describe('an instance', () => {
  const agent = new Agent({ env: {} });

  it('keeps its agent and its parameters', () => {
    const skill = new Plain(agent, { size: 2 });
    expect(skill.agent).toBe(agent);
    expect(skill.params).toMatchObject({ size: 2 });
  });

  it('needs no parameters', () => {
    expect(new Plain(agent).problems).toEqual([]);
    expect(new Plain(agent, null).problems).toEqual([]);
  });

  it('takes swaig_fields out of its parameters', () => {
    const skill = new Plain(agent, { swaig_fields: { wait_file: 'a.mp3' } });
    expect(skill.swaig_fields).toEqual({ wait_file: 'a.mp3' });
    expect(skill.params).not.toHaveProperty('swaig_fields');
    expect(new Plain(agent).swaig_fields).toEqual({});
  });

  it('has a logger', () => {
    const logs: string[] = [];
    const talking = new Agent({ env: {} });
    talking.on('log', ({ level, message }) => logs.push(`${level} ${message}`));
    const { logger } = new Plain(talking);
    for (const level of ['debug', 'info', 'warn', 'error'] as const) logger[level]('x');
    expect(logs).toEqual(['debug plain: x', 'info plain: x', 'warn plain: x', 'error plain: x']);
  });
});

describe('operations', () => {
  it('setup() decides whether the skill loads', async () => {
    class Broken extends Plain {
      override setup() {
        return Promise.resolve(false);
      }
    }
    expect((await loaded(Plain)).list_skills()).toEqual(['plain']);
    await expect(loaded(Broken)).rejects.toThrow('setup() returned false');
  });

  it('register_tools() adds the tools to the agent', async () => {
    expect((await loaded(Plain)).tools.map(({ name }) => name)).toEqual(['wait']);
  });

  it('define_tool() merges swaig_fields into the tool of the agent', async () => {
    const { tools } = await loaded(Plain, { swaig_fields: { wait_file: 'a.mp3' } });
    expect(tools).toMatchObject([{ name: 'wait', fields: { wait_file: 'a.mp3' } }]);
  });

  it('get_hints(), get_global_data() and get_prompt_sections() add nothing by default', async () => {
    const { hints, global_data, prompt_sections } = await loaded(Plain);
    expect([hints, global_data, prompt_sections]).toEqual([[], {}, []]);
  });

  class Rich extends Plain {
    override get_hints() {
      return ['word'];
    }
    override get_global_data() {
      return { ready: true };
    }
    override get_prompt_sections() {
      return [{ title: 'Plain', body: 'Text.' }];
    }
  }

  it('get_hints() adds speech hints to the agent', async () => {
    expect((await loaded(Rich)).hints).toEqual(['word']);
  });

  it('get_global_data() adds to the data of the agent', async () => {
    expect((await loaded(Rich)).global_data).toEqual({ ready: true });
  });

  it('get_prompt_sections() adds to the prompt, unless skip_prompt is set', async () => {
    expect((await loaded(Rich)).prompt_sections).toEqual([{ title: 'Plain', body: 'Text.' }]);
    expect((await loaded(Rich, { skip_prompt: true })).prompt_sections).toEqual([]);
  });

  it.each([
    ['the skill is removed', (agent: Agent) => agent.remove_skill('plain')],
    ['the agent closes', (agent: Agent) => agent.close()],
  ])('cleanup() runs when %s', async (_, end) => {
    const cleanup = vi.fn();
    class Tidy extends Plain {
      override cleanup = cleanup;
    }
    await end(await loaded(Tidy));
    expect(cleanup).toHaveBeenCalledTimes(1);
  });
});

describe('operations on requirements and data', () => {
  it('validate_env_vars() checks that every variable is set', () => {
    class Needy extends Plain {
      static override REQUIRED_ENV_VARS = ['ONE', 'TWO'];
    }
    expect(new Needy(new Agent({ env: { ONE: '1', TWO: '2' } })).validate_env_vars()).toBe(true);
    expect(new Needy(new Agent({ env: { ONE: '1' } })).validate_env_vars()).toBe(false);
  });

  it('validate_packages() checks that every package is available', () => {
    class Needy extends Plain {
      static override REQUIRED_PACKAGES = ['vitest'];
    }
    class Needier extends Plain {
      static override REQUIRED_PACKAGES = ['vitest', 'no-such-package'];
    }
    const agent = new Agent({ env: {} });
    expect(new Needy(agent).validate_packages()).toBe(true);
    expect(new Needier(agent).validate_packages()).toBe(false);
  });

  it('get_instance_key() is the name of a skill with one instance', () => {
    expect(new Plain(new Agent({ env: {} }), { tool_name: 'other' }).get_instance_key()).toBe('plain');
  });

  it('get_instance_key() adds the tool name to a skill with several instances', () => {
    class Several extends Plain {
      static override SUPPORTS_MULTIPLE_INSTANCES = true;
    }
    const agent = new Agent({ env: {} });
    expect(new Several(agent, { tool_name: 'other' }).get_instance_key()).toBe('plain_other');
    expect(new Several(agent).get_instance_key()).toBe('plain_plain');
  });

  it('update_skill_data() stores what get_skill_data() reads, and returns the result', () => {
    const skill = new Plain(new Agent({ env: {} }));
    const result = new FunctionResult('ok');
    expect(skill.update_skill_data(result, { count: 1 })).toBe(result);
    const [action] = result.action;
    expect(skill.get_skill_data({ global_data: action?.set_global_data })).toEqual({ count: 1 });
    expect(skill.get_skill_data({ global_data: {} })).toEqual({});
  });

  it('get_parameter_schema() has the common parameters by name', () => {
    const schema = SkillBase.get_parameter_schema();
    expect(Object.entries(schema).map(([name, { type }]) => [name, type])).toEqual([
      ['tool_name', 'string'],
      ['swaig_fields', 'object'],
      ['skip_prompt', 'boolean'],
    ]);
  });
});

describe('a parameter', () => {
  /** The problems of one value for a parameter `p`. */
  const problems = (entry: Partial<ParameterEntry>, value: unknown, env: Record<string, string> = {}) => {
    class Taking extends Plain {
      static override PARAMETERS = { p: { type: 'string', description: 'A value.', ...entry } as const };
    }
    return new Taking(new Agent({ env }), { p: value }).problems;
  };

  it.each([
    ['string', 'a', {}],
    ['integer', 1, 1.5],
    ['number', 1.5, 'x'],
    ['boolean', true, 'x'],
    ['object', {}, 5],
    ['array', [], 5],
  ] as const)('can have the type %s', (type, good, bad) => {
    expect(problems({ type }, good)).toEqual([]);
    expect(problems({ type }, bad)).toEqual([expect.stringContaining(`p must be a`)]);
  });

  it('has a text that describes it', () => {
    expect(() => {
      class Mute extends Plain {
        static override PARAMETERS = { p: { type: 'string', description: '' } as const };
      }
      new SkillRegistry({}).register_skill(Mute);
    }).toThrow('parameter p has no description');
  });

  it('can have a default', () => {
    class Taking extends Plain {
      static override PARAMETERS = { p: { type: 'string', description: 'A value.', default: 'd' } as const };
    }
    expect(new Taking(new Agent({ env: {} })).params).toMatchObject({ p: 'd' });
  });

  it('is required only if its entry says so', () => {
    expect(problems({}, undefined)).toEqual([]);
    expect(problems({ required: true }, undefined)).toEqual(['p is required']);
  });

  it('is left out of messages if it is hidden', () => {
    expect(problems({ type: 'integer', hidden: true }, 'secret')).toEqual(['p must be an integer']);
    expect(problems({ type: 'integer' }, 'open')).toEqual(['p must be an integer, got "open"']);
  });

  it('can come from an environment variable', () => {
    expect(problems({ required: true, env_var: 'P' }, undefined, { P: 'x' })).toEqual([]);
    expect(problems({ required: true, env_var: 'P' }, undefined)).toEqual(['p is required (or set P)']);
  });

  it('can be one of some values', () => {
    expect(problems({ enum: ['a', 'b'] }, 'a')).toEqual([]);
    expect(problems({ enum: ['a', 'b'] }, 'zzz')).toEqual(['p must be one of a, b, got "zzz"']);
  });

  it('can have a minimum and a maximum', () => {
    expect([1, 2, 3, 4].map((value) => problems({ type: 'integer', min: 2, max: 3 }, value)[0])).toEqual([
      'p must be at least 2, got 1',
      undefined,
      undefined,
      'p must be at most 3, got 4',
    ]);
  });
});
