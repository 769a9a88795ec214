import { type AddressInfo, createServer } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { operations, PhoneCallHandler, PlatformRestError, RestClient, walkRows } from '../../src/client/index.js';
import { absent } from '../../src/client/tables/absent.js';
import { createSandbox } from '../../src/sandbox.js';
import { showError } from '../../src/show/index.js';
import { receiver } from '../support/loopback.js';

const TOKEN = 'sekrit-token';
const open: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));

type Answer = Parameters<typeof receiver>[0];
async function clientOf(answer?: Answer, options = {}) {
  const server = await receiver(answer);
  open.push(server);
  return { server, client: new RestClient({ project: 'prj', token: TOKEN, host: server.url, retries: 0, ...options }) };
}
const DIALED = { from: '+12065550100', to: '+12065550101', url: 'https://a.example/' };
const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('the call succeeded'),
    (error: PlatformRestError) => error,
  );

describe('creating a client', () => {
  it('reports all missing options at once', () => {
    expect(() => new RestClient({ token: 't' })).toThrow(
      'RestClient requires project (or PLATFORM_PROJECT_ID), host (or PLATFORM_SPACE)',
    );
  });

  it.each([
    ['a path', 'space.example/api'],
    ['a query', 'space.example?x=1'],
    ['a user', 'https://user:pw@space.example'],
    ['plain HTTP outside loopback', 'http://space.example'],
    ['another scheme', 'ftp://space.example'],
    ['only a space', ' '],
  ])('rejects a host with %s', (_what, host) => {
    expect(() => new RestClient({ project: 'p', token: TOKEN, host })).toThrow(TypeError);
  });

  it('does not repeat a password from the host', () => {
    expect(() => new RestClient({ project: 'p', token: 't', host: 'https://user:hunter2@space.example' })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('hunter2') }),
    );
  });
});

describe('wrong use', () => {
  const { client } = { client: createSandbox().client() };
  it.each([
    ['a missing argument', () => client.queues.get(undefined as never), 'queues.get(queue_id): queue_id is missing'],
    [
      'an empty argument',
      () => client.queues.get(''),
      'queues.get(queue_id): queue_id must be a non-empty string, not ""',
    ],
    ['two dots', () => client.queues.get('..'), 'queue_id must be a non-empty string, not ".."'],
    ['null', () => client.queues.get(null as never), 'queue_id must be a non-empty string, not null'],
    ['a number', () => client.queues.get(7 as never), 'queue_id must be a non-empty string, not number'],
    [
      'a list in place of the fields',
      () => client.queues.create([] as never),
      'queues.create({…}): the fields must be an object',
    ],
    [
      'one argument too many',
      () => (client.queues.get as (...args: unknown[]) => Promise<unknown>)('q', { signal: 1 }),
      'queues.get(queue_id): too many arguments',
    ],
    [
      'a dial without a document',
      () => client.calling.dial({ from: '+12065550100' } as never),
      'calling.dial({…}): url or swml is required',
    ],
    [
      'a wrong type',
      () => client.queues.create({ max_size: 'many' as never }),
      'queues.create({…}): max_size must be a whole number',
    ],
    [
      'a wrong type deep inside',
      () => client.calling.play('c', { play: [{ type: 'silence', params: { duration: 'long' as never } }] }),
      'calling.play(call_id, {…}): play[0].params.duration must be a number',
    ],
    [
      'an invalid value',
      () => client.phone_numbers.update('n', { call_handler: 'relay_scripts' as never }),
      'Did you mean relay_script?',
    ],
    [
      'a required field that is missing',
      () => client.phone_numbers.purchase({} as never),
      'phone_numbers.purchase({…}): number is required',
    ],
    [
      'a required field with a typo',
      () => client.phone_numbers.purchase({ nunber: '+1' } as never),
      'number is required (you gave nunber)',
    ],
    [
      'an alternative with a typo',
      () => client.calling.dial({ from: '+1', to: '+2', SWML: '{}' } as never),
      'swml is required (you gave SWML)',
    ],
    [
      'a document as text',
      () => client.calling.dial({ from: '+1', to: '+2', swml: '{}' } as never),
      'swml must be an object',
    ],
    [
      'a list with an invalid argument',
      () => Promise.resolve(client.queues.list(7 as never)),
      'queues.list({…}): the fields must be an object',
    ],
  ])('%s is a TypeError before anything is sent', async (_what, call, message) => {
    const error = await failure(call());
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain(message);
  });

  it('is sent without validation', async () => {
    const { server, client: checked } = await clientOf();
    await checked.with({ check: false }).queues.create({ max_size: 'many' as never });
    expect(server.received[0]?.body).toBe('{"max_size":"many"}');
  });

  it('sends unknown fields and reports likely typos', async () => {
    const notices: string[] = [];
    const { server, client } = await clientOf(undefined, { on_notice: (text: string) => notices.push(text) });
    // @ts-expect-error: the description has no such field.
    await client.queues.create({ nmae: 'sales', colour: 'red' });
    expect(server.received[0]?.body).toBe('{"nmae":"sales","colour":"red"}');
    expect(notices).toEqual([
      'queues.create: nmae is not a known field. Did you mean name?',
      'queues.create: colour is not in the API description and is sent unchanged. Known fields: name, max_size',
    ]);
  });
});

describe('notices', () => {
  it.each<[string, (client: RestClient) => Promise<unknown>, string[]]>([
    [
      'an unknown field',
      // @ts-expect-error: the description has no such field.
      (client) => client.queues.create({ title: 'x' }),
      ['queues.create: title is not in the API description and is sent unchanged. Known fields: name, max_size'],
    ],
    [
      'an unknown field of a list',
      // @ts-expect-error: the description has no such field.
      (client) => client.queues.list({ limit: 1 }),
      [
        'queues.list: limit is not in the API description and is sent unchanged. Known fields: page_number, page_size, page_token',
      ],
    ],
    [
      'an unknown field of an operation with many fields',
      // @ts-expect-error: the description has no such field.
      (client) => client.phone_numbers.search({ colour: 'red' }),
      [
        'phone_numbers.search: colour is not in the API description and is sent unchanged. Known fields: areacode, number_type, starts_with, contains, ends_with, max_results and 5 more',
      ],
    ],
    [
      'a likely typo in an open choice',
      (client) => client.calling.dial({ ...DIALED, status_events: ['answerd', 'ended', 'Ringing'] }),
      [
        'calling.dial: status_events[0] answerd is not a known value. Did you mean answered?',
        'calling.dial: status_events[2] Ringing is not a known value. Did you mean ringing?',
      ],
    ],
    [
      'a likely typo in a nested field',
      // @ts-expect-error: the description has no such field.
      (client) => client.calling.collect('c', { digits: { max: 4, terminatrs: '#' } }),
      ['calling.collect: digits.terminatrs is not a known field. Did you mean terminators?'],
    ],
    [
      'a likely typo in a field of the route that a binding uses',
      // @ts-expect-error: the description has no such field.
      (client) => client.phone_numbers.set_swml_webhook('n', 'https://a.example/', { nmae: 'x' }),
      ['phone_numbers.set_swml_webhook: nmae is not a known field. Did you mean name?'],
    ],
  ])('report %s', async (_what, call, expected) => {
    const notices: string[] = [];
    const { client } = await clientOf(undefined, { on_notice: (text: string) => notices.push(text) });
    await call(client);
    expect(notices).toEqual(expected);
  });

  it('are reported once for a call with retries', async () => {
    const notices: string[] = [];
    const answers = [{ status: 503 }, { status: 503 }, { body: '{}' }];
    const { client, server } = await clientOf(() => answers.shift() ?? {}, {
      retries: 2,
      on_notice: (text: string) => notices.push(text),
    });
    await client.queues.get('q');
    // @ts-expect-error: the description has no such field.
    await client.queues.update('q', { title: 'x' });
    expect([server.received.length, notices.length]).toEqual([4, 1]);
  });

  it('are reported once for all clients of one account', async () => {
    const notices: string[] = [];
    const { client } = await clientOf(undefined, { on_notice: (text: string) => notices.push(text) });
    const old = { call_handler: 'relay_context', call_relay_context: 'c' } as const;
    await client.phone_numbers.update('n', old);
    await client.with({ retries: 1 }).phone_numbers.update('n', old);
    expect(notices).toEqual(['phone_numbers.update: call_handler relay_context is deprecated: use relay_topic']);
  });
});

describe('notices about choices', () => {
  it.each<[string, (client: RestClient) => Promise<unknown>]>([
    ['a new value of an open choice', (client) => client.calling.dial({ ...DIALED, status_events: ['on_hold'] })],
    [
      'a newer model',
      (client) =>
        client.fabric.ai_agents.create({ name: 'a', prompt: { text: 'Hi' }, params: { ai_model: 'gpt-4.7-mini' } }),
    ],
    [
      'a shorter model',
      (client) => client.fabric.ai_agents.create({ name: 'a', prompt: { text: 'Hi' }, params: { ai_model: 'gpt-4o' } }),
    ],
    ['a codec with another rate', (client) => client.calling.dial({ ...DIALED, codecs: ['OPUS@44000H@20I'] })],
    ['own data', (client) => client.calling.dial({ ...DIALED, custom_variables: { own: 1, ulr: 2 } })],
    ['an own event', (client) => client.calling.user_event('c', { event: { own: 1 } })],
    ['a document', (client) => client.fabric.swml_scripts.create({ name: 's', contents: { sections: {} } })],
    [
      'a translation',
      (client) =>
        client.calling.live_translate('c', { action: { inject: { message: 'hi', direction: 'local-caller' } } }),
    ],
    ['a field of another alternative', (client) => client.calling.dial({ from: '+1', to: '+2', swml: {} })],
    [
      'a field of the route that a binding uses',
      (client) =>
        client.phone_numbers.set_cxml_webhook('n', 'https://a.example/', { name: 'x', call_fallback_url: 'y' }),
    ],
    // @ts-expect-error: the description has no such field.
    ['an operation without known fields', (client) => client.calling.denoise('c', { own: 1 })],
    ['the page size of the client', (client) => Promise.resolve(client.with({ page_size: 2 }).queues.list())],
  ])('do not report %s', async (_what, call) => {
    const notices: string[] = [];
    const { client } = await clientOf(undefined, { on_notice: (text: string) => notices.push(text) });
    await call(client);
    expect(notices).toEqual([]);
  });
});

describe('options', () => {
  it.each([
    [{ timeout_ms: Number.POSITIVE_INFINITY }, 'timeout_ms must be a whole number'],
    [{ signal: 'x' }, 'signal must be an AbortSignal'],
    [{ max_items: Number.NaN }, 'max_items must be a whole number'],
    [{ retries: -1 }, 'retries must be a whole number'],
    [{ proxy: '127.0.0.1:3128' }, 'the proxy must be an http or https URL'],
    [{ proxy: 'http://u:hunter2@[bad' }, 'the proxy must be an http or https URL'],
    [{ ca: 'garbage' }, 'ca must be a certificate'],
    [{ host: 5 }, 'host must be a string, not number'],
    [{ project: '..' }, 'project must be an id'],
  ])('reject %j', (options, says) => {
    const make = () => new RestClient({ project: 'p', token: TOKEN, host: 'space.example', ...options } as never);
    expect(make).toThrow(says);
    expect(make).toThrow(expect.not.objectContaining({ message: expect.stringContaining('hunter2') }));
  });

  it('do not repeat a token from the host', () => {
    const make = () => new RestClient({ project: 'p', token: TOKEN, host: `https://space.example/${TOKEN}` });
    expect(make).toThrow(expect.not.objectContaining({ message: expect.stringContaining(TOKEN) }));
  });
});

it('shows a client without spaces at the end of a line', async () => {
  const { client } = await clientOf();
  expect(inspect(client)).toContain('namespaces:\n');
  expect(inspect(client)).not.toMatch(/ $/m);
});

describe('missing operations', () => {
  it.each(Object.entries(absent))('%s names the alternative', async (name, instead) => {
    const path = name.split('.');
    const key = path.pop() as string;
    const { client } = await clientOf();
    const namespace = path.reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], client);
    const call = (namespace as Record<string, () => Promise<unknown>>)[key] as () => Promise<unknown>;
    await expect(call()).rejects.toThrow(new TypeError(`${name} does not exist: ${instead}`));
    const dry = path.reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], client.dry);
    expect(() => (dry as Record<string, () => unknown>)[key]?.()).toThrow(`${name} does not exist: ${instead}`);
    expect(Object.keys(namespace as object)).not.toContain(key);
    expect([...walkRows(operations)].map(([known]) => known)).not.toContain(name);
  });
});

describe('requests', () => {
  it('contain the user agent', async () => {
    const { server, client } = await clientOf(undefined, { user_agent: 'lesson/2' });
    await client.queues.get('q');
    expect(server.received[0]?.headers['user-agent']).toBe('lesson/2 patchbay');
  });

  it('omit undefined and null fields', async () => {
    const { server, client } = await clientOf();
    await client.phone_numbers.set_cxml_webhook('n', 'https://a', { fallback_url: undefined, name: 'front' } as never);
    expect(JSON.parse(server.received[0]?.body as string)).toEqual({
      call_handler: 'laml_webhooks',
      call_request_url: 'https://a',
      name: 'front',
    });
  });

  it('separate a field from the argument of the same name', async () => {
    const { server, client } = await clientOf();
    await client.phone_numbers.set_relay_application('n', 'my-app', { name: 'Front desk' });
    expect(JSON.parse(server.received[0]?.body as string)).toEqual({
      call_handler: 'relay_application',
      call_relay_application: 'my-app',
      name: 'Front desk',
    });
  });

  it('repeat the names of lists in a form and write operators into the query', async () => {
    const { server, client } = await clientOf();
    await client.compat.calls.create({
      To: '+1',
      From: '+2',
      StatusCallbackEvent: ['ringing', 'completed'],
    });
    await client.compat.calls.list({ 'StartTime<': '2026-01-01' });
    expect(server.received[0]?.body).toBe(
      'To=%2B1&From=%2B2&StatusCallbackEvent=ringing&StatusCallbackEvent=completed',
    );
    expect(server.received[1]?.target).toContain('?StartTime%3C=2026-01-01');
  });

  it('accept a handler by its name or its value', async () => {
    const { server, client } = await clientOf();
    await client.phone_numbers.update('n', { call_handler: PhoneCallHandler.AI_AGENT, call_ai_agent_id: 'a' });
    await client.phone_numbers.update('n', { call_handler: 'ai_agent', call_ai_agent_id: 'a' });
    expect(server.received[0]?.body).toBe(server.received[1]?.body);
  });

  it('repeat the name of a list in a query, and contain an object as JSON', async () => {
    const { client } = await clientOf();
    const extra = { tag: ['a', 'b'], filter: { from: 1 }, none: null };
    const { url } = client.with({ extra }).dry.queues.list();
    const { searchParams } = new URL(url);
    expect([...searchParams]).toEqual([
      ['tag', 'a'],
      ['tag', 'b'],
      ['filter', '{"from":1}'],
    ]);
  });

  it('equal the dry run, which contains no secrets', async () => {
    const { server, client } = await clientOf();
    const plan = client.dry.calling.end('c/1', { reason: 'busy' });
    await client.calling.end('c/1', { reason: 'busy' });
    expect(server.received[0]).toMatchObject({
      method: plan.method,
      target: new URL(plan.url).pathname,
      body: JSON.stringify(plan.body),
    });
    expect(Object.keys(plan.headers ?? {})).not.toContain('user-agent');
    expect(inspect(plan, { depth: 9 })).not.toContain(Buffer.from(`prj:${TOKEN}`).toString('base64'));
  });
});

describe('the options of requests', () => {
  it.each([
    ['timeout', 'unknown option timeout. Did you mean timeout_ms?'],
    ['colour', 'unknown option colour'],
  ])('reject option %s', (name, says) => {
    expect(() =>
      createSandbox()
        .client()
        .with({ [name]: 1 } as never),
    ).toThrow(says);
  });

  it('are not sent after the signal was aborted', async () => {
    const client = createSandbox().client().with({ signal: AbortSignal.abort() });
    const { name, status, code, message } = await failure(client.queues.get('q'));
    expect({ name, status, code, message }).toEqual({
      name: 'AbortError',
      status: 0,
      code: 'aborted',
      message: "queues.get('q') failed: aborted before it was sent (GET /api/relay/rest/queues/q)",
    });
  });

  it.each<[string, unknown]>([
    ['the default reason', undefined],
    ['an error', new RangeError('too slow')],
    ['a text', 'the user left'],
  ])('fail with the reason of the signal as the cause: %s', async (_what, reason) => {
    let aborting = () => {};
    const { client } = await clientOf(() => {
      aborting();
      return {};
    });
    const before = AbortSignal.abort(reason);
    expect((await failure(client.with({ signal: before }).queues.get('q'))).cause).toBe(before.reason);
    const during = new AbortController();
    aborting = () => during.abort(reason);
    const error = await failure(client.with({ signal: during.signal }).queues.get('q'));
    expect(error).toMatchObject({ name: 'AbortError', status: 0, code: 'aborted' });
    expect(error).toBeInstanceOf(PlatformRestError);
    expect(error.cause).toBe(during.signal.reason);
  });

  it('fail with the reason of the signal while a retry waits', async () => {
    const during = new AbortController();
    const { client } = await clientOf(() => {
      setImmediate(() => during.abort('the user left'));
      return { status: 429, headers: { 'retry-after': '30' } };
    });
    const error = await failure(client.with({ signal: during.signal, retries: 1 }).queues.get('q'));
    expect(error).toMatchObject({ name: 'AbortError', cause: 'the user left' });
  });

  it('stop with the signal of `with`', async () => {
    const { client } = await clientOf();
    expect(await failure(client.with({ signal: AbortSignal.abort() }).queues.get('q'))).toMatchObject({
      name: 'AbortError',
      status: 0,
      code: 'aborted',
    });
  });
});

describe('a failed request', () => {
  it.each([
    ['plain', 404, '{"error":"Not Found"}', undefined, 'Not Found'],
    [
      'of the newer kind',
      422,
      '{"errors":[{"type":"validation_error","code":"missing_required_parameter","message":"is missing","attribute":"name","url":"https://x"}]}',
      'missing_required_parameter',
      'name: is missing',
    ],
    [
      'of the relay kind',
      422,
      '{"errors":[{"detail":"max_size is bad","status":"422","title":"Invalid Attribute","code":"422"}]}',
      '422',
      'max_size is bad',
    ],
    [
      'of the compatible kind',
      401,
      '{"code":20003,"message":"Authenticate","more_info":"https://x","status":401}',
      '20003',
      'Authenticate',
    ],
    ['a list of sentences', 422, '{"errors":["one","two"]}', undefined, 'one (and 1 more)'],
    [
      'of a refused address',
      422,
      '{"errors":[{"detail":"street is unknown","status":"422","title":"Invalid Attribute","code":"422"}],"candidates":[{"city":"Oslo"}]}',
      '422',
      'street is unknown',
    ],
    [
      'a list of the compatible kind',
      400,
      '{"errors":[{"code":"21201","message":"No To number","more_info":"https://x"}]}',
      '21201',
      'No To number',
    ],
    ['of an import', 422, '{"code":"21421","message":"number is invalid"}', '21421', 'number is invalid'],
    [
      'of a token',
      422,
      '{"type":"validation_error","code":"invalid_parameter","message":"is invalid","attribute":"permissions","url":"https://x"}',
      'invalid_parameter',
      'permissions: is invalid',
    ],
    ['a page of a proxy', 502, '<html>Bad gateway</html>', undefined, 'the response contains no reason'],
  ])('%s keeps its code and its message', async (_what, status, body, code, says) => {
    const { client } = await clientOf(() => ({ status, body, headers: { 'x-request-id': 'req-1' } }));
    const error = await failure(client.queues.get('q/1'));
    expect(error).toBeInstanceOf(PlatformRestError);
    expect(error).toMatchObject({
      status,
      code,
      operation: 'queues.get',
      method: 'GET',
      attempts: 1,
      request_id: 'req-1',
    });
    expect(error.message).toBe(`queues.get('q/1') failed: ${status} ${says} (GET /api/relay/rest/queues/q%2F1)`);
  });

  it('never contains the token', async () => {
    const { client } = await clientOf((received) => ({
      status: 500,
      body: JSON.stringify({ error: `you sent ${received.headers.authorization} and ${TOKEN}` }),
    }));
    const error = await failure(client.queues.get(TOKEN));
    const basic = Buffer.from(`prj:${TOKEN}`).toString('base64');
    for (const text of [JSON.stringify(error), error.stack, inspect(error, { depth: 9, showHidden: true })]) {
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain(basic);
    }
  });

  it('includes redirects, which do not forward the token', async () => {
    const { server, client } = await clientOf(() => ({
      status: 301,
      headers: { location: 'https://evil.example/' },
      body: '',
    }));
    expect(await failure(client.queues.get('q'))).toMatchObject({
      status: 301,
      message: expect.stringContaining('redirected to https://evil.example/; redirects are not followed'),
    });
    expect(server.received).toHaveLength(1);
  });
});

describe('the response of a failed request', () => {
  it('does not read 50 MB', async () => {
    const { client } = await clientOf(() => ({ body: Buffer.alloc(50 * 2 ** 20, '1') }));
    expect(await failure(client.queues.get('q'))).toMatchObject({ status: 0, code: 'too_large' });
  });

  it.each([
    [
      'many errors',
      JSON.stringify({
        errors: Array.from({ length: 500 }, (_, n) => ({ message: `error ${n}`.padEnd(120, '.'), code: `c${n}` })),
      }),
    ],
    [
      'a long error',
      JSON.stringify({
        errors: [{ message: 'x'.repeat(50_000), attribute: 'y'.repeat(5_000), code: 'z'.repeat(5_000) }],
      }),
    ],
    ['a page in HTML', `<html>${'<p>sorry</p>'.repeat(5_000)}</html>`],
    ['a long body without a reason', JSON.stringify({ data: 'x'.repeat(50_000) })],
  ])('prints at most 2 kB of %s, and keeps the body', async (_, body) => {
    const { client } = await clientOf(() => ({ status: 422, headers: { 'x-request-id': 'r'.repeat(3_000) }, body }));
    const error = await failure(client.queues.get('q'.repeat(3_000)));
    for (const text of [inspect(error), inspect(error, { depth: 9 }), error.message, showError(error)])
      expect(text.length).toBeLessThan(2_000);
    expect(inspect(error)).toContain('PlatformRestError: queues.get(');
    expect(inspect(error)).toContain('status: 422');
    expect(inspect({ error }).length).toBeLessThan(2_500);
    if (body.startsWith('{')) expect(error.body).toEqual(JSON.parse(body));
  });

  it('prints all of a short response', async () => {
    const { client } = await clientOf(() => ({ status: 404, body: '{"errors":[{"message":"no queue","code":"e1"}]}' }));
    const error = await failure(client.queues.get('q'));
    expect(inspect(error, { depth: 4 })).toContain("body: { errors: [ { message: 'no queue', code: 'e1' } ] }");
    expect(Object.keys(error)).not.toContain('stack');
  });

  it('prints the code that sent the request', async () => {
    const { client } = await clientOf(() => ({ status: 404, body: '{}' }));
    expect(inspect(await failure(client.queues.get('q')))).toMatch(/^ {4}at .*client\.test\.ts:\d+/m);
  });

  it('never contains the token, even if the JSON parser quotes its input', async () => {
    const { client } = await clientOf(() => ({ body: `${TOKEN}` }));
    const error = await failure(client.queues.get('q'));
    expect(error.code).toBe('undecodable');
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(TOKEN);
  });

  it.each([
    ['bytes that are not HTTP', (basic: string) => `GARBAGE ${basic} ${TOKEN}\r\n\r\n`],
    ['an invalid header', (basic: string) => `HTTP/1.1 200 OK\r\nbad header ${basic} ${TOKEN}\r\n\r\n`],
    [
      'a request id',
      (basic: string) => `HTTP/1.1 500 No\r\nx-request-id: ${basic}${TOKEN}\r\ncontent-length: 2\r\n\r\n{}`,
    ],
    [
      'the edge of a long page',
      (basic: string) => `HTTP/1.1 500 No\r\nconnection: close\r\n\r\n${'x'.repeat(1990)}${TOKEN}${basic}`,
    ],
  ])('never contains the token, not even from %s', async (_what, answer) => {
    const basic = Buffer.from(`prj:${TOKEN}`).toString('base64');
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(answer(basic)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const error = await failure(new RestClient({ project: 'prj', token: TOKEN, host, retries: 0 }).queues.get('a'));
    const shown = `${inspect(error, { depth: 12, showHidden: true })}${JSON.stringify(error)}${JSON.stringify(error.cause)}`;
    for (const part of [TOKEN, basic, TOKEN.slice(0, 8)]) expect(shown).not.toContain(part);
    await new Promise((resolve) => server.close(resolve));
  });

  it('includes the page of a captive portal', async () => {
    const { client } = await clientOf(() => ({
      body: '<html>log in</html>',
      headers: { 'content-type': 'text/html' },
    }));
    expect(await failure(client.queues.delete('q'))).toMatchObject({ status: 200, code: 'undecodable' });
  });

  it('contains the time to retry', async () => {
    const { client } = await clientOf(() => ({ status: 429, headers: { 'retry-after': '7' }, body: '{}' }));
    expect(await failure(client.queues.get('q'))).toMatchObject({ status: 429, retry_after: 7 });
  });

  it('has its own code if the response cannot be decoded', async () => {
    const { client } = await clientOf(() => ({ body: '{"id": ' }));
    expect(await failure(client.queues.get('q'))).toMatchObject({ status: 200, code: 'undecodable' });
  });

  it('has status 0 without a response', async () => {
    const { server, client } = await clientOf();
    await server.close();
    expect(await failure(client.queues.get('q'))).toMatchObject({ status: 0, code: 'refused', attempts: 1 });
  });
});

describe('a list', () => {
  it('returns the first page when awaited and every item when iterated', async () => {
    const pages = [
      '{"data":[{"id":"1"}],"links":{"next":"/api/relay/rest/queues?page=2"}}',
      '{"data":[],"links":{"next":"/api/relay/rest/queues?page=3"}}',
      '{"data":[{"id":"3"}],"links":{}}',
    ];
    const { server, client } = await clientOf(({ target }) => ({
      body: pages[Number(/page=(\d)/.exec(target)?.[1] ?? 1) - 1] as string,
    }));
    expect((await client.queues.list()).data).toEqual([{ id: '1' }]);
    const ids: string[] = [];
    for await (const { id } of client.queues.list()) ids.push(id);
    expect(ids).toEqual(['1', '3']);
    expect(server.received).toHaveLength(4);
  });

  it('ends when the pages form a cycle', async () => {
    const { server, client } = await clientOf(() => ({
      body: '{"data":[{"id":"1"}],"links":{"next":"/api/relay/rest/queues?page=2"}}',
    }));
    const ids: string[] = [];
    for await (const { id } of client.queues.list()) ids.push(id);
    expect(server.received).toHaveLength(2);
    expect(ids).toHaveLength(2);
  });

  it('does not follow a link to another host', async () => {
    const { client } = await clientOf(() => ({ body: '{"data":[],"links":{"next":"https://evil.example/"}}' }));
    const walk = async () => {
      for await (const _ of client.queues.list());
    };
    await expect(walk()).rejects.toMatchObject({
      name: 'PlatformRestError',
      code: 'not_allowed',
      operation: 'queues.list',
    });
  });

  it('respects max_items and page_size', async () => {
    const { server, client } = await clientOf(() => ({
      body: '{"data":[{"id":"1"},{"id":"2"}],"links":{"next":"/api/relay/rest/queues?page=2"}}',
    }));
    const ids: string[] = [];
    for await (const { id } of client.with({ max_items: 1, page_size: 2 }).queues.list()) ids.push(id);
    expect(ids).toEqual(['1']);
    expect(server.received.map(({ target }) => target)).toEqual(['/api/relay/rest/queues?page_size=2']);
  });

  it('stops after many empty pages', async () => {
    let asked = 0;
    const { client } = await clientOf(() => ({
      body: `{"data":[],"links":{"next":"/api/relay/rest/queues?page=${++asked}"}}`,
    }));
    const walk = async () => {
      for await (const _ of client.queues.list());
    };
    await expect(walk()).rejects.toThrow('50 pages in a row were empty');
    expect(asked).toBe(50);
  });

  it.each(['null', '"x"', '7'])('fails when the response is %s', async (body) => {
    const { client } = await clientOf(() => ({ body }));
    expect(await failure(client.queues.list())).toMatchObject({ code: 'undecodable', status: 200 });
  });

  it('sends nothing before it is awaited or iterated', async () => {
    const { server, client } = await clientOf();
    void client.queues.list();
    await client.queues.get('q');
    expect(server.received).toHaveLength(1);
  });
});
