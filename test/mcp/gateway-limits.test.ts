import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { liveTransport } from '../../src/http/index.js';
import { gatewayConfig } from '../../src/mcp/gateway/config.js';
import { RateLimits } from '../../src/mcp/gateway/rate-limits.js';
import { startGateway } from '../../src/mcp/index.js';
import { certificate, privateKey } from '../support/certificate.js';
import { closedAfterTest } from '../support/closed-after-test.js';
import { service } from '../support/mcp/gateway.js';
import { isAlive } from '../support/mcp/is-alive.js';
import { openGateway } from '../support/mcp/open-gateway.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

const where = async ({ call }: Awaited<ReturnType<typeof openGateway>>, name = 'todo', id?: string) =>
  JSON.parse((await call(name, 'where', {}, id)).result);

/** What a server without rights has to get at: this very test may lie where only root does. */
const NEEDED = [process.execPath, import.meta.filename];
function isReadableByAll(path: string): boolean {
  const about = statSync(path);
  const isOpen = (about.mode & (about.isDirectory() ? 0o1 : 0o4)) !== 0;
  return isOpen && (dirname(path) === path || isReadableByAll(dirname(path)));
}

describe('the processes of servers', () => {
  it('end with their session, and those of other sessions continue', async () => {
    const gateway = await openGateway({ todo: service(), other: service() });
    const [first, second, another] = [
      await where(gateway),
      await where(gateway, 'other'),
      await where(gateway, 'todo', 'call-2'),
    ];
    expect(await gateway.ask('DELETE', '/sessions/call-1')).toMatchObject({
      status: 200,
      body: { message: 'session call-1 ended' },
    });
    expect([first, second, another].map(({ pid }) => isAlive(pid))).toEqual([false, false, true]);
    expect(existsSync(first.cwd)).toBe(false);
    expect(existsSync(another.cwd)).toBe(true);
    expect((await gateway.ask('DELETE', '/sessions/call-1')).status).toBe(404);
    expect((await gateway.ask('DELETE', '/sessions/a%2Fb')).status).toBe(400);
  });

  it('end when their parent process exits', async () => {
    const gateway = await openGateway({ todo: service() });
    const child = Number((await gateway.call('todo', 'child')).result);
    await gateway.call('todo', 'die');
    await vi.waitUntil(() => !isAlive(child));
  });

  it('end with the gateway, even if they ignore signals', { timeout: 20_000 }, async () => {
    const gateway = await openGateway({ todo: service('stubborn'), mute: service('mute') });
    const { pid, cwd } = await where(gateway);
    const child = Number((await gateway.call('todo', 'child')).result);
    // This server is still starting when the gateway closes.
    const starting = gateway.call('mute', 'x', {}, 'call-2').catch(() => {});
    await vi.waitUntil(async () => Object.keys((await gateway.ask('GET', '/sessions')).body).length === 2);
    await gateway.close();
    await starting;
    expect([pid, child].map(isAlive)).toEqual([false, false]);
    expect(existsSync(cwd)).toBe(false);
  });

  it('end when the gateway is killed', { timeout: 30_000 }, async () => {
    const script = join(import.meta.dirname, '../support/mcp/start-gateway.ts');
    const gatewayProcess = spawn(process.execPath, ['--import', 'tsx', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await new Promise<[Buffer]>((resolve) =>
      gatewayProcess.stdout.once('data', (data) => resolve([data])),
    );
    const { pid, cwd, child } = JSON.parse(line.toString());
    expect([pid, child].map(isAlive)).toEqual([true, true]);
    expect(existsSync(cwd)).toBe(true);
    gatewayProcess.kill('SIGKILL');
    await vi.waitUntil(() => !isAlive(pid) && !isAlive(child), 10_000);
    await vi.waitUntil(() => !existsSync(dirname(cwd)), 10_000);
  });

  it('end when their session was idle for its timeout', async () => {
    const gateway = await openGateway({ todo: service() }, { session: { cleanup_interval: 0.05 } });
    const { pid } = await where(gateway);
    const body = { tool: 'list_todos', session_id: 'call-1', timeout: 0.1 };
    await gateway.ask('POST', '/services/todo/call', body);
    await vi.waitUntil(() => !isAlive(pid), 5000);
    expect((await gateway.ask('GET', '/sessions')).body).toEqual({});
  });
});

it('lists sessions with the metadata of the caller', async () => {
  const gateway = await openGateway({ todo: service() });
  const metadata = { agent_id: 'demo', call_id: 'call-1' };
  await gateway.ask('POST', '/services/todo/call', { tool: 'a_b', session_id: 'call-1', timeout: 60, metadata });
  const { body } = await gateway.ask('GET', '/sessions');
  expect(body['call-1']).toMatchObject({ service_name: 'todo', timeout: 60, metadata });
  expect(body['call-1'].time_remaining).toBeGreaterThan(50);
  expect(Date.parse(body['call-1'].last_accessed)).toBeGreaterThanOrEqual(Date.parse(body['call-1'].created_at));
});

describe('a request', () => {
  it.each([
    ['no credentials', {}, {}, 401],
    ['a wrong token', { authorization: 'Bearer x' }, {}, 401],
    ['the token', { authorization: 'Bearer token-of-the-test-gateway' }, {}, 200],
    [
      'a password',
      { authorization: `Basic ${btoa('ann:secret-of-ann')}` },
      { auth_user: 'ann', auth_password: 'secret-of-ann' },
      200,
    ],
    [
      'a wrong password',
      { authorization: `Basic ${btoa('ann:x')}` },
      { auth_user: 'ann', auth_password: 'secret-of-ann' },
      401,
    ],
    ['undefined as user and password', { authorization: `Basic ${btoa('undefined:undefined')}` }, {}, 401],
    ['another origin', { authorization: 'Bearer token-of-the-test-gateway', origin: 'https://evil.example' }, {}, 403],
  ])('is checked for its credentials: %s', async (_what, headers, server, status) => {
    const { url } = await openGateway({ todo: service() }, { server });
    for (const path of ['/services', '/sessions', '/services/todo/tools'])
      expect([path, (await fetch(url + path, { headers })).status]).toEqual([path, status]);
    if (!('origin' in headers)) expect((await fetch(`${url}/health`)).status).toBe(200);
    if (status === 401) expect((await fetch(`${url}/services`)).headers.get('www-authenticate')).toMatch(/^Basic/);
  });

  it('needs a generated token if none is configured, and other hosts than loopback need a configured one', async () => {
    const options = { folder: '.', env: {}, log: () => {} };
    const made = closedAfterTest(await startGateway(gatewayConfig({ services: {}, server: { port: 0 } }), options));
    const headers = { authorization: `Bearer ${made.madeToken}` };
    expect((await fetch(`${made.url}/services`, { headers })).status).toBe(200);
    const outside = gatewayConfig({ services: {}, server: { host: '0.0.0.0', port: 0 } });
    await expect(startGateway(outside, options)).rejects.toThrow('needs server.auth_token');
  });

  it.each([
    [{}, 'tool'],
    [{ tool: 'x' }, 'session_id'],
    [{ tool: 'x', session_id: '../x' }, 'session_id: it must have 1 to 128 letters'],
    [{ tool: 'a\nb', session_id: 'a' }, 'tool: it must have 1 to 128 visible characters'],
    [{ tool: 'x', session_id: 'a', arguments: [] }, 'arguments: it must be an object'],
    [{ tool: 'x', session_id: 'a', timeout: 3601 }, 'timeout'],
    [{ tool: 'x', session_id: 'a', metadata: { long: 'x'.repeat(5000) } }, 'metadata'],
    ['{', 'the body is not JSON'],
  ])('with the invalid body %j gets a reason', async (body, problem) => {
    const { url, token } = await openGateway({ todo: service() });
    const answer = await fetch(`${url}/services/todo/call`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: expect.stringContaining(problem), code: 'invalid' },
    ]);
  });

  it.each([
    ['GET', '/services/none/tools', 404, 'unknown'],
    ['GET', '/services/__proto__/tools', 404, 'unknown'],
    ['POST', '/services/off/call', 400, 'invalid'],
    ['PUT', '/services/todo/call', 405, 'method'],
    ['GET', '/', 404, 'unknown'],
    ['GET', '/services/%E0%A4%A/tools', 404, 'unknown'],
    ['GET', '/services', 401, 'unauthorized', { authorization: 'Bearer x' }],
    ['GET', '/services', 403, 'forbidden', { origin: 'https://evil.example' }],
  ])('%s %s gets the status %i', async (method, path, status, code, headers: Record<string, string> = {}) => {
    const { ask } = await openGateway({ todo: service(), off: { ...service(), enabled: false } });
    const body = method === 'GET' ? undefined : { tool: 'x', session_id: 'a' };
    expect(await ask(method, path, body, headers)).toMatchObject({
      status,
      body: { error: expect.stringMatching(/\w/), code },
    });
  });
});

describe('a request above a limit', () => {
  it('with a body that is too large is rejected', async () => {
    const { ask } = await openGateway({ todo: service() }, { limits: { request_bytes: 1000 } });
    const big = { tool: 'x', session_id: 'a', arguments: { x: 'x'.repeat(2000) } };
    expect(await ask('POST', '/services/todo/call', big)).toMatchObject({
      status: 413,
      body: { code: 'request_too_large' },
    });
  });

  it('is rejected while the maximum number of sessions runs', async () => {
    const gateway = await openGateway(
      { todo: service(), other: service() },
      { session: { max_total_sessions: 2, max_sessions_per_service: 1 } },
    );
    await gateway.call('todo', 'a_b');
    expect(await gateway.call('todo', 'a_b', {}, 'call-2')).toMatchObject({
      code: 'busy',
      error: expect.stringContaining('todo'),
    });
    await gateway.call('other', 'a_b');
    const { status, headers } = await gateway.ask('GET', '/services/todo/tools');
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    await gateway.ask('DELETE', '/sessions/call-1');
    expect((await gateway.call('todo', 'a_b', {}, 'call-2')).result).toBe('underscore');
  });

  it('above the rate limit has to wait', async () => {
    const { ask } = await openGateway(
      { todo: service() },
      { rate_limiting: { tools_limit: '1 per hour', default_limits: ['2 per day'] } },
    );
    expect((await ask('GET', '/services/todo/tools')).status).toBe(200);
    const { status, headers, body } = await ask('GET', '/services/todo/tools');
    expect(body.code).toBe('rate');
    expect([status, Number(headers.get('retry-after'))]).toEqual([429, expect.closeTo(3600, -2)]);
    expect((await ask('GET', '/services')).status).toBe(200);
  });
});

it('reports that its port is in use', async () => {
  const { port } = await openGateway({});
  await expect(openGateway({}, { server: { port } })).rejects.toThrow(
    `port ${port} is used by another program. Choose another port, or 0 for a free one`,
  );
});

it('resets a rate limit after its period', () => {
  let now = 0;
  const rates = new RateLimits(() => now);
  const take = () => rates.take('x', ['2 per minute', '3 per hour']);
  expect([take(), take(), take()]).toEqual([undefined, undefined, 60]);
  now = 60_000;
  expect([take(), take()]).toEqual([undefined, 3540]);
});

describe('a server process', () => {
  it('has its own folder, and no secret of the gateway in its environment', async () => {
    vi.stubEnv('SOME_SECRET', 'x');
    vi.stubEnv('LD_LIBRARY_PATH', '/tmp');
    const gateway = await openGateway({
      todo: { ...service(), env: { GIVEN: 'yes' } },
      open: { ...service(), sandbox: { restricted_env: false } },
    });
    const { cwd, env } = await where(gateway);
    expect(env).toMatchObject({ PATH: process.env.PATH, GIVEN: 'yes', TMPDIR: cwd });
    expect([env.SOME_SECRET, env.LD_LIBRARY_PATH]).toEqual([undefined, undefined]);
    const free = (await where(gateway, 'open')).env;
    expect([free.SOME_SECRET, free.LD_LIBRARY_PATH]).toEqual(['x', undefined]);
    expect((await where(gateway, 'todo', 'call-2')).cwd).not.toBe(cwd);
  });

  it('starts in the folder of the configuration or in its working_dir', async () => {
    const relative = { command: [process.execPath, './server.mjs'] };
    const gateway = await openGateway({
      todo: { ...relative, sandbox: { working_dir: '..' } },
      plain: { ...relative, sandbox: { enabled: false } },
    });
    const folder = join(import.meta.dirname, '../support');
    expect([(await where(gateway)).cwd, (await where(gateway, 'plain')).cwd]).toEqual([folder, join(folder, 'mcp')]);
  });

  it.runIf(process.getuid?.() === 0 && NEEDED.every(isReadableByAll))(
    'runs as nobody with drop_privileges',
    async () => {
      const gateway = await openGateway({ todo: { ...service(), sandbox: { drop_privileges: true } } });
      expect((await where(gateway)).uid).toBe(65_534);
    },
  );

  it.skipIf(process.platform === 'win32')('has the configured resource limits', async () => {
    const script = 'ulimit -t; ulimit -n; ulimit -f';
    const gateway = await openGateway(
      {
        limits: {
          command: ['/bin/sh', '-c', script],
          sandbox: { resource_limits: { cpu_seconds: 7, open_files: 64, file_mb: 2 } },
        },
      },
      { logging: { level: 'debug' } },
    );
    await gateway.call('limits', 'x');
    expect(gateway.logs.filter((line) => line.startsWith('debug: limits: '))).toEqual(
      ['7', '64', '4096'].map((line) => `debug: limits: ${line}`),
    );
  });
});

it('serves HTTPS with a certificate', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(cert, certificate);
  writeFileSync(key, privateKey);
  const { url } = await openGateway({}, { server: { tls: { cert, key } } });
  const trusting = liveTransport({ ca: certificate });
  closedAfterTest({ close: async () => trusting.close?.() });
  const { status } = await trusting.send({ method: 'GET', url: `${url}/health`, headers: {} });
  expect([url.slice(0, 6), status]).toEqual(['https:', 200]);
  rmSync(folder, { recursive: true });
});
