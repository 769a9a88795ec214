import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type SandboxServer } from '../../src/sandbox.js';

// Programs that are not ours talk to the sandbox over plain HTTP.
const sandbox = createSandbox();
const { project } = sandbox.credentials;
const LAML = `/api/laml/2010-04-01/Accounts/${project}`;
let server: SandboxServer;
let basic: string;

beforeAll(async () => {
  server = await sandbox.listen();
  basic = `Basic ${btoa(`${project}:${server.credentials.token}`)}`;
});
afterAll(() => server.close());

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

function ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}) {
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const request = httpRequest(
      `${server.url}${path}`,
      { method, headers: { authorization: basic, ...headers } },
      async (response) => {
        const said = await text(response).catch(() => '');
        resolve({ status: response.statusCode ?? 0, body: said === '' ? undefined : JSON.parse(said) });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

const alive = async () => expect((await ask('/api/relay/rest/queues')).status).toBe(200);

const INVALID_REQUESTS = [
  [
    'broken JSON',
    '/api/relay/rest/queues',
    { body: '{"name":' },
    { error: 'cannot parse the body: it is not JSON' },
    400,
  ],
  [
    'JSON that is not an object',
    '/api/fabric/resources/ai_agents',
    { body: '[1]' },
    { error: 'the body must be a JSON object' },
    400,
  ],
  [
    'a multipart body',
    `${LAML}/Queues`,
    { body: '--x\r\n\r\n--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    { code: 20400, status: 400, message: expect.stringContaining('form-urlencoded'), more_info: expect.any(String) },
    400,
  ],
  [
    'POST where only PUT exists',
    '/api/relay/rest/sip_profile',
    { body: '{}' },
    { error: '/api/relay/rest/sip_profile does not accept POST: use GET or PUT' },
    405,
  ],
  [
    'an unknown method on the compatible API',
    `${LAML}/Queues.json`,
    { method: 'PATCH', body: '{}' },
    {
      code: 20405,
      status: 405,
      message: expect.stringMatching(/PATCH: use GET or POST$/),
      more_info: expect.any(String),
    },
    405,
  ],
  [
    'a wrong password',
    '/api/relay/rest/queues',
    { headers: { authorization: 'Basic eDp5' } },
    { error: 'Unauthorized' },
    401,
  ],
  ['no password', '/api/video/rooms', { headers: { authorization: '' } }, { error: 'Unauthorized' }, 401],
  ['an unknown path', '/api/nowhere', {}, { error: 'Not Found' }, 404],
  [
    'a wrong password on the compatible API',
    `${LAML}/Calls`,
    { headers: { authorization: 'Basic eDp5' } },
    { code: 20003, status: 401, message: 'Unauthorized', more_info: expect.any(String) },
    401,
  ],
  [
    'the account of another project',
    '/api/laml/2010-04-01/Accounts/00000000-0000-4000-8000-000000000000/Calls',
    {},
    { code: 20404, status: 404, message: 'Not Found', more_info: expect.any(String) },
    404,
  ],
  [
    'broken JSON on the compatible API',
    `${LAML}/Queues`,
    { body: '{' },
    { code: 20400, status: 400, message: 'cannot parse the body: it is not JSON', more_info: expect.any(String) },
    400,
  ],
  [
    'a foreign Host',
    '/api/relay/rest/queues',
    { headers: { host: 'evil.example' } },
    { error: expect.any(String) },
    421,
  ],
  [
    'a foreign Origin',
    '/api/relay/rest/queues',
    { headers: { origin: 'https://evil.example' } },
    { error: expect.any(String) },
    403,
  ],
  [
    'a foreign Host on the compatible API',
    `${LAML}/Queues`,
    { headers: { host: 'evil.example' } },
    { code: 20421, status: 421, message: expect.stringContaining('evil.example'), more_info: expect.any(String) },
    421,
  ],
  [
    'a foreign Origin on the compatible API',
    `${LAML}/Queues?Page=0`,
    { headers: { origin: 'https://evil.example' } },
    { code: 20403, status: 403, message: expect.stringContaining('origins'), more_info: expect.any(String) },
    403,
  ],
] as const;

describe('the server', () => {
  it.each(INVALID_REQUESTS)(
    'answers %s in the error format of its API',
    async (_, path, { method = 'POST', headers, body }: Asked, shape, status) => {
      const sent = body === undefined ? {} : { method, body, headers: { 'content-type': 'application/json' } };
      expect(await ask(path, { ...sent, ...(headers && { headers }) })).toEqual({ status, body: shape });
      await alive();
    },
  );

  it('accepts the name of the scheme in lower case', async () => {
    const headers = { authorization: basic.replace('Basic', 'basic') };
    expect((await ask('/api/relay/rest/queues', { headers })).status).toBe(200);
  });

  it('answers HEAD like GET, without the body', async () => {
    const path = '/api/relay/rest/queues';
    expect(await ask(path, { method: 'HEAD' })).toEqual({ status: 200, body: undefined });
    expect((await ask('/api/nowhere', { method: 'HEAD' })).status).toBe(404);
    const url = `https://sandbox.invalid${path}`;
    const authorization = `Basic ${btoa(`${project}:${sandbox.credentials.token}`)}`;
    const { status, body } = await sandbox.transport.send({ method: 'HEAD', url, headers: { authorization } });
    expect([status, body.length]).toEqual([200, 0]);
  });

  it('refuses a body of 20 MB and keeps running', async () => {
    const body = Buffer.alloc(20 * 2 ** 20, 'x');
    const answer = await ask('/api/relay/rest/queues', { method: 'POST', body }).catch(
      (error: NodeJS.ErrnoException) => ({ status: error.code }),
    );
    // The answer, or a connection that was closed while the rest was still being sent.
    expect([413, 'EPIPE', 'ECONNRESET']).toContain(answer.status);
    await alive();
  });

  it('serves other clients while one sends its request slowly, and 200 connections at once', async () => {
    const dripping = connect(server.port, '127.0.0.1');
    dripping.on('error', () => {});
    dripping.write('POST /api/relay/rest/queues HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{');
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask('/api/relay/rest/queues')));
    dripping.destroy();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('treats hostile names as data', async () => {
    const body = '{"__proto__":{"polluted":true},"name":"x\\u001b[31m","constructor":1}';
    const made = await ask('/api/relay/rest/queues', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(made.status).toBe(201);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    for (const path of [
      '/api/relay/rest/queues/__proto__',
      '/api/relay/rest/queues/%2e%2e',
      '/api/relay/rest/queues/%',
      '//',
    ])
      expect((await ask(path)).status).toBe(404);
    await alive();
  });

  it('accepts a deep document without an error', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const { status } = await ask('/api/relay/rest/queues', {
      method: 'POST',
      body: deep,
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBeLessThan(500);
    await alive();
  });
});
