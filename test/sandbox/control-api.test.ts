import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { RestClient } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { receiver } from '../support/loopback.js';
import { servedControl } from './support/control.js';

const NUMBER = '+12065550100';
type Json = Record<string, unknown>;

async function served() {
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  onTestFinished(server.close);
  const { project, token } = server.credentials;
  const authorization = `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}`;
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${server.url}/_patchbay/api${path}`, {
      method,
      headers: { authorization },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const platform = new RestClient({ ...server.credentials });
  return { sandbox, server, call, platform };
}

interface OpenApi {
  readonly paths: Record<string, Record<string, { operationId: string; responses: Record<string, Json> }>>;
}
let described: OpenApi;
beforeAll(async () => {
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  const { project, token } = server.credentials;
  const headers = { authorization: `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}` };
  described = (await (await fetch(`${server.url}/_patchbay/api/openapi.json`, { headers })).json()) as OpenApi;
  await server.close();
});

/** The problems that the schema of an answer finds in a body. */
function problemsIn(path: string, method: string, status: number, body: unknown): unknown[] {
  const pointer = `/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'api', ...described });
  const validate = ajv.compile({ $ref: `api#${encodeURI(pointer)}` });
  return validate(body) ? [] : (validate.errors ?? []);
}

describe('the control API', () => {
  it('has a valid description', async () => {
    expect(await new Validator().validate(JSON.parse(JSON.stringify(described)))).toEqual({ valid: true });
  });

  it('answers every described operation as described', async () => {
    const { main, create } = await servedControl();
    const { call } = main;
    const { body: snapshot } = await call('GET', '/snapshot');
    const { project } = await create();
    const inputs: Record<string, unknown> = {
      ring: { number: NUMBER },
      moveClock: { advance_seconds: 60 },
      run: { seconds: 60 },
      addFault: { operation: 'queues.list', fault: { status: 503 }, times: 1 },
      limitRequests: { requests: 5, seconds: 10 },
      restore: snapshot,
      verify: { expect: [{ request: { operation: 'queues.list' } }] },
      createProject: { fork: true },
    };
    for (const [path, methods] of Object.entries(described.paths))
      for (const [method, { operationId }] of Object.entries(methods)) {
        const { status, body } = await call(
          method.toUpperCase(),
          operationId === 'deleteProject' ? `${path}?project=${project}` : path,
          inputs[operationId],
        );
        expect([operationId, status, problemsIn(path, method, status, body)]).toEqual([operationId, 200, []]);
      }
  });

  it('reads a verification code that the platform sent to a phone', async () => {
    const { call, platform } = await served();
    const to = '+13035550111';
    const { id } = await platform.mfa.sms({ to });
    const [{ code }] = (await call('GET', `/inbox?to=${encodeURIComponent(to)}`)).body as [{ code: string }];
    expect(await platform.mfa.verify(id, { token: code })).toMatchObject({ success: true });
    expect((await call('GET', '/inbox?to=%2B13035550999')).body).toEqual([]);
  });

  it('rings a number, whose document comes from a server', async () => {
    const server = await receiver(() => ({
      body: JSON.stringify({ version: '1.0.0', sections: { main: [{ answer: {} }, { hangup: {} }] } }),
    }));
    onTestFinished(server.close);
    const { call, platform } = await served();
    const [number] = (await platform.phone_numbers.list({ filter_number: NUMBER })).data;
    await platform.phone_numbers.set_swml_webhook(number?.id as string, server.url);
    const { body } = await call('POST', '/ring', { number: NUMBER, from: '+13035550111' });
    expect(body).toMatchObject({ number: NUMBER, from: '+13035550111', problems: [] });
    expect((await call('GET', '/journal')).body).toContainEqual(
      expect.objectContaining({ kind: 'webhook', path: `${server.url}/`, status: 200 }),
    );
  });

  it('advances the clock and runs the events that are due', async () => {
    const { call, platform } = await served();
    const { sid } = await platform.compat.messages.create({ From: NUMBER, To: '+13035550111', Body: 'x' });
    const { body: before } = await call('GET', '/clock');
    const { body: after } = await call('POST', '/clock', { advance_seconds: 3600 });
    expect(Date.parse(after.now) - Date.parse(before.now)).toBe(3_600_000);
    expect(await platform.compat.messages.get(sid)).toMatchObject({ status: 'delivered' });
    expect(await call('POST', '/clock', { now: '2001-01-01T00:00:00Z' })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('is not a time after') },
    });
  });

  it('restores a snapshot, and resets to the start', async () => {
    const { call, platform } = await served();
    const names = async () => (await platform.queues.list()).data.map(({ friendly_name }) => friendly_name);
    const start = await names();
    const { body: snapshot } = await call('GET', '/snapshot');
    await platform.queues.create({ name: 'later' });
    expect(await names()).toContain('later');
    await call('POST', '/restore', snapshot);
    expect(await names()).toEqual(start);
    await platform.queues.create({ name: 'again' });
    await call('POST', '/faults', { operation: '*', fault: { status: 500 } });
    await call('POST', '/reset');
    expect(await names()).toEqual(start);
    expect(await call('GET', '/faults')).toEqual({ status: 200, body: [] });
  });
});

describe('the stories of calls', () => {
  it('are those of the latest call with a document, or of the named call', async () => {
    const { call } = await served();
    const { body: ring } = await call('POST', '/ring', { number: NUMBER, digits: ['2'] });
    expect((await call('GET', '/story')).body).toMatchObject({ id: ring.call_id, steps: expect.any(Array) });
    const [first] = (await call('GET', '/calls')).body as { id: string }[];
    expect((await call('GET', `/story?id=${first?.id.slice(0, 8)}`)).body).toMatchObject({ id: first?.id });
    expect(await call('GET', '/story?id=none')).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('there is no call none') },
    });
  });

  it('do not exist in a sandbox without calls', async () => {
    const sandbox = createSandbox({ empty: true });
    const server = await sandbox.listen();
    onTestFinished(server.close);
    const { project, token } = server.credentials;
    const headers = { authorization: `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}` };
    const response = await fetch(`${server.url}/_patchbay/api/story`, { headers });
    expect([response.status, await response.json()]).toEqual([
      422,
      { error: 'no call has run a document. POST /ring simulates one' },
    ]);
  });
});

describe('the requests of the control API', () => {
  it('refuses a snapshot after the year 9999, and keeps the state', async () => {
    const { call } = await served();
    const { body: snapshot } = await call('GET', '/snapshot');
    const late = { ...snapshot, now: '+275000-01-01T00:00:00.000Z' };
    expect(await call('POST', '/restore', late)).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('year 9999') },
    });
    expect((await call('GET', '/snapshot')).body).toEqual(snapshot);
  });

  it('lists the messages to a number whose plus is not encoded', async () => {
    const { call, platform } = await served();
    await platform.compat.messages.create({ From: NUMBER, To: '+13035550111', Body: 'Hello' });
    await call('POST', '/clock', { advance_seconds: 60 });
    const encoded = await call('GET', '/inbox?to=%2B13035550111');
    expect(encoded.body).toEqual([expect.objectContaining({ text: 'Hello' })]);
    expect(await call('GET', '/inbox?to=+13035550111')).toEqual(encoded);
  });

  it('makes requests fail, and stops that again', async () => {
    const { call, platform } = await served();
    await call('POST', '/faults', { operation: 'queues', fault: { status: 503 } });
    await expect(platform.with({ retries: 0 }).queues.list()).rejects.toMatchObject({ status: 503 });
    await call('DELETE', '/faults?operation=queues');
    expect((await platform.queues.list()).data.length).toBeGreaterThan(0);
  });

  it.each<[string, string, string, unknown, number, string]>([
    ['a body that is not JSON', 'POST', '/clock', '{', 400, 'the body is not JSON'],
    ['no body', 'POST', '/ring', undefined, 400, 'the body must be JSON'],
    ['a missing field', 'POST', '/ring', {}, 422, 'number is required'],
    ['an unknown field', 'POST', '/ring', { number: NUMBER, fron: 'x' }, 422, 'fron'],
    [
      'a number of another project',
      'POST',
      '/ring',
      { number: '+13035550111' },
      422,
      'is not a number of this project',
    ],
    ['an unknown operation', 'POST', '/faults', { operation: 'queue', fault: { status: 500 } }, 422, 'Did you mean'],
    ['a fault in another form', 'POST', '/faults', { operation: '*', fault: 503 }, 422, '{ "status": 503 }'],
    ['a limit without a time', 'POST', '/faults/limit', { requests: 1 }, 422, '{ "requests": 5, "seconds": 10 }'],
    ['a clock after the year 9999', 'POST', '/clock', { advance_seconds: 1e300 }, 422, 'year 9999'],
    ['a run after the year 9999', 'POST', '/run', { seconds: 1e300 }, 422, 'year 9999'],
    ['a time after the year 9999', 'POST', '/clock', { now: '+010000-01-01T00:00:00Z' }, 422, 'year 9999'],
    ['a damaged snapshot', 'POST', '/restore', { version: 1, now: 'x', ids: 1, collections: {} }, 422, 'now'],
    ['an unknown field of a request', 'POST', '/verify', { expect: [{ request: { feilds: {} } }] }, 422, 'feilds'],
    [
      'an unknown operation to verify',
      'POST',
      '/verify',
      { expect: [{ request: { operation: 'queue' } }] },
      422,
      'Did you mean',
    ],
    ['two kinds in one', 'POST', '/verify', { expect: [{ request: {}, call: {} }] }, 422, 'must have one of'],
    ['an unknown query field', 'GET', '/inbox?too=1', undefined, 422, 'too'],
    ['an unknown path', 'GET', '/nothing', undefined, 404, '/_patchbay/api/ lists the paths'],
    ['a wrong method', 'DELETE', '/clock', undefined, 405, 'accepts GET and POST, not DELETE'],
  ])('refuses %s in words', async (_, method, path, body, status, says) => {
    const { call } = await served();
    expect(await call(method, path, body)).toEqual({ status, body: { error: expect.stringContaining(says) } });
    expect(await call('GET', '/clock')).toMatchObject({ status: 200, body: { now: '2025-06-02T09:00:00.000Z' } });
  });

  it('lists its paths', async () => {
    const { call } = await served();
    expect((await call('GET', '/')).body.paths).toContain(
      'POST /_patchbay/api/reset: Return to the initial state, without faults and with an empty journal.',
    );
  });

  it('requires the token of the sandbox', async () => {
    const { server } = await served();
    for (const path of ['', '/clock', '/openapi.json'])
      expect((await fetch(`${server.url}/_patchbay/api${path}`)).status).toBe(401);
  });
});
