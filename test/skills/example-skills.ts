import {
  FunctionResult,
  type ParameterSchema,
  SkillBase,
  type SkillClass,
  type SkillExample,
  SkillRegistry,
} from '../../src/skills/index.js';

/** A skill that uses every feature of the contract. */
export class Greeter extends SkillBase {
  static override SKILL_NAME = 'greeter';
  static override SKILL_DESCRIPTION = 'Greets people by name.';
  static override SUPPORTS_MULTIPLE_INSTANCES = true;
  static override EXAMPLE: SkillExample | undefined = { tool: 'greet', args: { name: 'Ann' } };
  static override PARAMETERS: ParameterSchema = {
    api_key: {
      type: 'string',
      description: 'Key of the service.',
      required: true,
      hidden: true,
      env_var: 'GREETER_KEY',
    },
    times: { type: 'integer', description: 'Number of greetings.', default: 1, min: 1, max: 3 },
    tone: { type: 'string', description: 'Tone of voice.', default: 'friendly', enum: ['friendly', 'formal'] },
    loud: { type: 'boolean', description: 'Shout.', default: false },
    names: { type: 'array', description: 'Known people.', default: [] },
  };

  setup(): boolean {
    return true;
  }

  register_tools(): void {
    const name = String(this.params.tool_name ?? 'greet');
    this.define_tool({
      name,
      description: 'Greet a person.',
      fillers: { 'en-US': ['One moment.'] },
      parameters: {
        name: { type: 'string' },
        times: { type: 'integer', minimum: 1, maximum: 5 },
        tone: { enum: ['friendly', 'formal'] },
      },
      required: ['name'],
      handler: (args, raw_data) => {
        const { count = 0 } = this.get_skill_data(raw_data);
        return this.update_skill_data(new FunctionResult(`Hello ${args.name}`), { count: Number(count) + 1 });
      },
    });
  }

  override get_hints(): string[] {
    return ['hello'];
  }

  override get_global_data(): Record<string, unknown> {
    return { greeter_ready: true };
  }

  override get_prompt_sections() {
    return [{ title: 'Greeting', body: 'Greet everyone.' }];
  }
}

type Steps = Partial<Pick<SkillBase, 'setup' | 'register_tools' | 'cleanup' | 'get_hints'>>;

/** A skill whose steps a test replaces. */
export function skillThat(steps: Steps & ThisType<SkillBase>, name = 'odd') {
  class Odd extends SkillBase {
    static override SKILL_NAME = name;
    static override SKILL_DESCRIPTION = 'Runs the steps of a test.';
    setup(): boolean | Promise<boolean> {
      return steps.setup?.call(this) ?? true;
    }
    register_tools(): void | Promise<void> {
      return steps.register_tools?.call(this);
    }
    override get_hints(): string[] {
      return steps.get_hints?.call(this) ?? [];
    }
    override cleanup(): void | Promise<void> {
      return steps.cleanup?.call(this);
    }
  }
  return Odd;
}

export function registryWith(...skills: SkillClass[]): SkillRegistry {
  const registry = new SkillRegistry();
  for (const skill of skills) registry.register_skill(skill);
  return registry;
}
