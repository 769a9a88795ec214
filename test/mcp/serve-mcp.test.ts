import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { writeAskingSkill } from '../support/asking-skill.js';
import { isAlive } from '../support/mcp/is-alive.js';
import { writeWorkerSkill } from '../support/mcp/worker-skill.js';

const CLI = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const folder = mkdtempSync(join(tmpdir(), 'serve-mcp-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeWorkerSkill(folder);
writeAskingSkill(folder);
const env = { ...process.env, PATCHBAY_STATE_DIR: folder, PATCHBAY_MCP_TOKEN: 'token-of-the-clients' } as Record<
  string,
  string
>;

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const commandLine = (...skills: string[]) => ['skills', 'serve', '--mcp', ...skills, '--skills', folder];

/** Connects the client of the SDK to the real command over its standard streams. */
async function onStreams(...skills: string[]) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, ...commandLine(...skills)],
    env,
    stderr: 'pipe',
  });
  const output = { err: '' };
  transport.stderr?.on('data', (chunk) => {
    output.err += chunk;
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  open.push(() => client.close());
  return { client, output, pid: transport.pid as number };
}

/** Starts the real command over HTTP. */
async function server(...skills: string[]) {
  const child = spawn(process.execPath, [CLI, ...commandLine(...skills), '--http'], { env });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  open.push(() => {
    child.kill('SIGTERM');
    return ended;
  });
  const output = { err: '', out: '' };
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  await vi.waitUntil(() => /\}\n$/.test(output.out), 20_000);
  const { url, headers } = JSON.parse(output.out).mcpServers.patchbay;
  const connect = async () => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
    await client.connect(transport);
    open.push(async () => {
      await transport.terminateSession();
      await client.close();
    });
    return client;
  };
  return { output, url: url as string, headers: headers as Record<string, string>, connect, child, ended };
}

async function overHttp(...skills: string[]) {
  const { output, connect } = await server(...skills);
  return { client: await connect(), output };
}

const textOf = (result: unknown) => (result as { content: { text: string }[] }).content.map(({ text }) => text);

describe.each([
  ['on standard streams', onStreams],
  ['over HTTP', overHttp],
])('an MCP client %s', (_where, connected) => {
  it('lists and calls the tools of several skills', { timeout: 30_000 }, async () => {
    const { client, output } = await connected('datetime', 'math');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['get_current_time', 'get_current_date', 'calculate']);
    expect(tools[2]).toMatchObject({ inputSchema: { type: 'object', required: ['expression'] } });
    const result = await client.callTool({ name: 'calculate', arguments: { expression: '6 * 7' } });
    expect(result).toEqual({ content: [{ type: 'text', text: expect.stringContaining('42') }] });
    expect(client.getServerVersion()).toMatchObject({ name: 'patchbay' });
    expect(output.err).toMatch(
      /^patchbay: 3 tools for MCP clients .*; recordings answer for services; --live uses the real ones\n$/,
    );
  });

  it('receives the progress of a tool and can cancel it', { timeout: 30_000 }, async () => {
    const { client, output } = await connected('worker');
    const steps: unknown[] = [];
    const onprogress = (step: unknown) => {
      steps.push(step);
      void client.callTool({ name: 'next' });
    };
    const result = await client.callTool({ name: 'work', arguments: { steps: 3 } }, undefined, { onprogress });
    expect(textOf(result)).toEqual(['done']);
    expect(steps).toEqual([1, 2, 3].map((done) => ({ progress: done, total: 3, message: `step ${done}` })));
    const cancel = new AbortController();
    const waiting = client.callTool({ name: 'wait' }, undefined, { signal: cancel.signal });
    await vi.waitUntil(() => output.err.includes('waiting'));
    cancel.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await vi.waitUntil(() => output.err.includes('cancelled'));
    expect((await client.callTool({ name: 'count' })).isError).toBeUndefined();
  });

  it('continues after a tool failed outside its call', { timeout: 30_000 }, async () => {
    const { client, output } = await connected('worker');
    expect(textOf(await client.callTool({ name: 'late' }))).toEqual(['ok']);
    await vi.waitUntil(() => output.err.includes('late with'));
    expect(output.err).toContain('patchbay: late failed outside its call: Error: late with [cut]\n');
    expect(textOf(await client.callTool({ name: 'count' }))[0]).toBe('counted 1');
  });

  it('gets errors without secrets', { timeout: 30_000 }, async () => {
    const { client } = await connected('worker');
    const failure = (name: string, args = {}) => client.callTool({ name, arguments: args });
    expect(await failure('fail')).toEqual({
      content: [{ type: 'text', text: 'fail failed: no luck with [cut]' }],
      isError: true,
    });
    expect(await failure('work', { steps: 10 })).toMatchObject({
      content: [{ type: 'text', text: expect.stringContaining('steps must be at most 9') }],
      isError: true,
    });
    await expect(failure('wrk')).rejects.toThrow('unknown tool "wrk". Did you mean work?');
  });

  it('gets the stored data of tools, and the actions that only the platform performs', {
    timeout: 30_000,
  }, async () => {
    const { client } = await connected('worker');
    const count = async () => textOf(await client.callTool({ name: 'count' }));
    let changes = 0;
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => void changes++);
    expect(await count()).toEqual([
      'counted 1',
      expect.stringMatching(/^The platform would also .*\[\{"say":"a number"\}\]$/),
    ]);
    expect((await client.listTools()).tools).toHaveLength(6);
    expect((await count())[0]).toBe('counted 2');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['work', 'next', 'wait', 'late', 'count']);
    await vi.waitUntil(() => changes === 1);
  });

  it('learns that a recording answered, and gets requests as progress', { timeout: 30_000 }, async () => {
    const { client } = await connected('asking');
    const steps: { message?: string }[] = [];
    const onprogress = (step: { message?: string }) => void steps.push(step);
    const callTool = () => client.callTool({ name: 'ask', arguments: { q: 'new york' } }, undefined, { onprogress });
    const result = await callTool();
    // The client of the SDK drops a progress message that arrives together with the response.
    for (let tries = 0; steps.length === 0 && tries < 50; tries++) await callTool();
    expect(textOf(result)).toEqual([
      expect.stringContaining('Partly cloudy'),
      expect.stringContaining('This response comes from a recording'),
    ]);
    expect(steps).toEqual([{ progress: 1, message: expect.stringMatching(/^GET https:.*key=\[cut\].* → 200$/) }]);
    expect(client.getInstructions()).toContain('Recordings replace');
    expect(await client.callTool({ name: 'ask', arguments: { q: 'atlantis' } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('--live') }],
    });
  });
});

it('prints only protocol messages to standard output, and ends with its client', { timeout: 30_000 }, async () => {
  const { client, output, pid } = await onStreams('worker');
  const problems: Error[] = [];
  client.onerror = (error) => problems.push(error);
  await client.listTools();
  expect([problems, output.err]).toEqual([[], expect.stringContaining('a skill that prints')]);
  expect(client.getInstructions()).toContain('## Work\nUse it for work.\n- Always.');
  await client.close();
  await vi.waitUntil(() => !isAlive(pid), 5000);
});

describe('a server over HTTP', () => {
  it('keeps the data of clients separate', { timeout: 30_000 }, async () => {
    const { connect } = await server('worker');
    const [one, two] = [await connect(), await connect()];
    const count = async (client: Client) => textOf(await client.callTool({ name: 'count' }))[0];
    expect([await count(one), await count(one), await count(two)]).toEqual(['counted 1', 'counted 2', 'counted 1']);
  });

  it('rejects a wrong token, origin, path or session', { timeout: 30_000 }, async () => {
    const { url, headers, child, ended } = await server('datetime');
    const ask = async (more: Record<string, string>, at = url) =>
      (await fetch(at, { method: 'POST', headers: { 'content-type': 'application/json', ...more }, body: '{}' }))
        .status;
    expect(headers.Authorization).toBe('Bearer token-of-the-clients');
    expect([
      await ask({}),
      await ask({ authorization: 'Bearer x' }),
      await ask({ ...headers, origin: 'https://evil.example' }),
      await ask(headers, url.replace('/mcp', '/')),
      await ask({ ...headers, 'mcp-session-id': 'none' }),
      await ask({ ...headers, accept: 'application/json, text/event-stream' }),
    ]).toEqual([401, 401, 403, 404, 404, 400]);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});

it.each([
  [[], 'needs at least one skill'],
  [['datetime', 'math', '--params', '{"maths":{}}'], 'maths is not one of the skills'],
  [['datetime', 'math', '--params', '{"math":5}'], 'the parameters of math must be an object'],
  [['datetme'], 'Did you mean datetime?'],
])('reports the wrong use of serve --mcp %j', { timeout: 30_000 }, async (given, problem) => {
  const child = spawn(process.execPath, [CLI, 'skills', 'serve', '--mcp', ...given], { env });
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect([code, err]).toEqual([2, expect.stringContaining(problem)]);
});
