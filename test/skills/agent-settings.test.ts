// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the platform, not of the language
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { Transport } from '../../src/http/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { Agent, type AgentSettings, DataMap, FunctionResult } from '../../src/skills/index.js';
import { registryWith } from './example-skills.js';
import { recorded } from './stand-ins.js';

const registry = registryWith();
const noNetwork: Transport = { send: () => Promise.reject(new Error('no request is expected')) };
const agentWith = (transport = noNetwork) => new Agent({ registry, env: {}, transport, placeholders: () => true });

const EVERYTHING: AgentSettings = {
  prompt: {
    text: 'Answer questions about orders.',
    temperature: '${global_data.temperature}',
    contexts: {
      default: {
        steps: [
          { name: 'greet', text: 'Greet.', valid_steps: ['ask'] },
          { name: 'ask', text: 'Ask.' },
        ],
      },
    },
  },
  post_prompt: { text: 'Summarise the call.' },
  post_prompt_url: 'https://example.com/report',
  params: { ai_model: 'gpt-4.1-mini', end_of_speech_timeout: 900, enable_barge: 'complete' },
  languages: [{ name: 'English', code: 'en-US', voice: 'engine.voice' }],
  pronounce: [{ replace: 'SQL', with: 'sequel' }],
  hints: ['refund', { hint: 'ACME', pattern: 'a c m e', replace: 'ACME' }],
  SWAIG: { mcp_servers: [{ url: 'https://mcp.example.com', resources: true }], native_functions: ['check_time'] },
};

const verbOf = (agent: Agent) => (agent.document() as { sections: { main: [{ ai: unknown }] } }).sections.main[0].ai;

describe('the settings of an agent', () => {
  it('are the fields of the verb ai, beside what skills added', async () => {
    const agent = agentWith();
    await agent.add_skill('datetime');
    agent.add_hints(['order']);
    agent.configure(EVERYTHING);
    const { prompt, SWAIG, hints, ...fields } = EVERYTHING;
    expect(verbOf(agent)).toEqual({
      ...fields,
      prompt: {
        temperature: prompt?.temperature,
        contexts: prompt?.contexts,
        pom: [{ body: prompt?.text }, ...agent.prompt_sections],
      },
      hints: ['order', ...(hints ?? [])],
      SWAIG: {
        ...SWAIG,
        functions: expect.arrayContaining([expect.objectContaining({ function: 'get_current_time' })]),
      },
    });
  });

  it('keep other fields in a second call, and lose a field that is undefined', () => {
    const agent = agentWith();
    agent.configure({ params: { ai_model: 'a' }, post_prompt: 'Summarise.' });
    agent.configure({ params: { ai_model: 'b' }, post_prompt: undefined });
    expect(agent.settings).toEqual({ params: { ai_model: 'b' } });
  });

  it('reject wrong names, which do not compile either', () => {
    const agent = agentWith();
    // @ts-expect-error: a likely typo
    expect(() => agent.configure({ langages: [] })).toThrow('Did you mean "languages"?');
    // @ts-expect-error: tools have their own methods
    expect(() => agent.configure({ SWAIG: { functions: [] } })).toThrow('define_tool()');
    // @ts-expect-error: global data has its own method
    expect(() => agent.configure({ global_data: {} })).toThrow('update_global_data()');
    // @ts-expect-error: it has no fields
    expect(() => agent.configure('prompt')).toThrow('requires an object');
    // The type has no required field, and a text has none of another type.
    expect(() => agent.configure({ prompt: 'You are nice' })).toThrow('such as { prompt: { text: "You are nice" } }');
    // @ts-expect-error: it is a list
    expect(() => agent.configure({ hints: 'Ada' })).toThrow('hints must be a list');
    expect(agent.settings).toEqual({});
    // @ts-expect-error: a parameter that the verb does not have
    const typo: AgentSettings = { params: { ai_modle: 'a' } };
    // @ts-expect-error: a language without a voice
    const part: AgentSettings = { languages: [{ name: 'English', code: 'en' }] };
    expect([typo, part]).toHaveLength(2);
  });
});

describe('the warnings of an agent', () => {
  const map = () =>
    new DataMap('order')
      .parameter('number', 'string', 'The number.')
      .webhook('GET', 'https://orders.example/${args.nmber}')
      .output(new FunctionResult('It is ${response.state}, ${reponse.total}.'));

  it('name a missing prompt and the templates without a value', () => {
    const agent = agentWith();
    agent.define_data_map(map());
    const logged: string[] = [];
    agent.on('log', ({ level, message }) => void logged.push(`${level} ${message}`));
    const warnings = [
      expect.stringContaining('the agent has no prompt'),
      'order: ${args.nmber} has no value. Did you mean ${args.number}?',
      'order: ${reponse.total} has no value. Did you mean ${response.total}?',
    ];
    expect(agent.warnings).toEqual(warnings);
    expect(inspect(agent)).toContain('Did you mean ${args.number}?');
    agent.document();
    expect(logged).toEqual(agent.warnings.map((warning) => `warn ${warning}`));
  });

  it('are logged once, and again for another cause', () => {
    const agent = agentWith();
    agent.configure({ prompt: { text: 'Help.' } });
    agent.define_data_map(map());
    const logged: string[] = [];
    agent.on('log', ({ message }) => void logged.push(message));
    agent.document();
    agent.document();
    expect(logged).toEqual(agent.warnings);
    agent.define_data_map(new DataMap('price').webhook('GET', 'https://orders.example/${args.id}'));
    agent.document();
    expect(logged).toEqual(agent.warnings);
  });

  it.each([
    ['a text', { prompt: { text: 'Help.' } }],
    ['sections', { prompt: { pom: [{ title: 'Help', body: 'Help.' }] } }],
  ])('do not name the prompt if it has %s', (_, settings) => {
    const agent = agentWith();
    agent.configure(settings);
    expect(agent.warnings).toEqual([]);
    expect(inspect(agent)).not.toContain('warnings');
  });
});

const names = (await registry.list_skills()).map(({ name }) => name);

describe('a call to an agent in the sandbox', () => {
  const open: Agent[] = [];
  afterEach(async () => {
    for (const agent of open.splice(0)) await agent.close();
  });

  async function ring(agent: Agent) {
    const sandbox = createSandbox({ empty: true, seed: 1 });
    const platform = sandbox.client();
    const { swml_script } = await platform.fabric.swml_scripts.create({ name: 'agent', contents: agent.document() });
    const number = await platform.phone_numbers.purchase({ number: '+12065550100' });
    await platform.phone_numbers.set_swml_webhook(number.id, String(swml_script?.request_url));
    return sandbox.ring('+12065550100', { answers: { ai: { result: 'success', after: 5 } } });
  }

  it.each(names)('with the skill %s has no problem', async (name) => {
    const isServed = name === 'mcp_gateway';
    const agent = agentWith(isServed ? recorded(name, 'success', [], 'endless') : undefined);
    open.push(agent);
    const skill = await registry.get_skill_class(name);
    await agent.add_skill(name, skill?.EXAMPLE?.params);
    agent.configure(EVERYTHING);
    expect(agent.warnings).toEqual([]);
    const call = await ring(agent);
    expect(call.problems).toEqual([]);
    expect(JSON.stringify(call.steps)).toContain('the conversation ended');
  });

  it('without a prompt has one', async () => {
    const call = await ring(agentWith());
    expect(call.problems).toEqual(['main[0]: ai requires prompt']);
  });
});
