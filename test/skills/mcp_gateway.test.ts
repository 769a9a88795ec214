import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/http/index.js';
import { sessionIdOf } from '../../src/skills/builtin/mcp_gateway/gateway-client.js';
import { inputSchemaOf } from '../../src/skills/builtin/mcp_gateway/input-schema.js';
import { toolNames } from '../../src/skills/builtin/mcp_gateway/tool-names.js';
import { Agent } from '../../src/skills/index.js';
import { certificate, privateKey } from '../support/certificate.js';
import { closedAfterTest } from '../support/closed-after-test.js';
import { type Received, receiver } from '../support/loopback.js';
import { service } from '../support/mcp/gateway.js';
import { openGateway } from '../support/mcp/open-gateway.js';
import { fromRecording, recorded } from './stand-ins.js';

const TOKEN = 'token-of-an-agent';
const GIVEN = { gateway_url: 'https://mcp.example.com', auth_token: TOKEN };

async function agentOn(params: Record<string, unknown> = {}, transport?: Transport) {
  const agent = closedAfterTest(new Agent({ env: {}, ...(transport && { transport }) }));
  const logs: string[] = [];
  agent.on('log', ({ message }) => logs.push(message));
  await agent.add_skill('mcp_gateway', { ...GIVEN, ...params });
  const call = async (tool: string, args = {}, raw_data = {}) =>
    (await agent.call_tool(tool, args, raw_data)).response as string;
  return { agent, logs, call };
}

const names = (agent: Agent) => agent.tools.map(({ name }) => name);

describe('with the recordings', () => {
  it('offers every tool of every enabled service', async () => {
    await fromRecording('mcp_gateway', 'success', [TOKEN], async (transport) => {
      const { agent, call } = await agentOn({}, transport);
      expect(names(agent)).toEqual(['mcp_todo_add_todo', 'mcp_todo_list_todos', '_mcp_gateway_hangup']);
      expect(agent.tools[0]).toMatchObject({
        description: '[todo] Add an item',
        parameters: {
          type: 'object',
          properties: {
            text: { type: 'string', description: 'Item' },
            priority: { type: 'string', enum: ['low', 'high'], default: 'low' },
          },
          required: ['text'],
        },
      });
      expect(agent.tools[2]).toMatchObject({ fields: { is_hangup_hook: true } });
      expect(agent.hints).toEqual(['MCP', 'gateway', 'todo']);
      expect(agent.global_data).toEqual({
        mcp_gateway_url: 'https://mcp.example.com',
        mcp_session_id: null,
        mcp_services: ['todo'],
      });
      expect(agent.prompt_sections).toEqual([
        { title: 'MCP services', body: expect.stringContaining('todo'), bullets: expect.any(Array) },
      ]);
      expect(agent.prompt_sections[0]?.bullets).toHaveLength(4);
      expect(await call('mcp_todo_add_todo', { text: 'milk' })).toBe('Added item 1');
      expect(await call('mcp_todo_list_todos')).toBe('1. milk');
      await agent.close();
    });
  });

  it('adds no prompt section without services', async () => {
    const { agent } = await agentOn({}, recorded('mcp_gateway', 'empty'));
    expect([names(agent), agent.prompt_sections]).toEqual([['_mcp_gateway_hangup'], []]);
  });

  it('loads without tools if the services cannot be listed, and logs the reason', async () => {
    const { agent, logs } = await agentOn({}, recorded('mcp_gateway', 'malformed'));
    expect(names(agent)).toEqual(['_mcp_gateway_hangup']);
    expect(logs).toEqual([
      'mcp_gateway: the gateway does not list its services: the list of services is not an object',
    ]);
  });

  it.each([
    [
      'auth_failure',
      'the gateway rejected the credentials: check auth_token, or auth_user and auth_password (GET /services: 401)',
    ],
    ['timeout', 'the gateway at https://mcp.example.com does not respond'],
  ] as const)('does not load after %s', async (scenario, problem) => {
    await expect(agentOn({ retry_attempts: 1 }, recorded('mcp_gateway', scenario))).rejects.toThrow(problem);
  });

  it('describes an exceeded quota', async () => {
    const { call, logs } = await agentOn({}, recorded('mcp_gateway', 'quota'));
    expect(await call('mcp_todo_add_todo', { text: 'milk' })).toBe(
      'todo.add_todo received too many requests. Try again later.',
    );
    expect(logs).toEqual(['mcp_gateway: POST /services/todo/call: 429 too many requests']);
  });
});

async function here(services: Record<string, object>, params: object = {}, limits: object = {}) {
  const gateway = await openGateway(services, { limits });
  return { gateway, ...(await agentOn({ gateway_url: gateway.url, auth_token: gateway.token, ...params })) };
}

describe('with a gateway and its servers', () => {
  it('passes complete schemas and valid names', async () => {
    const { agent } = await here({ 'my-todo': service('pages') });
    expect(names(agent)).toEqual(expect.arrayContaining(['mcp_my_todo_add_todo', 'mcp_my_todo_a_b']));
    for (const name of names(agent)) expect(name).toMatch(/^[A-Za-z_]\w{0,63}$/);
    expect(new Set(names(agent)).size).toBe(14);
    expect(agent.tools.find(({ name }) => name === 'mcp_my_todo_add_todo')?.parameters).toEqual({
      type: 'object',
      properties: {
        text: { type: 'string', description: 'The item.', maxLength: 200 },
        priority: { anyOf: [{ enum: ['low', 'high'] }, { type: 'null' }], default: 'low' },
        tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      },
      required: ['text'],
    });
  });

  it('calls both of two tools whose names differ only in a dash', async () => {
    const { agent, call } = await here(
      { s: service() },
      { services: [{ name: 's', tools: ['a-b', 'a_b', 'nothing'] }] },
    );
    const [dash = '', underscore = ''] = names(agent);
    expect([dash, underscore]).toEqual([expect.stringMatching(/^mcp_s_a_b_[0-9a-f]{6}$/), 'mcp_s_a_b']);
    expect([await call(dash), await call(underscore)]).toEqual(['dash', 'underscore']);
  });

  it('keeps services and calls separate', async () => {
    const { gateway, call } = await here({ one: service(), two: service() });
    const at = (call_id: string) => ({ call_id });
    const answers = await Promise.all([
      call('mcp_one_add_todo', { text: 'a' }, at('call-1')),
      call('mcp_two_add_todo', { text: 'b' }, at('call-1')),
      call('mcp_one_add_todo', { text: 'c' }, at('call-2')),
    ]);
    expect(answers).toEqual(['Added item 1', 'Added item 1', 'Added item 1']);
    expect(await call('mcp_one_list_todos', {}, at('call-1'))).toBe('["a"]');
    expect(await call('mcp_one_list_todos', {}, { call_id: 'call-9', global_data: { mcp_call_id: 'call-2' } })).toBe(
      '["c"]',
    );
    const { body } = await gateway.ask('GET', '/sessions');
    expect(Object.keys(body)).toEqual(['call-1', 'call-2']);
    expect(body['call-1']).toMatchObject({ timeout: 300, metadata: { call_id: 'call-1', timestamp: null } });
  });

  it('ends the sessions of a call on hangup, and its own when it is removed', async () => {
    const { gateway, agent, call } = await here({ one: service() });
    const sessions = async () => Object.keys((await gateway.ask('GET', '/sessions')).body);
    await call('mcp_one_add_todo', { text: 'a' });
    await call('mcp_one_add_todo', { text: 'a' }, { call_id: 'call-1' });
    expect(await sessions()).toHaveLength(2);
    await call('_mcp_gateway_hangup', {}, { call_id: 'call-1' });
    await call('_mcp_gateway_hangup', {}, { call_id: 'call-1' });
    const [own] = await sessions();
    expect([await sessions(), own]).toEqual([[own], expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    await agent.remove_skill('mcp_gateway');
    expect(await sessions()).toEqual([]);
  });
});

describe('the connection to a gateway', () => {
  it.each([
    ['mcp_s_fail', 's.fail failed: There is no such item.'],
    ['mcp_s_refuse', 's.refuse failed: priority must be low or high'],
    ['mcp_s_wait', 's.wait took too long to respond. Try again in a moment.'],
    ['mcp_s_die', 's.die cannot be reached. Try again later.'],
    ['mcp_s_big', 's.big returned a response that is too large. Request less.'],
    ['mcp_s_parts', 'one\n\n[image: image/png, 9 bytes]\n\ntwo\n\n[three: https://example.com/three]'],
  ])('describes %s: %s', async (tool, said) => {
    const call_seconds = tool === 'mcp_s_wait' ? 0.5 : 20;
    const { call } = await here({ s: service() }, {}, { call_seconds, message_bytes: 2 ** 20 });
    expect(await call(tool)).toBe(said);
  });

  it('accepts an unverified certificate only with verify_ssl false', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mcp-gateway-'));
    const tls = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
    writeFileSync(tls.cert, certificate);
    writeFileSync(tls.key, privateKey);
    const gateway = await openGateway({}, { server: { tls } });
    const access = { gateway_url: gateway.url, auth_token: gateway.token, retry_attempts: 1 };
    await expect(agentOn(access)).rejects.toThrow('self-signed certificate');
    expect((await agentOn({ ...access, verify_ssl: false })).agent.has_skill('mcp_gateway')).toBe(true);
    await expect(agentOn(access)).rejects.toThrow('self-signed certificate');
    rmSync(folder, { recursive: true });
  });

  it('skips a broken service, and offers the others', async () => {
    const { agent, logs } = await here({ broken: service('stop'), fine: service() });
    expect(names(agent).filter((name) => name.startsWith('mcp_broken'))).toEqual([]);
    expect(names(agent)).toContain('mcp_fine_add_todo');
    expect(logs).toEqual([
      'mcp_gateway: the service broken is skipped: GET /services/broken/tools: 502 broken ended before it was ready (exit code 7)',
    ]);
  });

  it('authenticates with a user name and a password, and rejects a wrong one', async () => {
    const gateway = await openGateway({}, { server: { auth_user: 'ann', auth_password: 'secret-of-ann' } });
    const basic = { gateway_url: `${gateway.url}/`, auth_token: undefined, auth_user: 'ann' };
    await agentOn({ ...basic, auth_password: 'secret-of-ann' });
    await expect(agentOn({ ...basic, auth_password: 'secret-of-bob' })).rejects.toThrow(
      'the gateway rejected the credentials',
    );
  });
});

describe('on the wire', () => {
  const answers = (override: (received: Received) => { status?: number; body?: string } | undefined) =>
    receiver((received) => {
      const tools = { tools: [{ name: 'do', inputSchema: { type: 'object', properties: {} } }] };
      const usual = { '/health': {}, '/services': { s: {} }, '/services/s/tools': tools }[received.target];
      return override(received) ?? { body: JSON.stringify(usual ?? { result: 'done' }) };
    });

  it('sends a call once if its outcome is unknown, and repeats requests for lists', async () => {
    let failures = 1;
    const server = await answers(({ target, method }) => {
      if (method === 'POST') return { status: 500, body: '{}' };
      return target === '/services' && failures-- > 0 ? { status: 503, body: '{}' } : undefined;
    });
    closedAfterTest(server);
    const { call } = await agentOn({ gateway_url: server.url });
    expect(await call('mcp_s_do', {}, { call_id: 'call-1', timestamp: 5 })).toBe(
      's.do cannot be reached. Try again later.',
    );
    expect(server.received.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /health',
      'GET /services',
      'GET /services',
      'GET /services/s/tools',
      'POST /services/s/call',
    ]);
    const { headers, body } = server.received[4] as Received;
    expect(headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(JSON.parse(body)).toEqual({
      tool: 'do',
      arguments: {},
      session_id: 'call-1',
      timeout: 300,
      metadata: { agent_id: 'patchbay', timestamp: 5, call_id: 'call-1' },
    });
  });

  it('does not repeat a request after a timeout in the gateway', async () => {
    const server = closedAfterTest(
      await answers(({ target }) =>
        target === '/services/s/tools'
          ? { status: 504, body: JSON.stringify({ error: 's did not start within 4 s', code: 'timeout' }) }
          : undefined,
      ),
    );
    const { logs } = await agentOn({ gateway_url: server.url });
    expect(server.received.filter(({ target }) => target === '/services/s/tools')).toHaveLength(1);
    expect(logs).toEqual([
      'mcp_gateway: the service s is skipped: GET /services/s/tools: 504 s did not start within 4 s',
    ]);
  });

  it('keeps error texts and the token of the gateway from the model', async () => {
    const server = await answers(({ method }) =>
      method === 'POST' ? { status: 400, body: JSON.stringify({ error: `bad \u001b[31m ${TOKEN}` }) } : undefined,
    );
    closedAfterTest(server);
    const { call, logs } = await agentOn({ gateway_url: server.url });
    expect(await call('mcp_s_do')).toBe('s.do rejected this request. Try other words.');
    expect(logs).toEqual(['mcp_gateway: POST /services/s/call: 400 bad [31m [cut]']);
  });

  it('truncates a long result', async () => {
    const result = `\u001b[31m${'x'.repeat(50_000)}`;
    const server = await answers(({ method }) =>
      method === 'POST' ? { body: JSON.stringify({ result }) } : undefined,
    );
    closedAfterTest(server);
    const { call } = await agentOn({ gateway_url: server.url });
    expect(await call('mcp_s_do')).toMatch(/^\[31mx+…$/);
    expect(await call('mcp_s_do')).toHaveLength(32_000);
  });

  it('supports an older gateway, and reports invalid responses', async () => {
    const results = [{ result: { content: [] } }, { result: '' }, { other: 1 }];
    const server = await answers(({ method }) =>
      method === 'POST' ? { body: JSON.stringify(results.shift()) } : undefined,
    );
    closedAfterTest(server);
    const { call } = await agentOn({ gateway_url: server.url });
    expect([await call('mcp_s_do'), await call('mcp_s_do'), await call('mcp_s_do')]).toEqual([
      '{"content":[]}',
      's.do succeeded and returned nothing.',
      's.do returned an invalid response. Try again later.',
    ]);
  });
});

describe('set-up', () => {
  it.each([
    [{ auth_token: undefined }, 'auth_token is required (or set MCP_GATEWAY_AUTH_TOKEN) if auth_user is not set'],
    [{ auth_token: undefined, auth_user: 'ann' }, 'auth_password is required with auth_user'],
    [{ gateway_url: 'ftp://example.com' }, 'gateway_url must be an http or https address'],
    [{ gateway_url: 'https://ann:pass@example.com' }, 'Pass auth_user and auth_password instead'],
    [{ services: [{ tools: '*' }] }, 'services[0].name is required'],
    [{ services: [{ name: 'a', tools: 'b' }] }, 'services[0].tools must be an array, or "*", got "b"'],
    [{ retry_attempts: 0 }, 'retry_attempts must be at least 1'],
  ])('is rejected with %j', async (params, problem) => {
    await expect(agentOn(params)).rejects.toThrow(problem);
  });

  it('takes its credentials from the environment', async () => {
    const gateway = await openGateway({});
    const agent = closedAfterTest(new Agent({ env: { MCP_GATEWAY_AUTH_TOKEN: gateway.token } }));
    expect(await agent.add_skill('mcp_gateway', { gateway_url: gateway.url })).toBe('mcp_gateway');
  });

  it('reports that no gateway responds at the address', async () => {
    const gone = await receiver();
    await gone.close();
    const agent = agentOn({ gateway_url: gone.url, retry_attempts: 1 });
    await expect(agent).rejects.toThrow(`the gateway at ${gone.url} does not respond: could not connect`);
  });
});

describe('tool names', () => {
  const named = (...tools: string[]) => {
    const given = tools.map((tool) => ({ service: tool.split('/')[0] as string, name: tool.split('/')[1] as string }));
    const found = toolNames('mcp_', given);
    return given.map((tool) => found.get(tool));
  };

  it('do not depend on the order, and a valid name stays unchanged', () => {
    const forth = named('s/a-b', 's/a_b', 's/a.b');
    expect(forth[1]).toBe('mcp_s_a_b');
    expect(named('s/a.b', 's/a_b', 's/a-b')).toEqual([...forth].reverse());
    expect(new Set(forth).size).toBe(3);
  });

  it('are unique between services, and short', () => {
    const [one, two] = named('a/b_c', 'a_b/c');
    expect(one).not.toBe(two);
    const long = named(`s/${'x'.repeat(100)}`, `s/${'x'.repeat(101)}`);
    expect(long.map((name) => name?.length)).toEqual([64, 64]);
    expect(new Set(long).size).toBe(2);
    expect(
      toolNames('', [{ service: '1', name: 'ü' }])
        .values()
        .next().value,
    ).toBe('_1__');
  });
});

it.each([
  [undefined, { type: 'object', properties: {} }],
  [{ type: 'object' }, { type: 'object', properties: {} }],
  [
    {
      type: 'object',
      properties: { a: 5, b: { type: 5, enum: 'x', items: 'x', required: true, $ref: '#/$defs/x' } },
      $defs: { x: {} },
    },
    { type: 'object', properties: { a: {}, b: { $ref: '#/$defs/x' } }, $defs: { x: {} } },
  ],
])('converts the schema %j to one that can be checked', (schema, expected) => {
  expect(inputSchemaOf(schema)).toEqual(expected);
});

it.each([
  [
    { a: true, b: false },
    { a: {}, b: { not: {} } },
  ],
  [{ a: { properties: { b: false } } }, { a: { properties: { b: { not: {} } } } }],
  [{ a: { items: false } }, { a: { items: { not: {} } } }],
  [{ a: { items: [false, { type: 'string' }] } }, { a: { items: [{ not: {} }, { type: 'string' }] } }],
  [{ a: { additionalProperties: false, not: true } }, { a: { additionalProperties: false, not: true } }],
])('keeps the meaning of %j', (properties, expected) => {
  expect(inputSchemaOf({ type: 'object', properties })).toEqual({ type: 'object', properties: expected });
});

it('rejects a schema that is too deep or too large', () => {
  let deep: object = {};
  for (let level = 0; level < 40; level++) deep = { properties: { a: deep } };
  expect(inputSchemaOf(deep)).toBeUndefined();
  expect(inputSchemaOf({ description: 'x'.repeat(70_000) })).toBeUndefined();
});

it.each([
  [{}, undefined],
  [{ call_id: '' }, undefined],
  [{ call_id: 'call-1' }, 'call-1'],
  [{ call_id: 'call-1', global_data: { mcp_call_id: 'mine' } }, 'mine'],
  [{ call_id: 'a call/1' }, expect.stringMatching(/^[0-9a-f]{64}$/)],
])('returns the session id of %j', (raw_data, id) => {
  expect(sessionIdOf(raw_data)).toEqual(id);
});
