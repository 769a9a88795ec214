import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { Agent, type AgentServer, DataMap, type ServeOptions } from '../../src/skills/index.js';
import { Greeter, registryWith } from './example-skills.js';

let agent: Agent;
let now = new Date('2026-01-01T00:00:00Z');
afterEach(() => agent.close());

async function serving(options: ServeOptions = {}): Promise<AgentServer> {
  now = new Date('2026-01-01T00:00:00Z');
  agent = new Agent({ registry: registryWith(Greeter), env: {}, now: () => now });
  await agent.add_skill('greeter', { api_key: 'topsecret' });
  agent.define_tool({
    name: 'break',
    description: 'x',
    handler: () => Promise.reject(new Error('the password is swordfish')),
  });
  return agent.serve(0, options);
}

const post = async (url: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the answers of the endpoint, each test knows its own
  return [response.status, (await response.json()) as any] as const;
};
const call = (more: Record<string, unknown> = {}) => ({
  function: 'greet',
  call_id: 'call.1',
  argument: { parsed: [{ name: 'Ann' }] },
  ...more,
});

describe('the tool endpoint', () => {
  it('returns the result of a call, including its actions', async () => {
    const server = await serving();
    const body = call({ global_data: { 'skill:greeter_greeter': { count: 2 } } });
    expect(await post(server.address('call.1', 'greet'), body)).toEqual([
      200,
      { response: 'Hello Ann', action: [{ set_global_data: { 'skill:greeter_greeter': { count: 3 } } }] },
    ]);
  });

  it.each([
    ['as the model wrote them', { argument: { raw: '{"name":"Bob"}' } }, 'Hello Bob'],
    ['flat', { argument: undefined, arguments: { name: 'Eve' } }, 'Hello Eve'],
    [
      'missing',
      { argument: { parsed: ['odd'], raw: '{' } },
      'greet: name is missing. Usage: greet({ name, times?, tone? })',
    ],
  ])('reads arguments %s', async (_, argument, response) => {
    const server = await serving();
    const [status, answer] = await post(server.address('call.1', 'greet'), call(argument));
    expect([status, answer.response]).toEqual([200, response]);
  });

  it('hides from the model why a tool failed', async () => {
    const server = await serving();
    const [status, answer] = await post(server.address('c', 'break'), { function: 'break', call_id: 'c' });
    expect([status, answer.response]).toEqual([200, expect.stringContaining('The tool failed')]);
    expect(JSON.stringify(answer)).not.toContain('swordfish');
  });

  it('creates no token for an unknown tool', async () => {
    const server = await serving();
    expect(() => server.address('c', 'none')).toThrow('has no tool none');
  });
});

describe('the tokens of the tool endpoint', () => {
  const tokenOf = (address: string) => new URL(address).searchParams.get('__token') ?? '';
  const attempts: Record<string, (server: AgentServer) => string | Promise<string>> = {
    'no token': () => '',
    'an empty token': () => '?__token=',
    'the token of another call': (server) => `?__token=${tokenOf(server.address('call.2', 'greet'))}`,
    'the token of another tool': (server) => `?__token=${tokenOf(server.address('call.1', 'break'))}`,
    'a token with a later expiry': (server) =>
      `?__token=${tokenOf(server.address('call.1', 'greet')).replace(/^\d+/, '9999999999999')}`,
    'a token with something added': (server) => `?__token=${tokenOf(server.address('call.1', 'greet'))}.x`,
    'a cut token': (server) => `?__token=${tokenOf(server.address('call.1', 'greet')).slice(0, -4)}`,
    'the token of another server': async () => {
      const other = await agent.serve(0);
      return `?__token=${tokenOf(other.address('call.1', 'greet'))}`;
    },
    'a token that is too old': (server) => {
      const token = tokenOf(server.address('call.1', 'greet'));
      now = new Date(now.getTime() + 900_000);
      return `?__token=${token}`;
    },
  };

  it.each(Object.entries(attempts))('rejects %s, and runs nothing', async (_, query) => {
    const server = await serving();
    let calls = 0;
    agent.on('call', () => calls++);
    const [status, answer] = await post(`${server.url}/swaig${await query(server)}`, call());
    expect([status, answer]).toEqual([401, { error: expect.stringMatching(/^the token is (missing|expired|wrong)$/) }]);
    expect(calls).toBe(0);
  });

  it('accepts a token until it expires', async () => {
    const server = await serving({ token_lifetime_ms: 1000 });
    const address = server.address('call.1', 'greet');
    now = new Date(now.getTime() + 999);
    expect((await post(address, call()))[0]).toBe(200);
    now = new Date(now.getTime() + 1);
    expect(await post(address, call())).toEqual([401, { error: 'the token is expired' }]);
  });

  it('shares tokens between servers with the same secret', async () => {
    const server = await serving({ secret: 'a secret of our own' });
    const other = await agent.serve(0, { secret: 'a secret of our own' });
    const address = server.address('call.1', 'greet').replace(server.url, other.url);
    expect((await post(address, call()))[0]).toBe(200);
  });
});

describe('the requests of the tool endpoint', () => {
  it.each<[string, string, (server: AgentServer) => Promise<readonly [number, unknown]>, number]>([
    ['bad JSON', 'not a JSON object', (s) => post(s.address('c', 'greet'), '{"function":'), 400],
    ['a list', 'not a JSON object', (s) => post(s.address('c', 'greet'), '[]'), 400],
    ['no function', 'has no valid function name', (s) => post(s.address('c', 'greet'), {}), 400],
    [
      'an invalid function name',
      'has no valid function name',
      (s) => post(s.address('c', 'greet'), { function: '../x' }),
      400,
    ],
    [
      'another content type',
      'must be JSON',
      (s) => post(s.address('c', 'greet'), '{}', { 'content-type': 'text/plain' }),
      415,
    ],
    ['another path', 'not found', (s) => post(`${s.url}/other`, {}), 404],
    ['the document without a password for it', 'not found', (s) => post(s.url, { call_id: 'c' }), 404],
    [
      'a page of another origin',
      'other origins',
      (s) => post(s.address('c', 'greet'), {}, { origin: 'https://evil.example' }),
      403,
    ],
    ['a body of more than 10 MB', 'more than', (s) => post(s.address('c', 'greet'), 'x'.repeat(10 * 2 ** 20 + 1)), 413],
    [
      'GET',
      'the method must be POST',
      async (s) => fetch(s.address('c', 'greet')).then(async (r) => [r.status, await r.json()] as const),
      405,
    ],
    [
      'a tool that was there once',
      'unknown function greet',
      async (s) => {
        const address = s.address('c', 'greet');
        await agent.remove_skill('greeter');
        return post(address, { function: 'greet', call_id: 'c' });
      },
      404,
    ],
  ])('answers %s with its status', async (_, message, send, status) => {
    expect(await send(await serving())).toEqual([status, { error: expect.stringContaining(message) }]);
  });

  it('rejects a foreign Host, but not that of public_url', async () => {
    const ask = (server: AgentServer, host: string) =>
      new Promise<number | undefined>((done, fail) => {
        const { port } = server;
        httpRequest({ port, host: '127.0.0.1', path: '/swaig', headers: { host } }, (response) => {
          response.resume();
          done(response.statusCode);
        })
          .on('error', fail)
          .end();
      });
    const server = await serving({ public_url: 'https://tunnel.example/' });
    expect(await ask(server, 'evil.example')).toBe(421);
    expect(await ask(server, 'tunnel.example')).toBe(405);
    expect(server.address('c', 'greet')).toMatch(/^https:\/\/tunnel\.example\/swaig\?__token=/);
  });
});

describe('the document of a call', () => {
  const auth = { username: 'bench', password: 'correct horse' };
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

  it('requires the password, and has valid URLs', async () => {
    const server = await serving({ auth });
    agent.define_data_map(new DataMap('mapped').webhook('GET', 'https://a.example'));
    const [status, document] = await post(server.url, { call: { call_id: 'call.1' } }, basic('bench:correct horse'));
    expect(status).toBe(200);
    const functions = document.sections.main[0].ai.SWAIG.functions as { function: string; web_hook_url?: string }[];
    const greet = functions.find((one) => one.function === 'greet');
    expect((await post(String(greet?.web_hook_url), call()))[0]).toBe(200);
    expect(functions.find((one) => one.function === 'mapped')).not.toHaveProperty('web_hook_url');
  });

  it.each([
    ['no password', {}, { call_id: 'c' }, 401],
    ['another password', basic('bench:wrong'), { call_id: 'c' }, 401],
    ['no call', basic('bench:correct horse'), {}, 400],
  ])('is rejected with %s', async (_, headers, body, status) => {
    const server = await serving({ auth });
    expect((await post(server.url, body, headers as Record<string, string>))[0]).toBe(status);
  });

  it('requires a password that is not empty and a long secret', async () => {
    await expect(serving({ auth: { username: 'a', password: '' } })).rejects.toThrow(
      'requires a user name and a password',
    );
    await expect(serving({ secret: 'short' })).rejects.toThrow('at least 16 characters');
  });
});

it('stops serving when the agent closes', async () => {
  const server = await serving();
  await agent.close();
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
});
