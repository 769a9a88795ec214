// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the platform, not of the language
import { describe, expect, it } from 'vitest';
import { TransportFault, type WireRequest } from '../../src/http/index.js';
import { Agent, createExpressionTool, createSimpleApiTool, DataMap, FunctionResult } from '../../src/skills/index.js';
import { Greeter, registryWith } from './example-skills.js';

/** Answers requests in order with what a test wants, and keeps them. */
function serviceThat(...answers: (unknown | (() => never))[]) {
  const sent: WireRequest[] = [];
  const send = async (request: WireRequest) => {
    sent.push(request);
    const answer = answers[sent.length - 1];
    const { status = 200, body = answer } = (typeof answer === 'function' ? answer() : answer) as {
      status?: number;
      body?: unknown;
    };
    return { status, headers: {}, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) };
  };
  return { send, sent };
}

function agentWith(map: DataMap, ...answers: unknown[]) {
  const transport = serviceThat(...answers);
  const agent = new Agent({ registry: registryWith(), env: {}, transport });
  agent.define_data_map(map);
  return { agent, sent: transport.sent };
}

const weather = () =>
  new DataMap('weather')
    .purpose('Tell the weather.')
    .parameter('city', 'string', 'Where.', { required: true })
    .parameter('_required', 'string', 'A name like any other.', { enum: ['a'] })
    .webhook('get', 'https://weather.example/now?q=${enc:lc:args.city}', { 'X-Key': 'k' })
    .error_keys(['error'])
    .output(new FunctionResult('It is ${response.now.temp} and %{now.text}.'))
    .fallback_output(new FunctionResult('No weather for ${args.city}.'));

describe('the builder', () => {
  it('creates the document of the platform', () => {
    expect(weather().to_swaig_function()).toEqual({
      function: 'weather',
      description: 'Tell the weather.',
      parameters: {
        type: 'object',
        properties: {
          city: { type: 'string', description: 'Where.' },
          _required: { type: 'string', description: 'A name like any other.', enum: ['a'] },
        },
        required: ['city'],
      },
      data_map: {
        webhooks: [
          {
            url: 'https://weather.example/now?q=${enc:lc:args.city}',
            method: 'GET',
            headers: { 'X-Key': 'k' },
            error_keys: ['error'],
            output: { response: 'It is ${response.now.temp} and %{now.text}.' },
          },
        ],
        output: { response: 'No weather for ${args.city}.' },
      },
    });
  });

  it('supports every option of a request and of a rule', () => {
    const map = new DataMap('all')
      .global_error_keys(['fault'])
      .expression('${args.a}', /^x/i, new FunctionResult('yes'), new FunctionResult('no'))
      .webhook('post', 'https://a.example', {}, { form_param: 'data', input_args_as_params: true, require_args: ['a'] })
      .body({ b: '${args.a}' })
      .params({ c: 1 })
      .foreach({ input_key: 'list', output_key: 'text', append: '${this.name}', max: 2 })
      .webhook_expressions([{ string: '${text}', pattern: 'z', output: new FunctionResult('z') }]);
    expect(map.to_swaig_function().data_map).toEqual({
      error_keys: ['fault'],
      expressions: [
        { string: '${args.a}', pattern: '/^x/i', output: { response: 'yes' }, 'nomatch-output': { response: 'no' } },
      ],
      webhooks: [
        {
          url: 'https://a.example',
          method: 'POST',
          form_param: 'data',
          input_args_as_params: true,
          require_args: ['a'],
          body: { b: '${args.a}' },
          params: { c: 1 },
          foreach: { input_key: 'list', output_key: 'text', append: '${this.name}', max: 2 },
          expressions: [{ string: '${text}', pattern: 'z', output: { response: 'z' } }],
        },
      ],
    });
  });

  it.each([
    ['body() configures a request', () => new DataMap('x').body({})],
    ['output() configures a request', () => new DataMap('x').output(new FunctionResult())],
    ['foreach requires output_key, append', () => weather().foreach({ input_key: 'a' } as never)],
  ])('rejects an invalid step: %s', (message, build) => {
    expect(build).toThrow(message);
  });
});

describe('the engine', () => {
  it('sends the request with the arguments, and returns fields of the response', async () => {
    const { agent, sent } = agentWith(weather(), { now: { temp: 21, text: 'sunny' } });
    expect((await agent.call_tool('weather', { city: 'São Paulo & more' })).response).toBe('It is 21 and sunny.');
    expect(sent).toEqual([
      {
        method: 'GET',
        url: 'https://weather.example/now?q=s%C3%A3o%20paulo%20%26%20more',
        headers: { 'x-key': 'k' },
        signal: expect.any(AbortSignal),
      },
    ]);
  });

  it.each([
    ['an error status', { status: 500, body: {} }],
    ['no JSON', { body: '<html>' }],
    ['an error key', { error: 'no such city' }],
    [
      'a broken connection',
      () => {
        throw new TransportFault('reset', 'broken');
      },
    ],
  ])('uses the fallback after %s', async (_, answer) => {
    const { agent } = agentWith(weather(), answer);
    expect((await agent.call_tool('weather', { city: 'Rome' })).response).toBe('No weather for Rome.');
  });

  it('throws if a recording lacks the request, instead of using the fallback', async () => {
    const { agent } = agentWith(weather(), () => {
      throw new TransportFault('miss', 'nothing recorded');
    });
    await expect(agent.call_tool('weather', { city: 'Rome' })).rejects.toThrow('nothing recorded');
  });

  it('tries the requests in order, and skips one with missing arguments', async () => {
    const map = new DataMap('find')
      .parameter('id', 'string', 'x')
      .webhook('GET', 'https://a.example/${args.id}', {}, { require_args: ['id'] })
      .output(new FunctionResult('by id'))
      .webhook('GET', 'https://b.example')
      .error_keys(['missing'])
      .output(new FunctionResult('b'))
      .webhook('GET', 'https://c.example')
      .output(new FunctionResult('${array[1].name}'));
    const { agent, sent } = agentWith(map, { missing: true }, [{ name: 'x' }, { name: 'y' }]);
    expect((await agent.call_tool('find')).response).toBe('y');
    expect(sent.map(({ url }) => url)).toEqual(['https://b.example', 'https://c.example']);
  });

  it('counts as failed if every request failed, but not if none was due', async () => {
    const map = new DataMap('find')
      .parameter('id', 'string', 'x')
      .webhook('GET', 'https://a.example/${args.id}', {}, { require_args: ['id'] })
      .output(new FunctionResult('found'))
      .fallback_output(new FunctionResult('Ask for the id first.'));
    const { agent } = agentWith(map, { status: 500, body: {} }, { name: 'x' });
    const failed = async (args: object) => (await agent.call_tool('find', { ...args })).failed;
    expect([await failed({ id: '1' }), await failed({ id: '1' }), await failed({})]).toEqual([true, false, false]);
  });

  it('returns a message without a fallback', async () => {
    const { agent } = agentWith(new DataMap('x').webhook('GET', 'https://a.example'), { status: 404, body: {} });
    expect((await agent.call_tool('x')).response).toBe('No result is available.');
  });
});

describe('the rules and the texts of the engine', () => {
  it('tests rules as regular expressions on their text', async () => {
    const map = createExpressionTool('route', {
      parameters: { to: { type: 'string', description: 'x', required: true } },
      patterns: [
        ['${lc:args.to}', /^sales$/, new FunctionResult('To sales.').connect('+15550100')],
        ['${args.to}', '/SUPPORT|help/i', new FunctionResult('To ${args.to}.')],
      ],
    });
    const { agent } = agentWith(map);
    expect((await agent.call_tool('route', { to: 'SALES' })).to_dict()).toMatchObject({
      response: 'To sales.',
      action: [{ SWML: { sections: { main: [{ connect: { to: '+15550100' } }] } }, transfer: 'true' }],
    });
    expect((await agent.call_tool('route', { to: 'Help' })).response).toBe('To Help.');
    expect((await agent.call_tool('route', { to: 'presales' })).response).toBe('No result is available.');
  });

  it('builds a text from the items of a list, up to max', async () => {
    const map = new DataMap('news')
      .webhook('GET', 'https://a.example')
      .foreach({ input_key: 'items', output_key: 'lines', append: '- ${this.title}\n', max: 2 })
      .output(new FunctionResult('${lines}'));
    const { agent } = agentWith(map, { items: [{ title: 'a' }, { title: 'b' }, { title: 'c' }] });
    expect((await agent.call_tool('news')).response).toBe('- a\n- b\n');
  });

  it.each<[string, (map: DataMap) => DataMap, Partial<WireRequest>]>([
    [
      'a body as JSON, with numbers as numbers',
      (map) => map.webhook('POST', 'https://a.example').body({ n: '${args.n}', deep: [{ t: 'n=${args.n}' }] }),
      { body: '{"n":5,"deep":[{"t":"n=5"}]}', headers: { 'content-type': 'application/json' } },
    ],
    [
      'a form',
      (map) => map.webhook('POST', 'https://a.example', {}, { form_param: 'd' }).body({ n: '${args.n}' }),
      { body: 'd=%7B%22n%22%3A5%7D', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    [
      'the arguments as the query',
      (map) => map.webhook('GET', 'https://a.example?x=1', {}, { input_args_as_params: true }),
      { url: 'https://a.example?x=1&n=5' },
    ],
  ])('sends %s', async (_, build, expected) => {
    const { agent, sent } = agentWith(build(new DataMap('send').parameter('n', 'integer', 'x')), {});
    await agent.call_tool('send', { n: 5 });
    expect(sent).toMatchObject([expected]);
  });

  it('checks the arguments before a request is sent', async () => {
    const { agent, sent } = agentWith(weather(), {});
    await expect(agent.call_tool('weather', {})).rejects.toThrow('weather: city is missing');
    expect(sent).toEqual([]);
  });
});

describe('a template', () => {
  const say = async (template: string, args: Record<string, unknown> = {}, raw_data = {}) => {
    const { agent } = agentWith(createExpressionTool('say', { patterns: [['x', 'x', new FunctionResult(template)]] }));
    return (await agent.call_tool('say', args, raw_data)).response;
  };

  it.each([
    ['%{args.a} and ${args.b.c[1]}', { a: 1, b: { c: ['x', 'y'] } }, '1 and y'],
    ['${enc:url:lc:args.a}', { a: 'A B' }, 'a%20b'],
    ['${enc:args.a}', { a: 'a\ud800/' }, 'a%EF%BF%BD%2F'],
    ['@{expr ${args.a}}', { a: '('.repeat(100_000) }, 'NaN'],
    ['${args.${lc:args.which}}', { which: 'A', a: 'inner' }, 'inner'],
    ['[${args.none}]', {}, '[]'],
    ['[${args.constructor}]', {}, '[]'],
    ['${args.a}', { a: '${args.b}', b: 'again' }, '${args.b}'],
    ['@{expr (1 + ${args.a}) * 2.5} @{expr process.exit()}', { a: 3 }, '10 NaN'],
    ['@{echo hi} @{separate 123} @{unknown x}', {}, 'hi 1 2 3 @{unknown x}'],
    ['@{fmt_ph national +15550123456}', {}, '(555) 012-3456'],
    ['@{strftime_tz Nowhere/None %Y}.', {}, '.'],
    ['${open', {}, ''],
  ])('%s', async (template, args, text) => {
    expect(await say(template, args)).toBe(text);
  });

  it('uses the clock of the agent', async () => {
    const agent = new Agent({ env: {}, now: () => new Date('2001-02-03T04:05:06Z') });
    const time = '@{strftime_tz UTC %Y-%m-%d %H:%M}';
    agent.define_data_map(new DataMap('when').expression('x', 'x', new FunctionResult(time)));
    expect((await agent.call_tool('when')).response).toBe('2001-02-03 04:05');
    expect(agent.explain('when')).toMatchObject({ rules: [{ output: { response: '2001-02-03 04:05' } }] });
  });

  it('reads the global data and meta data of the call', async () => {
    const raw = { global_data: { name: 'Ann' }, meta_data: { id: 7 } };
    expect(await say('${global_data.name} ${meta_data.id}', {}, raw)).toBe('Ann 7');
  });
});

/** A skill whose tool needs its key in a header. */
class Forecast extends Greeter {
  static override SKILL_NAME = 'forecast';
  override register_tools(): void {
    this.define_data_map(
      createSimpleApiTool('forecast', {
        url: `https://weather.example/\${args.city}?key=${this.params.api_key}`,
        headers: { Authorization: `Bearer ${this.params.api_key}` },
        parameters: { city: { type: 'string', description: 'Where.', required: true } },
        response_template: 'It is ${response.text}.',
      }),
    );
  }
}

async function forecasting() {
  const transport = serviceThat({ text: 'dry' });
  const agent = new Agent({ registry: registryWith(Forecast), env: {}, transport });
  await agent.add_skill('forecast', {
    api_key: 'topsecret',
    skip_prompt: true,
    swaig_fields: { fillers: { 'en-US': ['…'] }, function: 'stolen', data_map: {} },
  });
  return { agent, transport };
}

it('explains a call with expanded templates and a redacted key, and sends nothing', async () => {
  const { agent, transport } = await forecasting();
  expect(agent.explain('forecast', { city: 'Rome' })).toEqual({
    tool: 'forecast',
    skill: 'forecast_forecast',
    args: { city: 'Rome' },
    runs: 'data_map',
    rules: [],
    requests: [
      {
        method: 'GET',
        url: 'https://weather.example/Rome?key=[cut]',
        headers: { authorization: 'Bearer [cut]' },
        output: { response: 'It is ${response.text}.' },
      },
    ],
  });
  expect(() => agent.explain('forecast', {})).toThrow('city is missing');
  expect(transport.sent).toEqual([]);
});

it('adds swaig_fields to the tool, and the key only to the document for the platform', async () => {
  const { agent } = await forecasting();
  expect(JSON.stringify([agent.document(), agent.tools])).not.toContain('topsecret');
  const document = agent.document({ with_secrets: true, web_hook_url: () => 'https://me.example' });
  expect(document).toMatchObject({
    version: '1.0.0',
    sections: {
      main: [
        {
          ai: {
            hints: ['hello'],
            global_data: { greeter_ready: true },
            SWAIG: {
              functions: [
                {
                  function: 'forecast',
                  fillers: { 'en-US': ['…'] },
                  data_map: { webhooks: [{ headers: { Authorization: 'Bearer topsecret' } }] },
                },
              ],
            },
          },
        },
      ],
    },
  });
  expect(JSON.stringify(document)).not.toContain('web_hook_url');
});

it('reports the requests of each call, with the key redacted', async () => {
  const { agent } = await forecasting();
  const events: unknown[] = [];
  agent.on('http', (exchange) => events.push(exchange));
  agent.on('call', ({ id, tool }) => events.push({ id, tool }));
  await agent.call_tool('forecast', { city: 'Rome' });
  const { id } = events[1] as { id: number };
  expect(events).toEqual([
    {
      call: id,
      tool: 'forecast',
      method: 'GET',
      url: 'https://weather.example/Rome?key=[cut]',
      status: 200,
      duration_ms: expect.any(Number),
    },
    { id, tool: 'forecast' },
  ]);
});
