import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, type PlatformRestError, RestClient } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox.js';

const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('it succeeded'),
    (error: PlatformRestError) => error,
  );
const COMPANIONS = operations.phone_numbers.update.companions?.call_handler ?? {};
const MAKERS = ['relay_script', 'laml_webhooks', 'ai_agent', 'call_flow', 'relay_application'];
const DOCUMENT = 'https://example.com/document.json';

describe('queues', () => {
  it('exist from create to delete', async () => {
    const { queues } = createSandbox({ empty: true }).client();
    const made = await queues.create({ name: 'sales', max_size: 7 });
    expect(made).toMatchObject({ friendly_name: 'sales', max_size: 7, current_size: 0 });
    expect((await queues.list()).data).toEqual([made]);
    const changed = await queues.update(made.id, { name: 'orders' });
    expect(changed).toMatchObject({ id: made.id, friendly_name: 'orders', max_size: 7 });
    expect(await queues.get(made.id)).toEqual(changed);
    await queues.delete(made.id);
    expect(await failure(queues.get(made.id))).toMatchObject({ status: 404, operation: 'queues.get' });
  });

  it('list the waiting callers, the next one first', async () => {
    const { queues } = createSandbox().client();
    const [line] = (await queues.list()).data.filter((queue) => queue.friendly_name === 'support');
    const { data } = await queues.list_members(line?.id as string);
    expect(data.map(({ position }) => position)).toEqual([1, 2]);
    const next = await queues.get_next_member(line?.id as string);
    expect(next.call_id).toBe(data[0]?.call_id);
    expect(await queues.get_member(line?.id as string, next.call_id)).toMatchObject({
      call_id: next.call_id,
      position: 1,
    });
  });

  it('have pages with links to the next and the previous page', async () => {
    const sandbox = createSandbox({ empty: true });
    const { queues } = sandbox.client();
    for (let i = 0; i < 8; i++) await queues.create({ name: `q${i}` });
    const { project, token } = sandbox.credentials;
    const authorization = `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}`;
    const get = async (path: string) => {
      const url = `http://sandbox.invalid${path}`;
      const { body } = await sandbox.transport.send({ method: 'GET', url, headers: { authorization } });
      return JSON.parse(Buffer.from(body).toString());
    };
    const LAML = `/api/laml/2010-04-01/Accounts/${project}/Queues?PageSize=3`;
    for (const [first, next, prev] of [
      ['/api/relay/rest/queues?page_size=3', 'links.next', 'links.prev'],
      [LAML, 'next_page_uri', 'previous_page_uri'],
    ] as const) {
      const at = (page: object, way: string) =>
        way.split('.').reduce((part, name) => (part as Record<string, unknown>)?.[name], page as unknown) as string;
      const names = ({ data, queues: list }: Record<string, { friendly_name: string }[]>) =>
        (data ?? list)?.map((one) => one.friendly_name);
      const pages = [await get(first)];
      while (at(pages.at(-1), next)) pages.push(await get(at(pages.at(-1), next)));
      expect(pages).toHaveLength(3);
      const back = [pages.at(-1)];
      while (at(back.at(-1), prev)) back.push(await get(at(back.at(-1), prev)));
      expect(back.map(names)).toEqual(pages.map(names).reverse());
    }
  });

  it.each([0, 1001])('refuse a page size of %i', async (page_size) => {
    const { queues } = createSandbox().client().with({ check: false });
    expect(await failure(queues.list({ page_size }).then())).toMatchObject({ status: 422 });
  });

  it('are listed newest first over several pages', async () => {
    const { queues } = createSandbox({ empty: true }).client();
    for (let i = 0; i < 7; i++) await queues.create({ name: `q${i}` });
    const names: string[] = [];
    for await (const queue of queues.list({ page_size: 3 })) names.push(queue.friendly_name);
    expect(names).toEqual(['q6', 'q5', 'q4', 'q3', 'q2', 'q1', 'q0']);
  });
});

describe('numbers', () => {
  it('are searched, purchased once and released', async () => {
    const { phone_numbers } = createSandbox({ empty: true }).client();
    const [offer] = (await phone_numbers.search({ areacode: '206', ends_with: '107' })).data;
    expect(offer).toMatchObject({ number: '+12065550107', city: 'Seattle', region: 'WA' });
    const bought = await phone_numbers.purchase({ number: '+12065550107' });
    expect(await failure(phone_numbers.purchase({ number: '+12065550107' }))).toMatchObject({ status: 422 });
    expect((await phone_numbers.search({ areacode: '206', ends_with: '107' })).data).toEqual([]);
    await phone_numbers.release(bought.id);
    expect(await failure(phone_numbers.get(bought.id))).toMatchObject({ status: 404 });
  });

  it.each([{ max_results: -1 }, { max_results: 101 }, { max_results: 1.5 }, { areacode: 'abc' }, { areacode: '20' }])(
    'refuse a search with %j',
    async (filter) => {
      const { phone_numbers } = createSandbox().client().with({ check: false });
      expect(await failure(phone_numbers.search(filter as never).then())).toMatchObject({ status: 422 });
    },
  );

  it('are filtered by parts of their name and number', async () => {
    const { phone_numbers } = createSandbox().client();
    const names = async (filter: { filter_name?: string; filter_number?: string }) =>
      (await phone_numbers.list(filter)).data.map(({ name }) => name);
    expect(await names({ filter_number: '+1206' })).toEqual(['Support', 'Front desk']);
    expect(await names({ filter_name: 'desk' })).toEqual(['Front desk']);
  });

  it.each(Object.entries(COMPANIONS).filter(([handler]) => handler !== 'laml_application'))(
    'bound with %s require %s and get a resource',
    async (call_handler, companion) => {
      const client = createSandbox().client();
      const id = (await client.phone_numbers.list()).data[0]?.id as string;
      const unchecked = client.with({ check: false }).phone_numbers;
      expect(await failure(unchecked.update(id, { call_handler, [companion]: '' } as never))).toMatchObject({
        status: 422,
        message: expect.stringContaining(companion),
      });
      const target = companion.endsWith('_id') ? '0d2d8a4c-6c1e-4f6e-9d2b-3f4a5b6c7d8e' : 'https://key';
      const bound = await client.phone_numbers.update(id, { call_handler, [companion]: target } as never);
      expect(bound).toMatchObject({ call_handler, [companion]: target });
      expect(bound.calling_handler_resource_id).toEqual(MAKERS.includes(call_handler) ? expect.any(String) : null);
    },
  );

  it('refuse an invalid URL as handler', async () => {
    const { phone_numbers } = createSandbox().client();
    const [number] = (await phone_numbers.list()).data;
    const error = await failure(phone_numbers.set_swml_webhook(number?.id as string, 'not a url'));
    expect(error).toMatchObject({ status: 422, message: expect.stringContaining('must be an http or https URL') });
  });

  it('with the same URL share one resource', async () => {
    const { phone_numbers, fabric } = createSandbox().client();
    const [one, two] = (await phone_numbers.list()).data;
    const first = await phone_numbers.set_swml_webhook(one?.id as string, DOCUMENT);
    const second = await phone_numbers.set_swml_webhook(two?.id as string, DOCUMENT, { name: 'too' });
    expect(second).toMatchObject({ calling_handler_resource_id: first.calling_handler_resource_id, name: 'too' });
    const { data } = await fabric.swml_webhooks.list();
    expect(data.filter(({ swml_webhook }) => swml_webhook.primary_request_url === DOCUMENT)).toHaveLength(1);
  });
});

describe('calls', () => {
  it('can be dialled, play audio and end', async () => {
    const { calling } = createSandbox().client();
    const { id, status } = await calling.dial({ from: '+12065550100', to: '+13125550100', url: DOCUMENT });
    expect(status).toBe('queued');
    const play = [{ type: 'tts' as const, params: { text: 'hello' } }];
    expect(await calling.play(id, { play, control_id: 'greeting' })).toMatchObject({ id, status: 'answered' });
    expect(await failure(calling.play(id, { play, control_id: 'greeting' }))).toMatchObject({ status: 422 });
    await calling.play_pause(id, { control_id: 'greeting' });
    await calling.play_volume(id, { control_id: 'greeting', volume: 3 });
    await calling.play_stop(id, { control_id: 'greeting' });
    expect(await failure(calling.play_stop(id, { control_id: 'greeting' }))).toMatchObject({
      status: 422,
      errors: [{ attribute: 'control_id' }],
    });
    expect(await calling.end(id)).toMatchObject({ status: 'ended', duration: expect.any(Number) });
    expect(await failure(calling.play(id, { play }))).toMatchObject({ status: 422, code: 'cannot_update_completed' });
  });

  it('are canceled before the answer and completed after it', async () => {
    const sandbox = createSandbox();
    const { calling } = sandbox.client();
    const { id } = await calling.dial({ from: '+12065550100', to: '+13125550100', url: DOCUMENT });
    expect(await failure(calling.update({ id, status: 'canceled' }))).toMatchObject({
      code: 'cannot_cancel_in_progress',
    });
    expect(await calling.update({ id, status: 'completed' })).toMatchObject({ status: 'completed' });
  });

  it.each([
    ['an invalid number', { from: 'banana', to: '+13125550100' }, 'invalid_parameter_value'],
    ['a number of another project', { from: '+19995550100', to: '+13125550100' }, 'must_belong_to_project'],
    ['nowhere', { from: '+12065550100', to: 'kiwi' }, 'not_routable'],
  ])('from or to %s are refused', async (_what, ends, code) => {
    const { calling } = createSandbox().client();
    expect(await failure(calling.dial({ ...ends, url: DOCUMENT }))).toMatchObject({ status: 422, code });
  });

  it('that do not exist answer 404', async () => {
    expect(await failure(createSandbox().client().calling.end('unknown'))).toMatchObject({ status: 404 });
  });
});

describe('the sandbox as a whole', () => {
  const story = async () => {
    const sandbox = createSandbox({ seed: 7 });
    const client = sandbox.client();
    const call = await client.calling.dial({ from: '+12065550100', to: '+13125550100', url: DOCUMENT });
    return JSON.stringify([
      call,
      await client.queues.create({ name: 'x' }),
      await client.phone_numbers.list(),
      sandbox.snapshot(),
    ]);
  };

  it('returns the same bytes for the same seed and the same requests', async () => {
    expect(await story()).toBe(await story());
  });

  it('restores a snapshot', async () => {
    const sandbox = createSandbox();
    const client = sandbox.client();
    const before = sandbox.snapshot();
    const made = await client.queues.create({ name: 'later' });
    sandbox.restore(before);
    expect(await failure(client.queues.get(made.id))).toMatchObject({ status: 404 });
    sandbox.restore(before);
    expect(await client.queues.create({ name: 'later' })).toEqual(made);
  });

  it.each([
    ['nothing', () => null, 'must be the result of sandbox.snapshot()'],
    ['another version', (good: object) => ({ ...good, version: 2 }), 'version is 2'],
    ['no time', (good: object) => ({ ...good, now: 'soon' }), 'now must be a time'],
    ['no ids', (good: object) => ({ ...good, ids: 'x' }), 'ids must be a whole number'],
    ['no collections', (good: object) => ({ ...good, collections: [] }), 'collections must be an object'],
    ['half a collection', (good: object) => ({ ...good, collections: { queues: {} } }), 'collections.queues must be'],
    [
      'things without an id',
      (good: object) => ({ ...good, collections: { queues: { next: 1, items: [[0, {}]] } } }),
      'collections.queues.items[0]',
    ],
  ])('refuses to restore %s and keeps its state', async (_, spoilt, says) => {
    const sandbox = createSandbox();
    const before = sandbox.snapshot();
    expect(() => sandbox.restore(spoilt(before) as never)).toThrow(says);
    expect(sandbox.snapshot()).toEqual(before);
  });

  it('never moves its clock backwards', () => {
    const { clock } = createSandbox();
    expect(() => clock.advance(-1)).toThrow(TypeError);
    expect(() => clock.set('2001-01-01')).toThrow(TypeError);
  });
});

describe('over plain HTTP', () => {
  const sandbox = createSandbox();
  let served: Awaited<ReturnType<typeof sandbox.listen>>;
  let basic: string;
  beforeAll(async () => {
    served = await sandbox.listen();
    basic = `Basic ${btoa(`${sandbox.credentials.project}:${served.credentials.token}`)}`;
  });
  afterAll(() => served.close());

  const ask = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
    new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      const sent = httpRequest(
        `${served.url}${path}`,
        { method, headers: { authorization: basic, ...headers } },
        async (response) => {
          const content = await text(response);
          resolve({ status: response.statusCode ?? 0, body: content && JSON.parse(content) });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });

  it('answers other HTTP clients, with JSON and with forms', async () => {
    const made = await ask(
      'POST',
      '/api/relay/rest/queues',
      { 'content-type': 'application/json' },
      '{"name":"plain"}',
    );
    expect(made).toMatchObject({ status: 201, body: { friendly_name: 'plain' } });
    const form = await ask(
      'POST',
      '/api/relay/rest/queues',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'name=form',
    );
    expect(form).toMatchObject({ status: 201, body: { friendly_name: 'form' } });
  });

  it('answers our client like in process', async () => {
    const client = new RestClient(served.credentials);
    const inProcess = await sandbox.client().phone_numbers.list();
    expect((await client.phone_numbers.list()).data).toEqual(inProcess.data);
  });

  it.each([
    ['no credentials', 'GET', '/api/relay/rest/queues', { authorization: '' }, '', 401],
    ['foreign credentials', 'GET', '/api/relay/rest/queues', { authorization: 'Basic Zm9vOmJhcg==' }, '', 401],
    ['an unknown path', 'GET', '/api/nowhere', {}, '', 404],
    ['a body that is not JSON', 'POST', '/api/relay/rest/queues', {}, '{"name":', 400],
    ['a body that is not an object', 'POST', '/api/relay/rest/queues', {}, '[1]', 400],
    ['a field of the wrong type', 'POST', '/api/relay/rest/queues', {}, '{"max_size":"many"}', 422],
    ['an unknown command', 'POST', '/api/calling/calls', {}, '{"command":"calling.sing"}', 422],
    ['no command', 'POST', '/api/calling/calls', {}, '{}', 422],
    ['a page without its token', 'GET', '/api/relay/rest/queues?page_number=2', {}, '', 422],
    ['an invalid page token', 'GET', '/api/relay/rest/queues?page_token=x', {}, '', 422],
    ['a foreign Host', 'GET', '/api/relay/rest/queues', { host: 'evil.example' }, '', 421],
    ['a foreign Origin', 'GET', '/api/relay/rest/queues', { origin: 'https://evil.example' }, '', 403],
    ['20 MB', 'POST', '/api/relay/rest/queues', {}, 'x'.repeat(20 * 2 ** 20), 413],
  ] as const)('answers %s with the documented status', async (_what, method, path, headers, body, status) => {
    const answer = await ask(method, path, headers, body).catch((error: NodeJS.ErrnoException) => error);
    // A server that refuses a long body may close the connection before all of it is sent.
    if (answer instanceof Error)
      expect([answer.code, status]).toEqual([expect.stringMatching(/ECONNRESET|EPIPE/), 413]);
    else expect(answer.status).toBe(status);
    expect((await ask('GET', '/api/relay/rest/queues')).status).toBe(200);
  });
});
