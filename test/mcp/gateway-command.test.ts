import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { service } from '../support/mcp/gateway.js';
import { isAlive } from '../support/mcp/is-alive.js';
import { evaluate } from '../support/run-patchbay.js';

const CLI = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const folder = mkdtempSync(join(tmpdir(), 'mcp-gateway-command-'));
afterAll(() => rmSync(folder, { recursive: true }));

function patchbay(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [CLI, 'skills', ...args], {
    env: { ...process.env, PATCHBAY_STATE_DIR: folder, ...env },
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  return { child, output, ended: new Promise<number | null>((resolve) => child.on('close', resolve)) };
}

/** Runs a command that ends by itself. */
const ended = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  evaluate(['skills', ...args], { cwd: folder, env: { ...process.env, PATCHBAY_STATE_DIR: folder, ...env } });

function configured(name: string, content: object): string {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

it('runs a gateway for the skill mcp_gateway until it is stopped', { timeout: 60_000 }, async () => {
  const config = configured('gateway', {
    services: { todo: service('stubborn'), off: { ...service(), enabled: false } },
    extra: 1,
  });
  const gateway = patchbay(['mcp-gateway', '--config', config, '--port', '0']);
  await vi.waitUntil(() => gateway.output.out.includes('skills show'), 20_000);
  expect(gateway.output.out).toMatch(/\npatchbay skills show mcp_gateway --params '\{"gateway_url":"http:[^']+"\}'\n$/);
  const [, url = ''] = /running at (\S+) /.exec(gateway.output.out) ?? [];
  const [, token = ''] = /export MCP_GATEWAY_AUTH_TOKEN=(\S+)/.exec(gateway.output.out) ?? [];
  expect(gateway.output.out).toContain('with todo, off (disabled).');
  expect(gateway.output.err).toBe(`patchbay: warning: ${config}: extra has no effect\n`);
  const params = JSON.stringify({ gateway_url: url });
  const show = await ended(['show', 'mcp_gateway', '--params', params], { MCP_GATEWAY_AUTH_TOKEN: token });
  expect([show.code, show.out]).toEqual([0, expect.stringContaining('mcp_todo_add_todo')]);
  const wrong = await ended(['show', 'mcp_gateway', '--params', params], { MCP_GATEWAY_AUTH_TOKEN: 'not-the-token' });
  expect([wrong.code, wrong.out]).toEqual([2, expect.stringContaining('It cannot be loaded: ')]);
  const run = patchbay(['run', 'mcp_gateway', 'mcp_todo_where', '--params', params], { MCP_GATEWAY_AUTH_TOKEN: token });
  expect([await run.ended, run.output.err]).toEqual([0, expect.stringContaining('/services/todo/call → 200')]);
  const { env } = JSON.parse(run.output.out);
  expect(JSON.stringify(env)).not.toContain(token);
  const left = await fetch(`${url}/services/todo/call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ tool: 'where', session_id: 'call-1' }),
  });
  const { pid } = JSON.parse(((await left.json()) as { result: string }).result);
  gateway.child.kill('SIGTERM');
  expect(await gateway.ended).toBe(0);
  expect(isAlive(pid)).toBe(false);
});

it.each([
  [['mcp-gateway'], 'skills mcp-gateway needs --config FILE'],
  [['mcp-gateway', '--config', join(folder, 'none.json')], 'the file does not exist'],
  [['mcp-gateway', '--config', configured('broken', { services: { a: {} } })], 'services.a: set either command'],
])('reports the wrong use %j', { timeout: 30_000 }, async (args, problem) => {
  const { code, err } = await ended(args);
  expect([code, err]).toEqual([2, expect.stringContaining(problem)]);
});

it('needs credentials to listen on other hosts than loopback', { timeout: 30_000 }, async () => {
  const file = configured('open', { server: { host: '0.0.0.0', port: 0 }, services: {} });
  const { code, err } = await ended(['mcp-gateway', '--config', file]);
  expect([code, err]).toEqual([2, expect.stringContaining('needs server.auth_token')]);
});

it.each([
  ['server.auth_token', { auth_token: 'password12345678' }],
  ['server.auth_password', { auth_user: 'ann', auth_password: 'secret-of-ann' }],
])(
  'rejects a weak %s for other hosts than loopback, and does not print it',
  { timeout: 30_000 },
  async (name, server) => {
    const file = configured('weak', { server: { host: '0.0.0.0', port: 0, ...server }, services: {} });
    const { code, out, err } = await ended(['mcp-gateway', '--config', file]);
    expect([code, err]).toEqual([2, expect.stringContaining(`${name} is too weak for a server`)]);
    const { auth_token, auth_password = auth_token } = server as Record<string, string>;
    expect(out + err).not.toContain(auth_password);
  },
);
