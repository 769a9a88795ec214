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
function isForEverybody(path: string): boolean {
  const about = statSync(path);
  const isOpen = (about.mode & (about.isDirectory() ? 0o1 : 0o4)) !== 0;
  return isOpen && (dirname(path) === path || isForEverybody(dirname(path)));
}

describe('the end of', () => {
  it('a session is that of its processes, and of nothing else', async () => {
    const made = await openGateway({ todo: service(), other: service() });
    const [first, second, another] = [
      await where(made),
      await where(made, 'other'),
      await where(made, 'todo', 'call-2'),
    ];
    expect(await made.ask('DELETE', '/sessions/call-1')).toMatchObject({
      status: 200,
      body: { message: 'the session call-1 has ended' },
    });
    expect([first, second, another].map(({ pid }) => isAlive(pid))).toEqual([false, false, true]);
    expect(existsSync(first.cwd)).toBe(false);
    expect(existsSync(another.cwd)).toBe(true);
    expect((await made.ask('DELETE', '/sessions/call-1')).status).toBe(404);
    expect((await made.ask('DELETE', '/sessions/a%2Fb')).status).toBe(400);
  });

  it('a server is that of the processes it started', async () => {
    const made = await openGateway({ todo: service() });
    const child = Number((await made.call('todo', 'child')).result);
    await made.call('todo', 'die');
    await vi.waitUntil(() => !isAlive(child));
  });

  it('the gateway is that of everything, also of what does not want to end', { timeout: 20_000 }, async () => {
    const made = await openGateway({ todo: service('stubborn'), mute: service('mute') });
    const { pid, cwd } = await where(made);
    const child = Number((await made.call('todo', 'child')).result);
    // One that is just starting.
    const starting = made.call('mute', 'x', {}, 'call-2').catch(() => {});
    await vi.waitUntil(async () => Object.keys((await made.ask('GET', '/sessions')).body).length === 2);
    await made.close();
    await starting;
    expect([pid, child].map(isAlive)).toEqual([false, false]);
    expect(existsSync(cwd)).toBe(false);
  });

  it('a killed gateway is that of its processes', { timeout: 30_000 }, async () => {
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

  it('an idle session comes when its time is over', async () => {
    const made = await openGateway({ todo: service() }, { session: { cleanup_interval: 0.05 } });
    const { pid } = await where(made);
    const body = { tool: 'list_todos', session_id: 'call-1', timeout: 0.1 };
    await made.ask('POST', '/services/todo/call', body);
    await vi.waitUntil(() => !isAlive(pid), 5000);
    expect((await made.ask('GET', '/sessions')).body).toEqual({});
  });
});

it('shows its sessions, with what the caller said about them', async () => {
  const made = await openGateway({ todo: service() });
  const metadata = { agent_id: 'demo', call_id: 'call-1' };
  await made.ask('POST', '/services/todo/call', { tool: 'a_b', session_id: 'call-1', timeout: 60, metadata });
  const { body } = await made.ask('GET', '/sessions');
  expect(body['call-1']).toMatchObject({ service_name: 'todo', timeout: 60, metadata });
  expect(body['call-1'].time_remaining).toBeGreaterThan(50);
  expect(Date.parse(body['call-1'].last_accessed)).toBeGreaterThanOrEqual(Date.parse(body['call-1'].created_at));
});

describe('whoever asks', () => {
  it.each([
    ['nothing', {}, {}, 401],
    ['another token', { authorization: 'Bearer x' }, {}, 401],
    ['its token', { authorization: 'Bearer token-of-the-test-gateway' }, {}, 200],
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
    ['a password that nobody set', { authorization: `Basic ${btoa('undefined:undefined')}` }, {}, 401],
    ['another host', { authorization: 'Bearer token-of-the-test-gateway', origin: 'https://evil.example' }, {}, 403],
  ])('with %s', async (_what, headers, server, status) => {
    const { url } = await openGateway({ todo: service() }, { server });
    for (const path of ['/services', '/sessions', '/services/todo/tools'])
      expect([path, (await fetch(url + path, { headers })).status]).toEqual([path, status]);
    if (!('origin' in headers)) expect((await fetch(`${url}/health`)).status).toBe(200);
    if (status === 401) expect((await fetch(`${url}/services`)).headers.get('www-authenticate')).toMatch(/^Basic/);
  });

  it('needs a token that is made up when none is set, and none is made up beyond this machine', async () => {
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
    [{ tool: 'x', session_id: '../x' }, 'a session has an id of letters'],
    [{ tool: 'a\nb', session_id: 'a' }, 'a tool has a name'],
    [{ tool: 'x', session_id: 'a', arguments: [] }, 'arguments: it must be an object'],
    [{ tool: 'x', session_id: 'a', timeout: 3601 }, 'timeout'],
    [{ tool: 'x', session_id: 'a', metadata: { long: 'x'.repeat(5000) } }, 'metadata'],
    ['{', 'the body is not JSON'],
  ])('for %j is told what is wrong', async (body, problem) => {
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
  ])('for %s %s gets %i', async (method, path, status, code, headers: Record<string, string> = {}) => {
    const { ask } = await openGateway({ todo: service(), off: { ...service(), enabled: false } });
    const body = method === 'GET' ? undefined : { tool: 'x', session_id: 'a' };
    expect(await ask(method, path, body, headers)).toMatchObject({
      status,
      body: { error: expect.stringMatching(/\w/), code },
    });
  });

  it('sends no more than it may', async () => {
    const { ask } = await openGateway({ todo: service() }, { limits: { request_bytes: 1000 } });
    const big = { tool: 'x', session_id: 'a', arguments: { x: 'x'.repeat(2000) } };
    expect(await ask('POST', '/services/todo/call', big)).toMatchObject({
      status: 413,
      body: { code: 'request_too_large' },
    });
  });

  it('finds no room where as many sessions run as may', async () => {
    const made = await openGateway(
      { todo: service(), other: service() },
      { session: { max_total_sessions: 2, max_sessions_per_service: 1 } },
    );
    await made.call('todo', 'a_b');
    expect(await made.call('todo', 'a_b', {}, 'call-2')).toMatchObject({
      code: 'busy',
      error: expect.stringContaining('todo'),
    });
    await made.call('other', 'a_b');
    const { status, headers } = await made.ask('GET', '/services/todo/tools');
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    await made.ask('DELETE', '/sessions/call-1');
    expect((await made.call('todo', 'a_b', {}, 'call-2')).result).toBe('underscore');
  });

  it('too often has to wait', async () => {
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

it('says so when its port is taken, and what to do', async () => {
  const { port } = await openGateway({});
  await expect(openGateway({}, { server: { port } })).rejects.toThrow(
    `port ${port} is used by another program. Choose another port, or 0 for a free one`,
  );
});

it('counts requests anew when the time of a limit is over', () => {
  let now = 0;
  const rates = new RateLimits(() => now);
  const take = () => rates.take('x', ['2 per minute', '3 per hour']);
  expect([take(), take(), take()]).toEqual([undefined, undefined, 60]);
  now = 60_000;
  expect([take(), take()]).toEqual([undefined, 3540]);
});

describe('a process', () => {
  it('has a folder of its own, and no secret of the gateway in its environment', async () => {
    vi.stubEnv('SOME_SECRET', 'x');
    vi.stubEnv('LD_LIBRARY_PATH', '/tmp');
    const made = await openGateway({
      todo: { ...service(), env: { GIVEN: 'yes' } },
      open: { ...service(), sandbox: { restricted_env: false } },
    });
    const { cwd, env } = await where(made);
    expect(env).toMatchObject({ PATH: process.env.PATH, GIVEN: 'yes', TMPDIR: cwd });
    expect([env.SOME_SECRET, env.LD_LIBRARY_PATH]).toEqual([undefined, undefined]);
    const free = (await where(made, 'open')).env;
    expect([free.SOME_SECRET, free.LD_LIBRARY_PATH]).toEqual(['x', undefined]);
    expect((await where(made, 'todo', 'call-2')).cwd).not.toBe(cwd);
  });

  it('starts beside the configuration, or where it says', async () => {
    const relative = { command: [process.execPath, './server.mjs'] };
    const made = await openGateway({
      todo: { ...relative, sandbox: { working_dir: '..' } },
      plain: { ...relative, sandbox: { enabled: false } },
    });
    const folder = join(import.meta.dirname, '../support');
    expect([(await where(made)).cwd, (await where(made, 'plain')).cwd]).toEqual([folder, join(folder, 'mcp')]);
  });

  it.runIf(process.getuid?.() === 0 && NEEDED.every(isForEverybody))(
    'gives up the rights of root when it should',
    async () => {
      const made = await openGateway({ todo: { ...service(), sandbox: { drop_privileges: true } } });
      expect((await where(made)).uid).toBe(65_534);
    },
  );

  it.skipIf(process.platform === 'win32')('is held to its limits', async () => {
    const script = 'ulimit -t; ulimit -n; ulimit -f';
    const made = await openGateway(
      {
        limits: {
          command: ['/bin/sh', '-c', script],
          sandbox: { resource_limits: { cpu_seconds: 7, open_files: 64, file_mb: 2 } },
        },
      },
      { logging: { level: 'debug' } },
    );
    await made.call('limits', 'x');
    expect(made.logs.filter((line) => line.startsWith('debug: limits: '))).toEqual(
      ['7', '64', '4096'].map((line) => `debug: limits: ${line}`),
    );
  });
});

it('speaks https with a certificate', async () => {
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
