import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  Agent,
  FunctionResult,
  type ParameterSchema,
  ReadySkill,
  SkillBase,
  type SkillClass,
} from '../../src/skills/index.js';
import { Greeter, registryWith } from './example-skills.js';

const greeter = (params?: Record<string, unknown>, env: Record<string, string> = {}) =>
  new Greeter(new Agent({ env }), params);

describe('parameters', () => {
  it('prefers the value of the caller, then the environment, then the default', () => {
    expect(greeter({ api_key: 'given' }, { GREETER_KEY: 'env' }).params).toMatchObject({ api_key: 'given', times: 1 });
    expect(greeter({}, { GREETER_KEY: 'env' }).params).toMatchObject({ api_key: 'env' });
    expect(greeter({ api_key: '' }, { GREETER_KEY: '' }).problems).toEqual([
      'api_key is required (or set GREETER_KEY)',
    ]);
  });

  it('converts text to the declared type if it is unambiguous', () => {
    const { params, problems } = greeter({ api_key: 12345, times: '2', loud: 'true', names: '["Ann"]' });
    expect(params).toMatchObject({ api_key: '12345', times: 2, loud: true, names: ['Ann'] });
    expect(problems).toEqual([]);
  });

  it('treats a blank value as missing, unless the parameter is an optional string', () => {
    const { params, problems } = greeter({ api_key: ' ', times: ' ', loud: '', tool_name: '' }, { GREETER_KEY: 'env' });
    expect(params).toMatchObject({ api_key: 'env', times: 1, loud: false, tool_name: '' });
    expect(problems).toEqual([]);
  });

  it('fills in the defaults of fields, and removes fields that are null or blank', () => {
    class Guests extends Greeter {
      static override PARAMETERS: ParameterSchema = {
        guests: {
          type: 'array',
          description: 'Guests.',
          items: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              age: { type: 'integer' },
              child: { type: 'boolean', default: false },
            },
          },
        },
        seats: { type: 'object', description: 'Seats.', values: { type: 'integer' } },
      };
    }
    const guests = Object.freeze([Object.freeze({ name: '', age: ' ', more: 1 }), { name: null, child: true }]);
    const skill = new Guests(new Agent({ env: {} }), { api_key: 'key1', guests, seats: { a: 1, 'b c': 'two' } });
    expect(skill.params.guests).toEqual([{ name: '', child: false, more: 1 }, { child: true }]);
    expect(skill.problems).toEqual(['seats["b c"] must be an integer, got "two"']);
  });

  it('reports all problems together', () => {
    expect(greeter({ times: 9, tone: 'frendly', loud: 'very', names: {} }).problems).toEqual([
      'api_key is required (or set GREETER_KEY)',
      'times must be at most 3, got 9',
      'tone must be one of friendly, formal, got "frendly". Did you mean friendly?',
      'loud must be a boolean, got "very"',
      'names must be an array, got an object',
    ]);
  });

  it('checks the items of lists and the fields of objects', () => {
    class Guests extends Greeter {
      static override PARAMETERS: ParameterSchema = {
        kinds: { type: 'array', description: 'Kinds.', items: { type: 'string', enum: ['child', 'adult'] } },
        guests: {
          type: 'array',
          description: 'Guests.',
          items: {
            type: 'object',
            properties: {
              name: { type: 'string', required: true },
              age: { type: 'integer', min: 0 },
              pin: { type: 'integer', hidden: true },
            },
          },
        },
      };
    }
    const guests = [
      { name: ' ', age: 2, more: 1 },
      { name: 'Ann', age: -1, pin: 'hush' },
      'Bob',
      { name: 'C', age: null },
    ];
    expect(new Guests(new Agent({ env: {} }), { api_key: 'key1', kinds: ['adlt', 'child'], guests }).problems).toEqual([
      'kinds[0] must be one of child, adult, got "adlt". Did you mean adult?',
      'guests[0].name is required',
      'guests[1].age must be at least 0, got -1',
      'guests[1].pin must be an integer',
      'guests[2] must be an object, got "Bob"',
    ]);
  });
});

describe('the checks of parameters', () => {
  it('calls check_params() only if the values match the schema', async () => {
    class Polite extends Greeter {
      static override SKILL_NAME = 'polite';
      override check_params() {
        return this.params.loud && this.params.tone === 'formal' ? ['a formal tone cannot be loud'] : [];
      }
    }
    const polite = (params: object) => new Polite(new Agent({ env: {} }), { loud: true, tone: 'formal', ...params });
    expect(polite({}).problems).toEqual(['api_key is required (or set GREETER_KEY)']);
    expect(polite({ api_key: 'key1' }).problems).toEqual(['a formal tone cannot be loud']);
    expect(await polite({ api_key: 'key1' }).setup()).toBe(false);
    expect(await polite({ api_key: 'key1', loud: false }).setup()).toBe(true);
    const agent = new Agent({ env: {}, registry: registryWith(Polite) });
    await expect(agent.add_skill('polite', { api_key: 'key1', loud: true, tone: 'formal' })).rejects.toThrow(
      'skill "polite" was not loaded: a formal tone cannot be loud',
    );
  });

  it('redacts values that a skill derived from hidden values', () => {
    const skill = greeter({ api_key: 'topsecret' });
    skill.hide('user:topsecret');
    const header = `Basic ${Buffer.from('user:topsecret').toString('base64')}`;
    expect(skill.redact({ header, text: 'topsecret' })).toEqual({ header: 'Basic [cut]', text: '[cut]' });
  });

  it('never shows the value of a hidden parameter', () => {
    expect(greeter({ api_key: { nested: 'topsecret' } }).problems).toEqual(['api_key must be a string']);
  });

  it('warns about a likely typo, and keeps other unknown parameters', () => {
    const agent = new Agent({ env: {} });
    const logged: string[] = [];
    agent.on('log', ({ message }) => logged.push(message));
    const { params } = new Greeter(agent, { api_key: 'key1', tme: 1, colour: 'red', tones: 'x' });
    expect(params.colour).toBe('red');
    expect(logged).toEqual(['greeter: tones is not a parameter of this skill. Did you mean tone?']);
  });

  it('gives every instance its own defaults', () => {
    const one = greeter({ api_key: 'key1' });
    (one.params.names as string[]).push('Ann');
    expect(greeter({ api_key: 'key1' }).params.names).toEqual([]);
  });

  it('merges the schema along the chain of classes, and the subclass wins', () => {
    class Quiet extends Greeter {
      static override PARAMETERS = { times: { type: 'integer', description: 'Never.', default: 0 } } as const;
    }
    const schema = Quiet.get_parameter_schema();
    expect(Object.keys(schema).slice(0, 4)).toEqual(['tool_name', 'swaig_fields', 'skip_prompt', 'api_key']);
    expect(schema.times).toEqual({ type: 'integer', description: 'Never.', default: 0 });
    expect(Greeter.get_parameter_schema().times?.default).toBe(1);
  });

  it('redacts hidden values in log messages', () => {
    const agent = new Agent({ env: {} });
    const logged: unknown[] = [];
    agent.on('log', (entry) => logged.push(entry));
    new Greeter(agent, { api_key: 'topsecret' }).logger.error('GET /?key=topsecret failed');
    expect(logged).toEqual([{ level: 'error', message: 'greeter: GET /?key=[cut] failed' }]);
  });
});

describe('the contract', () => {
  it('has empty parameters by default', () => {
    class Plain extends ReadySkill {
      static override SKILL_NAME = 'plain';
      register_tools() {}
    }
    for (const given of [undefined, null, {}]) expect(new Plain(new Agent({ env: {} }), given).params).toEqual({});
  });

  it('names an instance after its tool if a skill allows several', () => {
    expect(greeter({ api_key: 'key1' }).get_instance_key()).toBe('greeter_greeter');
    expect(greeter({ api_key: 'key1', tool_name: 'hail' }).get_instance_key()).toBe('greeter_hail');
  });

  it('keeps the data of an instance separate, and returns copies', () => {
    const skill = greeter({ api_key: 'key1', tool_name: 'hail' });
    const global_data = { 'skill:greeter_hail': { count: 1, list: [1] }, other: 2 };
    const data = skill.get_skill_data({ global_data });
    (data.list as number[]).push(2);
    expect(global_data['skill:greeter_hail'].list).toEqual([1]);
    const result = new FunctionResult('ok');
    expect(skill.update_skill_data(result, { count: 2 })).toBe(result);
    expect(result.action).toEqual([{ set_global_data: { 'skill:greeter_hail': { count: 2 } } }]);
  });

  it.each([
    null,
    undefined,
    {},
    { global_data: null },
    { global_data: 'x' },
    { global_data: { 'skill:greeter_greeter': [] } },
  ])('returns no data for %j', (raw_data) => {
    expect(greeter({ api_key: 'key1' }).get_skill_data(raw_data)).toEqual({});
  });

  it('reports the missing environment variables and packages', () => {
    class Needy extends Greeter {
      static override REQUIRED_ENV_VARS = ['SET', 'UNSET'];
      static override REQUIRED_PACKAGES = ['requests', 'pytz', 'yaml', 'no-such-package'];
    }
    const needy = new Needy(new Agent({ env: { SET: '1' } }), { api_key: 'key1' });
    expect([needy.missing_env_vars(), needy.validate_env_vars()]).toEqual([['UNSET'], false]);
    expect([needy.missing_packages(), needy.validate_packages()]).toEqual([['no-such-package'], false]);
  });

  it('is a class that takes an agent and parameters', () => {
    expectTypeOf(Greeter).toMatchTypeOf<SkillClass>();
    // @ts-expect-error setup() and register_tools() are required
    class Lazy extends SkillBase {}
    void Lazy;
  });
});
