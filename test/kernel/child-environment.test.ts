import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runNotebook, startKernel } from '../../src/kernel/index.js';
import { connect } from '../../src/kernel/run/client.js';
import { packageRoot } from '../../src/util/index.js';

// Each test starts a kernel, so the default time limit is too short.
vi.setConfig({ testTimeout: 120_000 });
const onLinux = it.skipIf(process.platform !== 'linux'); // elsewhere there is no /proc
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'environment-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Values that must not reach a kernel, under names of every kind. */
const SECRETS = {
  PLATFORM_PROJECT_ID: 'canary-project',
  PLATFORM_API_TOKEN: 'canary-token',
  PLATFORM_SPACE: '127.0.0.1:1',
  AWS_SECRET_ACCESS_KEY: 'canary-aws',
  API_NINJAS_KEY: 'canary-ninjas',
  DATABASE_URL: 'postgres://user:canary-database@127.0.0.1/db',
  HTTPS_PROXY: 'http://user:canary-proxy@127.0.0.1:1',
  PATCHBAY_MCP_TOKEN: 'canary-mcp',
  NODE_OPTIONS: '--title=canary-node-options',
  SOMETHING_ELSE: 'canary-else',
};
const PARENT = { ...process.env, ...SECRETS, LC_TIME: 'de_DE.UTF-8', PATCHBAY_TYPES: 'off' };
/** Reads the environment of the cell, of the process at its start, and of a child process. */
const LOOK = `const { execFileSync } = await import('node:child_process');
const { readFileSync } = await import('node:fs');
const read = (file) => process.platform === 'linux' ? readFileSync(file, 'utf8') : '';
console.log(JSON.stringify({
  env: { ...process.env }, environ: read('/proc/self/environ'), cmdline: read('/proc/self/cmdline'),
  child: execFileSync(process.execPath, ['-e', 'process.stdout.write(JSON.stringify(process.env))'], { encoding: 'utf8' }),
}))`;

interface Seen {
  readonly env: Record<string, string>;
  readonly environ: string;
  readonly cmdline: string;
  readonly child: string;
}

function notebookOf(...sources: string[]): string {
  const file = join(folder, 'look.ipynb');
  const cells = sources.map((source, index) => ({
    cell_type: 'code',
    execution_count: null,
    id: `c${index}`,
    metadata: {},
    outputs: [],
    source,
  }));
  writeFileSync(file, JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }));
  return file;
}

async function seenBy(options: Parameters<typeof runNotebook>[1], ...before: string[]): Promise<Seen> {
  const { outputs, failure } = await runNotebook(notebookOf(...before, LOOK), options);
  expect(failure).toBeUndefined();
  return JSON.parse([outputs.at(-1)?.[0]?.text].flat().join(''));
}

describe('the environment of a notebook', () => {
  it('contains no secret of the shell in the process, its arguments or its child processes', async () => {
    const seen = await seenBy({ env: PARENT });
    expect(JSON.stringify(seen)).not.toContain('canary');
    expect(seen.env).toMatchObject({ PATH: process.env.PATH, HOME: process.env.HOME, LC_TIME: 'de_DE.UTF-8' });
    if (process.platform === 'linux') expect(seen.environ).toContain('LC_TIME=de_DE.UTF-8');
  });

  it('contains only the variables that the user names', async () => {
    const seen = await seenBy({ env: PARENT, names: ['SOMETHING_ELSE'] });
    expect(JSON.stringify(seen).match(/canary-\w+/g)).toContain('canary-else');
    expect(new Set(JSON.stringify(seen).match(/canary-\w+/g))).toEqual(new Set(['canary-else']));
  });

  it('contains no account with --live, although requests carry the token', async () => {
    const asked: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      asked.push(request);
      response.setHeader('content-type', 'application/json').end('{"data":[],"links":{}}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const PLATFORM_SPACE = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { HTTPS_PROXY: _, ...env } = PARENT;
    const seen = await seenBy(
      { live: true, env: { ...env, PLATFORM_SPACE } },
      "await use('live'); await platform.queues.list();",
    );
    server.close();
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([
      `Basic ${Buffer.from('canary-project:canary-token').toString('base64')}`,
    ]);
    expect(JSON.stringify(seen)).not.toContain('canary');
  });

  it('rejects a live run instead of omitting its proxy', async () => {
    await expect(runNotebook(notebookOf('1'), { live: true, env: PARENT })).rejects.toThrow(
      'HTTPS_PROXY contains a password, so kernels do not receive it; add --env HTTPS_PROXY',
    );
  });

  it.each([
    ['A=1', '--env requires the name of a variable'],
    ['PLATFORM_API_TOKEN', 'use --live'],
    ['NOT_SET_AT_ALL', 'the variable is not set'],
  ])('rejects --env %s before anything runs', (name, says) => {
    const cli = join(packageRoot(), 'dist', 'cli.js');
    const { NODE_OPTIONS: _, ...env } = PARENT;
    const args = ['notebook', 'run', notebookOf('1'), 'other.ipynb', '--env', name];
    const { status, stderr } = spawnSync(process.execPath, [cli, ...args], { env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, expect.stringMatching(new RegExp(`^patchbay: .*${says}.*\\n$`))]);
  });
});

describe('a kernel that Jupyter starts', () => {
  it.each([['without'], ['with']])(
    'removes the account from process.env and from what cells start, %s --live',
    async (how) => {
      const { NODE_OPTIONS: _, ...env } = PARENT;
      const kernel = await startKernel({
        cwd: folder,
        env: { ...env, PATCHBAY_STATE_DIR: folder },
        flags: how === 'with' ? ['--live'] : [],
      });
      const { published } = await kernel.request('execute_request', { code: LOOK, allow_stdin: false });
      const printed = String(published.find(({ header }) => header.msg_type === 'stream')?.content.text);
      const live = await kernel.request('execute_request', { code: "await use('live')", allow_stdin: false });
      await kernel.shutdown();
      const seen: Seen = JSON.parse(printed);
      const names = ['PLATFORM_PROJECT_ID', 'PLATFORM_API_TOKEN', 'PLATFORM_SPACE', 'PATCHBAY_MCP_TOKEN'];
      expect(names.filter((name) => name in seen.env || name in JSON.parse(seen.child))).toEqual([]);
      // Jupyter passes other variables for notebooks. A kernel cannot remove the environment that it was started with.
      expect(seen.env.SOMETHING_ELSE).toBe('canary-else');
      expect(live.reply.status).toBe(how === 'with' ? 'ok' : 'error');
    },
  );
});

onLinux('kernel start gives its kernel no secret of the shell, and the account through a pipe', async () => {
  const { NODE_OPTIONS: _, HTTPS_PROXY: __, ...env } = PARENT;
  const args = [join(packageRoot(), 'dist', 'cli.js'), 'kernel', 'start', '--live', '--env', 'SOMETHING_ELSE'];
  const child = spawn(process.execPath, args, {
    env: { ...env, PATCHBAY_STATE_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [says] = await once(child.stdout, 'data');
  const file = /--existing (\S+)/.exec(String(says))?.[1] as string;
  const client = await connect(JSON.parse(readFileSync(file, 'utf8')));
  const { published } = await client.request('execute_request', { code: LOOK, allow_stdin: false });
  const live = await client.request('execute_request', { code: "await use('live')", allow_stdin: false });
  void client.control('shutdown_request', { restart: false }).catch(() => {}); // it may be gone before its answer
  await ended;
  client.close();
  const printed = String(published.find(({ header }) => header.msg_type === 'stream')?.content.text);
  expect(new Set(printed.match(/canary-\w+/g))).toEqual(new Set(['canary-else']));
  expect(live.reply.status).toBe('ok');
});
