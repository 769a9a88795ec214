import { expect, expectTypeOf, it } from 'vitest';
import type { BUILT_IN } from '../../src/skills/builtin/index.js';
import {
  Agent,
  type ArgumentsOf,
  type ParameterSchema,
  type ParamsOf,
  SkillBase,
  type ToolParameter,
} from '../../src/skills/index.js';

// The compiler checks the expectations. A wrong call that compiles fails `npm run types`.

const PARAMETERS = {
  city: { type: 'string', description: 'A city.', required: true },
  unit: { type: 'string', description: 'A unit.', enum: ['celsius', 'fahrenheit'], default: 'celsius' },
  days: { type: 'integer', description: 'Number of days.' },
  limit: { type: 'number', description: 'A limit.', also: ['none'], default: 'none' },
  stops: {
    type: 'array',
    description: 'Stops.',
    default: [],
    items: {
      type: 'object',
      properties: {
        name: { type: 'string', required: true },
        wait: { type: 'boolean', default: false },
        note: { type: 'string' },
      },
    },
  },
  labels: { type: 'object', description: 'Labels.', default: {}, values: { type: 'string' } },
  extra: { type: 'object', description: 'Anything.' },
} as const satisfies ParameterSchema;

type Params = ParamsOf<typeof PARAMETERS>;

it('types parameters from the schema', () => {
  expectTypeOf<Params['city']>().toEqualTypeOf<string>();
  expectTypeOf<Params['unit']>().toEqualTypeOf<'celsius' | 'fahrenheit'>();
  expectTypeOf<Params['days']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Params['limit']>().toEqualTypeOf<number | 'none'>();
  expectTypeOf<Params['stops']>().toEqualTypeOf<
    readonly { readonly name: string; readonly wait: boolean; readonly note?: string }[]
  >();
  expectTypeOf<Params['labels']>().toEqualTypeOf<Readonly<Record<string, string>>>();
  expectTypeOf<Params['extra']>().toEqualTypeOf<Readonly<Record<string, unknown>> | undefined>();
});

it('adds the common parameters, except swaig_fields', () => {
  expectTypeOf<Params['tool_name']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Params['skip_prompt']>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<Params>().not.toHaveProperty('swaig_fields');
});

it('types the arguments of a tool from the short form of its schema', () => {
  type Args = ArgumentsOf<
    {
      readonly query: { readonly type: 'string' };
      readonly count: { readonly type: 'integer' };
      readonly sort: { readonly enum: readonly ['up', 'down'] };
      readonly near: { readonly type: readonly ['number', 'null'] };
      readonly tags: { readonly type: 'array'; readonly items: { readonly type: 'string' } };
      readonly free: { readonly description: 'Anything.' };
    },
    'query' | 'sort'
  >;
  expectTypeOf<Args>().toEqualTypeOf<{
    readonly query: string;
    readonly sort: 'up' | 'down';
    readonly count?: number;
    readonly near?: number | null;
    readonly tags?: readonly string[];
    readonly free?: unknown;
  }>();
});

it('types the arguments of a tool from a complete object schema', () => {
  type Args = ArgumentsOf<
    {
      readonly type: 'object';
      readonly properties: {
        readonly at: {
          readonly type: 'object';
          readonly properties: {
            readonly lat: { readonly type: 'number' };
            readonly note: { readonly type: 'string' };
          };
          readonly required: readonly ['lat'];
        };
      };
      readonly required: readonly ['at'];
    },
    never
  >;
  expectTypeOf<Args>().toEqualTypeOf<{ readonly at: { readonly lat: number; readonly note?: string } }>();
});

it('leaves arguments untyped if the schema is only known at run time', () => {
  expectTypeOf<ArgumentsOf<Readonly<Record<string, ToolParameter>>, never>>().toEqualTypeOf<Record<string, unknown>>();
});

class Forecast extends SkillBase<typeof PARAMETERS> {
  static override SKILL_NAME = 'forecast';
  static override SKILL_DESCRIPTION = 'Returns a forecast.';
  static override PARAMETERS = PARAMETERS;

  setup(): boolean {
    // @ts-expect-error: `days` is optional
    this.params.days?.toFixed() satisfies string;
    // @ts-expect-error: not in the schema
    void this.params.town;
    // @ts-expect-error: not one of the allowed values
    return this.params.unit !== 'kelvin';
  }

  register_tools(): void {
    this.define_tool({
      name: 'forecast',
      description: 'Get a forecast.',
      parameters: { day: { type: 'integer' }, hour: { type: 'integer' } },
      required: ['day'],
      handler: ({ day, hour = 12 }) => `${this.params.city.toUpperCase()} ${day.toFixed()} ${hour.toFixed()}`,
    });
    this.define_tool({
      name: 'wrong_required',
      description: 'Names an unknown argument as required.',
      parameters: { day: { type: 'integer' } },
      // @ts-expect-error: not an argument
      required: ['date'],
      handler: () => '',
    });
    this.define_tool({
      name: 'wrong_use',
      description: 'Uses an argument as another type.',
      parameters: { day: { type: 'integer' } },
      required: ['day'],
      handler: (args) => {
        // @ts-expect-error: a number has no toUpperCase
        args.day.toUpperCase;
        // @ts-expect-error: not in the schema
        return args.date;
      },
    });
    this.define_tool({
      name: 'wrong_optional',
      description: 'Uses an optional argument as if it were required.',
      parameters: { day: { type: 'integer' } },
      // @ts-expect-error: `day` may be undefined
      handler: ({ day }) => day.toFixed(),
    });
  }
}

it('runs a handler with the types that the compiler inferred', async () => {
  const agent = new Agent({ env: {} });
  await agent.close();
  const tools: string[] = [];
  const skill = new Forecast(agent, { city: 'Oslo', stops: [{ name: 'A', wait: null }], days: ' 3 ' });
  expectTypeOf(skill.params).toEqualTypeOf<Params>();
  expect(skill.problems).toEqual([]);
  expect(skill.params).toMatchObject({ days: 3, limit: 'none', stops: [{ name: 'A', wait: false }] });
  agent.define_tool({
    name: 'own',
    description: 'A tool of the agent itself.',
    parameters: { day: { type: 'integer' } },
    required: ['day'],
    handler: ({ day }) => tools.push(day.toFixed()),
  });
  await agent.call_tool('own', { day: 5 });
  expect(tools).toEqual(['5']);
});

it('keeps a skill without a type argument usable', () => {
  class Plain extends SkillBase {
    setup(): boolean {
      expectTypeOf(this.params.anything).toEqualTypeOf<unknown>();
      return true;
    }
    register_tools(): void {
      this.define_tool({ name: 'plain', description: 'A tool.', handler: (args) => String(args.anything) });
    }
  }
  expect(Plain.PARAMETERS).toHaveProperty('tool_name');
});

it('types each built-in skill from its own PARAMETERS', () => {
  type Loaders = typeof BUILT_IN;
  type ClassOf<Name extends keyof Loaders> = Awaited<ReturnType<Loaders[Name]>>;
  type Untyped = {
    [Name in keyof Loaders]: InstanceType<ClassOf<Name>>['params'] extends ParamsOf<ClassOf<Name>['PARAMETERS']>
      ? ParamsOf<ClassOf<Name>['PARAMETERS']> extends InstanceType<ClassOf<Name>>['params']
        ? never
        : Name
      : Name;
  }[keyof Loaders];
  expectTypeOf<Untyped>().toEqualTypeOf<never>();
});
