import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import type { Transport } from '../../src/http/index.js';
import {
  Agent,
  DataMap,
  FunctionResult,
  type Progress,
  ReadySkill,
  type SkillBase,
  type ToolCall,
} from '../../src/skills/index.js';
import { receiver } from '../support/loopback.js';
import { Greeter, registryWith, skillThat } from './example-skills.js';

const KEY = { api_key: 'topsecret' };
const agentWith = (...skills: Parameters<typeof registryWith>) =>
  new Agent({ registry: registryWith(...skills), env: {} });

describe('loading a skill', () => {
  it('reports all problems in one error', async () => {
    class Needy extends Greeter {
      static override REQUIRED_ENV_VARS = ['UNSET'];
      static override REQUIRED_PACKAGES = ['no-such-package'];
    }
    const loading = agentWith(Needy).add_skill('greeter', { times: 0 });
    await expect(loading).rejects.toMatchObject({
      name: 'SkillLoadError',
      problems: [
        'api_key is required (or set GREETER_KEY)',
        'times must be at least 1, got 0',
        'the environment variable UNSET is not set',
        'the package no-such-package is missing',
      ],
    });
  });

  it.each([
    ['setup() returns false', { setup: () => false }, 'setup() returned false'],
    ['setup() throws', { setup: () => Promise.reject(new Error('no disk')) }, 'no disk'],
    [
      'register_tools() fails after one tool',
      {
        register_tools(this: Greeter) {
          this.define_tool({ name: 'half', description: 'x', handler: () => '' });
          throw new Error('out of order');
        },
      },
      'out of order',
    ],
    ['get_hints() throws', { get_hints: () => [].map.call(null, () => '') as string[] }, 'null'],
  ])('leaves the agent unchanged and cleans up once if %s', async (_, steps, message) => {
    const cleanup = vi.fn();
    const agent = agentWith(skillThat({ ...(steps as object), cleanup }));
    await expect(agent.add_skill('odd')).rejects.toThrow(message);
    expect([agent.list_skills(), agent.tools, agent.hints]).toEqual([[], [], []]);
    await agent.close();
    expect(cleanup).toHaveBeenCalledTimes(1);
  });

  it('rejects a tool name that is in use, and names its owner', async () => {
    const agent = agentWith(Greeter);
    agent.define_tool({ name: 'greet', description: 'Mine.', handler: () => 'mine' });
    await expect(agent.add_skill('greeter', KEY)).rejects.toThrow(
      'the tool greet is already defined by the agent itself',
    );
    expect((await agent.call_tool('greet')).response).toBe('mine');
  });

  it('loads a skill once if two loads run at the same time', async () => {
    const agent = agentWith(skillThat({ setup: () => Promise.resolve(true) }));
    const [one, two] = await Promise.allSettled([agent.add_skill('odd'), agent.add_skill('odd')]);
    expect([one.status, two.status]).toEqual(['fulfilled', 'rejected']);
    expect(agent.list_skills()).toEqual(['odd']);
  });

  it('suggests the likely skill name', async () => {
    await expect(agentWith().add_skill('datetme')).rejects.toThrow('Did you mean datetime?');
  });

  it('redacts hidden values in the error', async () => {
    class Leaky extends Greeter {
      override setup(): boolean {
        throw new Error(`refused key ${this.params.api_key}`);
      }
    }
    await expect(agentWith(Leaky).add_skill('greeter', KEY)).rejects.toThrow('refused key [cut]');
  });
});

describe('removing skills', () => {
  it('finds a skill by key, or by name if it has one instance', async () => {
    const agent = agentWith(Greeter);
    await agent.add_skill('greeter', { ...KEY, tool_name: 'hail' });
    await agent.add_skill('greeter', { ...KEY, tool_name: 'wave' });
    expect(agent.list_skills()).toEqual(['greeter_hail', 'greeter_wave']);
    expect(agent.has_skill('greeter')).toBe(true);
    await expect(agent.remove_skill('greeter')).rejects.toThrow('Remove one of greeter_hail, greeter_wave');
    expect(await agent.remove_skill('greeter_hail')).toBe(true);
    expect(await agent.remove_skill('greeter')).toBe(true);
    expect(await agent.remove_skill('greeter')).toBe(false);
  });

  it('rejects a tool that a removed skill defines later', async () => {
    let late = () => {};
    const agent = agentWith(
      skillThat({
        register_tools() {
          late = () => this.define_tool({ name: 'late', description: 'x', handler: () => '' });
        },
      }),
    );
    await agent.add_skill('odd');
    await agent.remove_skill('odd');
    expect(late).toThrow('the skill was removed');
  });

  it('runs every cleanup once on close, even if one throws', async () => {
    const cleanups = [vi.fn(() => Promise.reject(new Error('stuck'))), vi.fn()];
    const agent = agentWith(...cleanups.map((cleanup, index) => skillThat({ cleanup }, `odd${index}`)));
    await agent.add_skill('odd0');
    await agent.add_skill('odd1');
    await expect(agent.close()).rejects.toThrow('cleanup failed for odd0');
    await expect(agent.close()).rejects.toThrow('cleanup failed for odd0');
    for (const cleanup of cleanups) expect(cleanup).toHaveBeenCalledTimes(1);
    await expect(agent.add_skill('odd1')).rejects.toThrow('the agent is closed');
  });

  it('includes the logged errors if setup() returns false', async () => {
    const setup = function (this: SkillBase) {
      this.logger.warn('harmless');
      this.logger.error('no folder');
      this.logger.error('no topsecret');
      return false;
    };
    class Fussy extends Greeter {
      override setup = setup;
    }
    const loading = agentWith(Fussy).add_skill('greeter', KEY);
    await expect(loading).rejects.toMatchObject({
      problems: ['setup() returned false: no folder; no [cut]'],
    });
  });

  it.each(['setup', 'register_tools'] as const)(
    'aborts a %s() that never ends, at the timeout or on close',
    async (step) => {
      const cleanup = vi.fn();
      const registry = registryWith(skillThat({ [step]: () => new Promise(() => {}), cleanup }));
      const hasty = new Agent({ registry, env: {}, timeout_ms: 5 });
      await expect(hasty.add_skill('odd')).rejects.toThrow('the skill was not ready within 5 ms');
      const agent = new Agent({ registry, env: {} });
      const loading = expect(agent.add_skill('odd')).rejects.toThrow('the agent is closed');
      await Promise.resolve();
      await agent.close();
      await loading;
      expect(cleanup).toHaveBeenCalledTimes(2);
    },
  );

  it('waits on close for a running load, and cleans it up', async () => {
    const cleanup = vi.fn();
    let begin = () => {};
    let finish = (_: boolean) => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const setup = () =>
      new Promise<boolean>((resolve) => {
        finish = resolve;
        begin();
      });
    const agent = agentWith(skillThat({ setup, cleanup }));
    const loading = agent.add_skill('odd');
    await begun;
    const closing = agent.close();
    finish(true);
    await expect(loading).rejects.toThrow('the agent is closed');
    await closing;
    expect(cleanup).toHaveBeenCalledTimes(1);
  });
});

describe('calling a tool', () => {
  it('returns the result of the handler, with its state in the global data', async () => {
    const agent = agentWith(Greeter);
    await agent.add_skill('greeter', KEY);
    const result = await agent.call_tool(
      'greet',
      { name: 'Ann' },
      { global_data: { 'skill:greeter_greeter': { count: 4 } } },
    );
    expect(result.to_dict()).toEqual({
      response: 'Hello Ann',
      action: [{ set_global_data: { 'skill:greeter_greeter': { count: 5 } } }],
    });
  });

  it.each([
    [{}, 'greet: name is missing. Usage: greet({ name, times?, tone? })'],
    [{ nme: 'Ann' }, 'greet: nme is unknown. Did you mean name?'],
    [{ name: 5 }, 'greet: name must be string, got number'],
    [{ name: 'Ann', times: 9 }, 'greet: times must be at most 5'],
    [{ name: 'Ann', times: 1.5 }, 'greet: times must be integer, got number'],
    [{ name: 'Ann', tone: 'formel' }, 'greet: tone must be one of friendly, formal. Did you mean formal?'],
    [{ name: ['Ann'], times: '1' }, 'greet: name must be string, got array; times must be integer, got string'],
    ['name', 'greet: the arguments must be an object'],
    [JSON.parse('{"__proto__":{"name":"Ann"}}'), 'greet: name is missing'],
  ])('rejects %j before the handler runs', async (args, message) => {
    const agent = agentWith(Greeter);
    await agent.add_skill('greeter', KEY);
    const calls = heard(agent);
    const call = agent.call_tool('greet', args as never);
    await expect(call).rejects.toThrow(TypeError);
    await expect(call).rejects.toThrow(message);
    expect(calls).toEqual([]);
  });

  it.each([
    [
      { name: 'Ann', ts: 2 },
      'greet: ts is not an argument of the tool. Did you mean times? Its arguments: name, times, tone',
    ],
    [{ name: 'Ann', volume: 'loud' }, 'greet: volume is not an argument of the tool. Its arguments: name, times, tone'],
    [{ name: 'Ann', es: 1 }, 'greet: es is not an argument of the tool. Its arguments: name, times, tone'],
    [{ name: 'Ann', times: 2 }, undefined],
  ])('runs with %j, and logs what the tool does not have', async (args, warning) => {
    const agent = agentWith(Greeter);
    await agent.add_skill('greeter', KEY);
    const warnings: string[] = [];
    agent.on('log', ({ level, message }) => level === 'warn' && warnings.push(message));
    expect((await agent.call_tool('greet', args)).response).toBe('Hello Ann');
    expect(warnings).toEqual(warning === undefined ? [] : [warning]);
  });

  it('treats null as a missing argument', async () => {
    const agent = agentWith(Greeter);
    await agent.add_skill('greeter', KEY);
    expect((await agent.call_tool('greet', { name: 'Ann', times: null })).response).toBe('Hello Ann');
  });

  it('suggests the likely tool name', async () => {
    const agent = agentWith(Greeter);
    await agent.add_skill('greeter', KEY);
    await expect(agent.call_tool('great')).rejects.toThrow('this agent has no tool "great". Did you mean greet?');
  });

  it.each([Number.POSITIVE_INFINITY, 2 ** 31])('accepts a timeout of %s ms', async (timeout_ms) => {
    const agent = new Agent({ env: {}, timeout_ms });
    const handler = () => new Promise<string>((resolve) => setTimeout(() => resolve('late'), 20));
    agent.define_tool({ name: 'slow', description: 'x', handler });
    expect((await agent.call_tool('slow')).response).toBe('late');
  });

  it.each([0, -1, Number.NaN, '5' as never])('rejects a timeout of %s', async (timeout_ms) => {
    expect(() => new Agent({ env: {}, timeout_ms })).toThrow('timeout_ms must be a number of milliseconds above 0');
    const agent = agentWith();
    agent.define_tool({ name: 'ping', description: 'x', handler: () => 'pong' });
    await expect(agent.call_tool('ping', {}, {}, { timeout_ms })).rejects.toThrow(TypeError);
  });
});

describe('a tool call that runs', () => {
  it('fails at the timeout even if the handler continues', async () => {
    const agent = agentWith();
    let signal: AbortSignal | undefined;
    agent.define_tool({
      name: 'wait',
      description: 'x',
      handler: (_a, _r, call) =>
        new Promise(() => {
          signal = call.signal;
        }),
    });
    await expect(agent.call_tool('wait', {}, {}, { timeout_ms: 5 })).rejects.toThrow(
      'wait failed: no answer within 5 ms',
    );
    expect(signal?.aborted).toBe(true);
  });

  it('fails when the caller aborts, and when the skill is removed', async () => {
    const waiting = skillThat({
      register_tools() {
        this.define_tool({ name: 'wait', description: 'x', handler: () => new Promise(() => {}) });
      },
    });
    const agent = agentWith(waiting);
    await agent.add_skill('odd');
    await expect(agent.call_tool('wait', {}, {}, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
      'enough',
    );
    const call = agent.call_tool('wait');
    await Promise.all([expect(call).rejects.toThrow('the skill was removed'), agent.remove_skill('odd')]);
  });

  it('rejects invalid progress', async () => {
    const agent = agentWith();
    const steps: unknown[] = [
      { message: 'half', done: 1, total: 2 },
      { message: 'on' },
      1,
      { done: 1 },
      { message: 'x', done: 'y' },
    ];
    agent.define_tool({
      name: 'work',
      description: 'x',
      handler: (_args, _raw, { progress }) => progress(steps.shift() as Progress),
    });
    const heard: unknown[] = [];
    const work = () => agent.call_tool('work', {}, {}, { progress: (step) => heard.push(step) });
    await work();
    await work();
    for (const _ of [1, 2, 3])
      await expect(work()).rejects.toThrow(
        "progress requires an object: progress({ message: 'half done', done: 1, total: 2 })",
      );
    expect(heard).toEqual([{ message: 'half', done: 1, total: 2 }, { message: 'on' }]);
  });
});

describe('the listeners of a tool call', () => {
  it('reports each call to listeners, with hidden values redacted', async () => {
    class Leaky extends Greeter {
      override register_tools(): void {
        const handler = () => Promise.reject(new Error(`401 for ${this.params.api_key}`));
        this.define_tool({ name: 'leak', description: 'x', parameters: { q: { type: 'string' } }, handler });
      }
    }
    const agent = agentWith(Leaky);
    await agent.add_skill('greeter', KEY);
    const calls = heard(agent);
    const error = await agent.call_tool('leak', { q: 'is it topsecret?' }).catch((thrown) => thrown);
    expect([error.message, error.cause]).toEqual(['leak failed: 401 for [cut]', undefined]);
    expect(calls).toEqual([
      {
        id: expect.any(Number),
        tool: 'leak',
        skill: 'greeter_greeter',
        args: { q: 'is it [cut]?' },
        error,
        duration_ms: expect.any(Number),
      },
    ]);
  });

  it('gives listeners redacted copies of results', async () => {
    class Leaky extends Greeter {
      override register_tools(): void {
        const result = new FunctionResult('topsecret').say('topsecret');
        this.define_tool({ name: 'leak', description: 'x', handler: () => result });
      }
    }
    const agent = agentWith(Leaky);
    await agent.add_skill('greeter', KEY);
    const calls = heard(agent);
    agent.on('call', ({ result }) => result?.hangup());
    const result = await agent.call_tool('leak');
    expect(calls[0]?.result).toMatchObject({ response: '[cut]', action: [{ say: '[cut]' }, { hangup: true }] });
    expect(result.to_dict()).toEqual({ response: 'topsecret', action: [{ say: 'topsecret' }] });
  });

  it.each([
    ['throws', () => expect.unreachable()],
    ['rejects', () => Promise.reject(new Error('unreachable'))],
  ])('continues if a listener %s, and logs the error', async (_, listener) => {
    const agent = agentWith();
    const logged: string[] = [];
    agent.define_tool({ name: 'ping', description: 'x', handler: () => 'pong' });
    agent.on('call', listener as () => void);
    const calls = heard(agent);
    agent.on('log', ({ message }) => logged.push(message));
    agent.on('log', () => expect.unreachable());
    expect((await agent.call_tool('ping')).response).toBe('pong');
    expect(calls).toHaveLength(1);
    await vi.waitUntil(() => logged.length > 0);
    expect(logged).toEqual([expect.stringMatching(/^a listener of call failed: .*reach/)]);
  });

  it('stops calling a listener that was removed', async () => {
    const agent = agentWith();
    agent.define_tool({ name: 'ping', description: 'x', handler: () => 'pong' });
    const calls: ToolCall[] = [];
    agent.on('call', (call) => calls.push(call))();
    await agent.call_tool('ping');
    expect(calls).toEqual([]);
  });
});

it('passes the redaction of a skill as the context of send, not in the request', async () => {
  const seen: { keys: PropertyKey[]; url: string | undefined }[] = [];
  const transport: Transport = {
    async send(request, context) {
      seen.push({ keys: Reflect.ownKeys(request), url: context?.redact?.(request.url) });
      return { status: 200, headers: {}, body: Buffer.from('{}') };
    },
  };
  const skill = skillThat({
    register_tools() {
      this.hide('secret-7');
      const request = { method: 'GET', url: 'https://api.example/?key=secret-7', headers: {} };
      this.define_tool({
        name: 'fetch',
        description: 'd',
        handler: async () => (await this.send_request(request)).status,
      });
    },
  });
  const agent = new Agent({ registry: registryWith(skill), env: {}, transport });
  await agent.add_skill('odd');
  await agent.call_tool('fetch');
  expect(seen).toEqual([{ keys: expect.not.arrayContaining(['redact']), url: 'https://api.example/?key=[cut]' }]);
});

describe('without a transport option', () => {
  /** A skill that fetches a URL. */
  const fetching = skillThat({
    register_tools() {
      const handler = async ({ url }: Record<string, unknown>) => {
        const { status, url: end } = await this.send_request({ method: 'GET', url: String(url), headers: {} });
        return `${status} ${end}`;
      };
      this.define_tool({ name: 'get', description: 'x', handler });
      const { url } = this.params;
      this.define_data_map(new DataMap('map').webhook('GET', String(url)).output(new FunctionResult('answered')));
    },
  });

  it('reaches a private address that the parameters configure, and no other', async () => {
    const server = await receiver(() => ({ body: 'here' }));
    const [other, undeclared] = [await receiver(() => ({})), await receiver(() => ({}))];
    class Asking extends ReadySkill {
      static override SKILL_NAME = 'asking';
      static override SKILL_DESCRIPTION = 'Asks a service.';
      static override PARAMETERS = { base_url: { type: 'string', description: 'Address of the service.' } } as const;
      register_tools(): void {
        this.define_tool({
          name: 'ask',
          description: 'Ask.',
          parameters: { url: { type: 'string' } },
          required: ['url'],
          handler: async ({ url }) =>
            Buffer.from((await this.send_request({ method: 'GET', url, headers: {} })).body).toString(),
        });
      }
    }
    const agent = new Agent({ env: {}, registry: registryWith(Asking) });
    await agent.add_skill('asking', { base_url: `${server.url}/v1`, extra: undeclared.url });
    expect((await agent.call_tool('ask', { url: `${server.url}/v1/a` })).response).toBe('here');
    for (const { url, received } of [other, undeclared]) {
      await expect(agent.call_tool('ask', { url })).rejects.toThrow('not on the public internet');
      expect(received).toEqual([]);
    }
    await Promise.all([agent, server, other, undeclared].map((one) => one.close()));
  });

  it('reaches private addresses only if they are allowed', async () => {
    const server = await receiver(({ target }) => (target === '/' ? { status: 302, headers: { location: '/b' } } : {}));
    const agentIn = async (env: Record<string, string>) => {
      const agent = new Agent({ registry: registryWith(fetching), env });
      await agent.add_skill('odd', { url: server.url });
      return agent;
    };
    const guarded = await agentIn({});
    await expect(guarded.call_tool('get', { url: server.url })).rejects.toThrow('not on the public internet');
    await expect(guarded.call_tool('map')).rejects.toThrow('not on the public internet');
    expect(server.received).toEqual([]);
    const open = await agentIn({ PLATFORM_ALLOW_PRIVATE_URLS: 'yes' });
    expect((await open.call_tool('get', { url: `${server.url}/` })).response).toBe(`200 ${server.url}/b`);
    expect((await open.call_tool('map')).response).toBe('answered');
    await Promise.all([guarded.close(), open.close(), server.close()]);
  });
});

it('returns copies', async () => {
  const agent = agentWith(Greeter);
  await agent.add_skill('greeter', KEY);
  const { tools, prompt_sections, global_data, hints } = agent;
  const before = JSON.stringify([tools, prompt_sections, global_data, hints, agent.document()]);
  const scribble = (value: unknown): void => {
    for (const one of Object.values(value ?? {})) if (typeof one === 'object') scribble(one);
    if (typeof value === 'object' && value !== null) Object.assign(value, { scribbled: true });
  };
  for (const one of [tools, prompt_sections, global_data, hints, agent.document()]) scribble(one);
  const after = [agent.tools, agent.prompt_sections, agent.global_data, agent.hints, agent.document()];
  expect(JSON.stringify(after)).toBe(before);
});

it('redacts hidden values in its document, unless with_secrets is set', async () => {
  class Leaky extends Greeter {
    override get_hints = () => [`hint ${this.params.api_key}`];
    override get_global_data = () => ({ key: this.params.api_key });
    override get_prompt_sections = () => [{ title: 'x', body: `key=${this.params.api_key}` }];
  }
  for (const api_key of ['topsecret', 'k-1']) {
    const agent = agentWith(Leaky);
    await agent.add_skill('greeter', { api_key, skip_prompt: false });
    const parts = [agent.document(), agent.global_data, agent.prompt_sections];
    expect(JSON.stringify(parts)).not.toMatch(new RegExp(`[="]${api_key}`));
    expect(JSON.stringify(agent.document({ with_secrets: true }))).toContain(api_key);
  }
});

it('prints its skills and tools, and no environment', async () => {
  const agent = new Agent({ registry: registryWith(Greeter), env: { GREETER_KEY: 'topsecret' } });
  await agent.add_skill('greeter');
  expect(inspect(agent)).toBe("{ skills: [ 'greeter_greeter' ], tools: [ 'greet' ] }");
});

it('rejects a tool that cannot be called', () => {
  const agent = agentWith();
  expect(() => agent.define_tool({ name: 'a b', description: 'x', handler: () => '' })).toThrow(
    'letters, digits and _',
  );
  expect(() => agent.define_tool({ name: 'ok', description: 'x', handler: 5 as never })).toThrow('has no handler');
});

it('keeps a complete object schema unchanged', () => {
  const agent = agentWith();
  const parameters = { type: 'object', properties: { type: { type: 'string' } }, additionalProperties: false } as const;
  agent.define_tool({ name: 'whole', description: 'x', parameters, handler: () => new FunctionResult() });
  agent.define_tool({ name: 'short', description: 'x', parameters: { type: { type: 'string' } }, handler: () => '' });
  expect(agent.tools.map((tool) => tool.parameters)).toEqual([
    parameters,
    { type: 'object', properties: { type: { type: 'string' } } },
  ]);
});

function heard(agent: Agent): ToolCall[] {
  const calls: ToolCall[] = [];
  agent.on('call', (call) => calls.push(call));
  return calls;
}
