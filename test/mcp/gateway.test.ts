import { describe, expect, it, vi } from 'vitest';
import { service } from '../support/mcp/gateway.js';
import { isAlive } from '../support/mcp/is-alive.js';
import { openGateway } from '../support/mcp/open-gateway.js';

describe('GET /services', () => {
  it('lists services without their commands', async () => {
    const { ask } = await openGateway({
      todo: { ...service(), description: 'Things to do' },
      off: { ...service(), enabled: false },
    });
    expect((await ask('GET', '/services')).body).toEqual({
      todo: { description: 'Things to do', enabled: true, transport: 'stdio' },
      off: { description: '', enabled: false, transport: 'stdio' },
    });
  });

  it('lists tools from all pages, with their complete schemas', async () => {
    const { ask } = await openGateway({ todo: service('pages'), whole: service() });
    const { body } = await ask('GET', '/services/todo/tools');
    expect(body.service).toBe('todo');
    expect(body.tools).toHaveLength(13);
    expect(body.tools[0]).toEqual({
      name: 'add_todo',
      description: 'Adds an item.',
      inputSchema: {
        type: 'object',
        properties: {
          text: { type: 'string', description: 'The item.', maxLength: 200 },
          priority: { anyOf: [{ enum: ['low', 'high'] }, { type: 'null' }], default: 'low' },
          tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
        },
        required: ['text'],
      },
    });
    expect((await ask('GET', '/services/whole/tools')).body.tools).toEqual(body.tools);
  });

  it('stops at an endless list of tools, and at the configured limit', async () => {
    const { ask, logs } = await openGateway(
      { endless: service('endless'), many: service('pages') },
      { limits: { tools: 3 } },
    );
    expect(await ask('GET', '/services/endless/tools')).toMatchObject({
      status: 502,
      body: { error: 'endless returns an endless list of tools', code: 'malformed' },
    });
    expect((await ask('GET', '/services/many/tools')).body.tools).toHaveLength(3);
    expect(logs).toContain('warning: many: has more than 3 tools; the others are ignored');
  });
});

describe('a tool call', () => {
  it('keeps its own server for further calls', async () => {
    const { call } = await openGateway({ todo: service() });
    expect(await call('todo', 'add_todo', { text: 'milk' })).toEqual({
      session_id: 'call-1',
      service: 'todo',
      tool: 'add_todo',
      result: 'Added item 1',
      is_error: false,
      content: [{ type: 'text', text: 'Added item 1' }],
    });
    await call('todo', 'add_todo', { text: 'salt' });
    expect((await call('todo', 'list_todos')).result).toBe('["milk","salt"]');
    expect((await call('todo', 'list_todos', {}, 'call-2')).result).toBe('[]');
  });

  it('uses two services at once, and starts one server for two simultaneous requests', async () => {
    const { call, ask } = await openGateway({ todo: service(), other: service() });
    const answers = await Promise.all([
      call('todo', 'add_todo', { text: 'a' }),
      call('other', 'add_todo', { text: 'b' }),
      call('todo', 'add_todo', { text: 'c' }),
      call('todo', 'add_todo', { text: 'd' }, 'call-2'),
    ]);
    expect(answers.map(({ result }) => result)).toEqual([
      'Added item 1',
      'Added item 1',
      'Added item 2',
      'Added item 1',
    ]);
    const { body } = await ask('GET', '/sessions');
    expect(Object.keys(body)).toEqual(['call-1', 'call-2']);
    expect(Object.keys(body['call-1'].services)).toEqual(['todo', 'other']);
    expect(Object.keys(body['call-2'].services)).toEqual(['todo']);
  });

  it('returns all parts of a result, and their text', async () => {
    const { call } = await openGateway({ all: service() });
    const { result, content, structured_content } = await call('all', 'parts');
    expect(result).toBe('one\n\n[image: image/png, 9 bytes]\n\ntwo\n\n[three: https://example.com/three]');
    expect(content.map(({ type }: { type: string }) => type)).toEqual(['text', 'image', 'resource', 'resource_link']);
    expect(structured_content).toEqual({ four: 4 });
  });

  it.each([
    ['fail', 'There is no such item.'],
    ['refuse', 'priority must be low or high'],
    ['nothing', 'unknown tool nothing'],
  ])('returns an error of the tool %s as a result', async (tool, result) => {
    const { call } = await openGateway({ todo: service() });
    expect(await call('todo', tool)).toMatchObject({ is_error: true, result });
  });

  it('distinguishes tools with similar names', async () => {
    const { call } = await openGateway({ todo: service() });
    expect([(await call('todo', 'a-b')).result, (await call('todo', 'a_b')).result]).toEqual(['dash', 'underscore']);
  });

  it('is cancelled at the server when the client disconnects', async () => {
    const { url, token, call } = await openGateway({ todo: service() });
    await call('todo', 'list_todos');
    const controller = new AbortController();
    const request = fetch(`${url}/services/todo/call`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ tool: 'wait', session_id: 'call-1' }),
      signal: controller.signal,
    });
    request.catch(() => {});
    // The server answers in order, so the first call has started when the second one returns.
    await call('todo', 'list_todos');
    controller.abort();
    await expect(request).rejects.toThrow();
    await vi.waitUntil(async () => /cancelled/.test((await call('todo', 'list_todos')).result));
  });
});

describe('a server', () => {
  it('can write much to stderr before and during a call', async () => {
    const { call } = await openGateway({ flood: service('flood') });
    expect((await call('flood', 'add_todo', { text: 'a' })).result).toBe('Added item 1');
  });

  it('can print other text to stdout, which goes to the log', async () => {
    const { call, logs } = await openGateway({ noise: service('noise') }, { logging: { level: 'DEBUG' } });
    expect((await call('noise', 'add_todo', { text: 'a' })).result).toBe('Added item 1');
    expect(logs).toContain('debug: noise: Working on it...');
  });

  it('that does not answer a call in time can answer the next one', async () => {
    const { ask, call } = await openGateway({ slow: service() }, { limits: { call_seconds: 0.3 } });
    const { status, body } = await ask('POST', '/services/slow/call', { tool: 'wait', session_id: 'call-1' });
    expect([status, body]).toEqual([504, { error: 'slow did not answer within 0.3 s', code: 'timeout' }]);
    expect((await call('slow', 'list_todos')).result).toMatch(/cancelled/);
  });

  it('that hangs is ended and replaced', { timeout: 20_000 }, async () => {
    const { call, ask, logs } = await openGateway({ slow: service() }, { limits: { call_seconds: 0.3 } });
    const { pid } = JSON.parse((await call('slow', 'where')).result);
    expect(await call('slow', 'hang')).toMatchObject({ code: 'timeout' });
    await vi.waitUntil(() => !isAlive(pid), 10_000);
    expect(logs).toContain('warning: slow: does not respond; the gateway ends it');
    expect((await ask('GET', '/sessions')).body).toEqual({});
    await vi.waitUntil(async () => (await call('slow', 'list_todos')).result === '[]', 10_000);
  });

  it('that hangs is replaced for the next call', { timeout: 30_000 }, async () => {
    const { call } = await openGateway({ slow: service() }, { limits: { call_seconds: 2 } });
    await call('slow', 'add_todo', { text: 'a' });
    expect(await call('slow', 'hang')).toMatchObject({ code: 'timeout' });
    expect(await call('slow', 'list_todos')).toMatchObject({ result: '[]', is_error: false });
  });

  it('that rejects a request is quoted, and its invalid tools are logged', async () => {
    const { ask, logs } = await openGateway({ no: service('unwilling'), odd: service('odd') });
    expect((await ask('GET', '/services/no/tools')).body).toEqual({
      error: 'no returned an error: no list for you',
      code: 'refused',
    });
    expect(logs).toContain('warning: no: returned an error: no list for you');
    const { body } = await ask('GET', '/services/odd/tools');
    expect(body.tools.map(({ name }: { name: string }) => name)).toEqual(['add_todo']);
    expect(logs.filter((line) => line.includes('ignored'))).toEqual([
      `warning: odd: the tool ${'x'.repeat(60)} is ignored: its name has more than 128 characters`,
      'warning: odd: the tool bare is ignored: it has no schema',
      'warning: odd: a tool is ignored: it has no name, it has no schema',
    ]);
  });

  it('that exits during a call is reported, and replaced for the next call', async () => {
    const { ask, call, logs } = await openGateway({ frail: service() });
    await call('frail', 'add_todo', { text: 'a' });
    const { status, body } = await ask('POST', '/services/frail/call', { tool: 'die', session_id: 'call-1' });
    expect([status, body]).toEqual([502, { error: 'frail ended during a request (exit code 3)', code: 'ended' }]);
    expect(logs).toContain('warning: frail: exit code 3');
    expect((await call('frail', 'list_todos')).result).toBe('[]');
  });

  it('can answer again after a response that is too large', async () => {
    const { ask, call } = await openGateway({ big: service() });
    await call('big', 'add_todo', { text: 'a' });
    const { status, body } = await ask('POST', '/services/big/call', { tool: 'big', session_id: 'call-1' });
    expect([status, body]).toEqual([502, { error: 'big sent more than 4194304 bytes', code: 'too_large' }]);
    expect((await call('big', 'list_todos')).result).toBe('["a"]');
  });

  it('can send ten megabytes if the configuration allows it', async () => {
    const { call } = await openGateway({ big: service() }, { limits: { message_bytes: 20 * 2 ** 20 } });
    expect((await call('big', 'big')).result).toHaveLength(10 * 2 ** 20);
  });

  it.each([
    [service('stop'), 'exit code 7)', 'before it was ready'],
    [{ command: ['no-such-program-here'] }, 'exit code 127', 'before it was ready'],
    [
      { command: ['no-such-program-here'], sandbox: { enabled: false } },
      '',
      'could not be started: the program no-such-program-here does not exist',
    ],
    [service('ancient'), '', 'uses an unsupported version of MCP: 1999-01-01'],
    [
      { ...service('licence'), env: { LICENCE_KEY: 'key-of-the-licence' } },
      'exit code 3; its last output: cannot start: no licence for [cut])',
      'before it was ready',
    ],
    [service('mute'), '', 'did not start within 0.5 s'],
  ])('that does not start (%j) is reported with the reason', async (config, cause, when) => {
    const { call, ask } = await openGateway(
      { broken: config },
      { limits: { start_seconds: cause || when.includes('MCP') ? 20 : 0.5 } },
    );
    const { error } = await call('broken', 'x');
    expect(error).toMatch(new RegExp(`^broken .*${when}`));
    expect(error).toContain(cause);
    expect((await ask('GET', '/sessions')).body).toEqual({});
  });
});
