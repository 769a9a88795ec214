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

const words = (...skills: string[]) => ['skills', 'serve', '--mcp', ...skills, '--skills', folder];

/** The SDK's client, on the real command over its standard streams. */
async function onStreams(...skills: string[]) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, ...words(...skills)],
    env,
    stderr: 'pipe',
  });
  const told = { err: '' };
  transport.stderr?.on('data', (chunk) => {
    told.err += chunk;
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  open.push(() => client.close());
  return { client, told, pid: transport.pid as number };
}

/** The real command, serving over HTTP. */
async function server(...skills: string[]) {
  const child = spawn(process.execPath, [CLI, ...words(...skills), '--http'], { env });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  open.push(() => {
    child.kill('SIGTERM');
    return ended;
  });
  const told = { err: '', out: '' };
  child.stderr.on('data', (chunk) => {
    told.err += chunk;
  });
  child.stdout.on('data', (chunk) => {
    told.out += chunk;
  });
  await vi.waitUntil(() => /\}\n$/.test(told.out), 20_000);
  const { url, headers } = JSON.parse(told.out).mcpServers.patchbay;
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
  return { told, url: url as string, headers: headers as Record<string, string>, connect, child, ended };
}

async function overHttp(...skills: string[]) {
  const { told, connect } = await server(...skills);
  return { client: await connect(), told };
}

const textOf = (result: unknown) => (result as { content: { text: string }[] }).content.map(({ text }) => text);

describe.each([
  ['on standard streams', onStreams],
  ['over HTTP', overHttp],
])('an MCP client %s', (_where, connected) => {
  it('lists and calls the tools of several skills', { timeout: 30_000 }, async () => {
    const { client, told } = await connected('datetime', 'math');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['get_current_time', 'get_current_date', 'calculate']);
    expect(tools[2]).toMatchObject({ inputSchema: { type: 'object', required: ['expression'] } });
    const result = await client.callTool({ name: 'calculate', arguments: { expression: '6 * 7' } });
    expect(result).toEqual({ content: [{ type: 'text', text: expect.stringContaining('42') }] });
    expect(client.getServerVersion()).toMatchObject({ name: 'patchbay' });
    expect(told.err).toMatch(/^patchbay: 3 tools for MCP clients .*; recordings answer for services, until --live\n$/);
  });

  it('hears how far a tool is, and can cancel it', { timeout: 30_000 }, async () => {
    const { client, told } = await connected('worker');
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
    await vi.waitUntil(() => told.err.includes('waiting'));
    cancel.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await vi.waitUntil(() => told.err.includes('cancelled'));
    expect((await client.callTool({ name: 'count' })).isError).toBeUndefined();
  });

  it('continues after a tool failed outside its call', { timeout: 30_000 }, async () => {
    const { client, told } = await connected('worker');
    expect(textOf(await client.callTool({ name: 'late' }))).toEqual(['ok']);
    await vi.waitUntil(() => told.err.includes('late with'));
    expect(told.err).toContain('patchbay: late failed outside its call: Error: late with [cut]\n');
    expect(textOf(await client.callTool({ name: 'count' }))[0]).toBe('counted 1');
  });

  it('is told what is wrong, without secrets', { timeout: 30_000 }, async () => {
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
    await expect(failure('wrk')).rejects.toThrow('there is no tool "wrk"; did you mean work?');
  });

  it('keeps what tools store, and is told what only the platform does', { timeout: 30_000 }, async () => {
    const { client } = await connected('worker');
    const count = async () => textOf(await client.callTool({ name: 'count' }));
    let changes = 0;
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => void changes++);
    expect(await count()).toEqual(['counted 1', expect.stringMatching(/^On the platform .*\[\{"say":"a number"\}\]$/)]);
    expect((await client.listTools()).tools).toHaveLength(6);
    expect((await count())[0]).toBe('counted 2');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['work', 'next', 'wait', 'late', 'count']);
    await vi.waitUntil(() => changes === 1);
  });

  it('is told when a recording answered, and by the requests that it goes on', { timeout: 30_000 }, async () => {
    const { client } = await connected('asking');
    const steps: { message?: string }[] = [];
    const onprogress = (step: { message?: string }) => void steps.push(step);
    const ask = () => client.callTool({ name: 'ask', arguments: { q: 'new york' } }, undefined, { onprogress });
    const asked = await ask();
    // The SDK's client forgets a step that comes in one piece with the answer.
    for (let tries = 0; steps.length === 0 && tries < 50; tries++) await ask();
    expect(textOf(asked)).toEqual([
      expect.stringContaining('Partly cloudy'),
      expect.stringContaining('This comes from a recording'),
    ]);
    expect(steps).toEqual([{ progress: 1, message: expect.stringMatching(/^GET https:.*key=\[cut\].* → 200$/) }]);
    expect(client.getInstructions()).toContain('Recordings answer');
    expect(await client.callTool({ name: 'ask', arguments: { q: 'atlantis' } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('--live') }],
    });
  });
});

it('prints nothing but the protocol to standard output, and ends with its client', { timeout: 30_000 }, async () => {
  const { client, told, pid } = await onStreams('worker');
  const problems: Error[] = [];
  client.onerror = (error) => problems.push(error);
  await client.listTools();
  expect([problems, told.err]).toEqual([[], expect.stringContaining('a skill that prints')]);
  expect(client.getInstructions()).toContain('## Work\nLet it work.\n- Always.');
  await client.close();
  await vi.waitUntil(() => !isAlive(pid), 5000);
});

describe('a server over HTTP', () => {
  it('keeps its clients apart', { timeout: 30_000 }, async () => {
    const { connect } = await server('worker');
    const [one, two] = [await connect(), await connect()];
    const count = async (client: Client) => textOf(await client.callTool({ name: 'count' }))[0];
    expect([await count(one), await count(one), await count(two)]).toEqual(['counted 1', 'counted 2', 'counted 1']);
  });

  it('lets nobody in without its token, from another page, or under another name', { timeout: 30_000 }, async () => {
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
  [[], 'takes one or more skills'],
  [['datetime', 'math', '--params', '{"maths":{}}'], 'maths is none of them'],
  [['datetime', 'math', '--params', '{"math":5}'], 'the parameters of math must be an object'],
  [['datetme'], 'Did you mean datetime?'],
])('says what is wrong with serve --mcp %j', { timeout: 30_000 }, async (given, problem) => {
  const child = spawn(process.execPath, [CLI, 'skills', 'serve', '--mcp', ...given], { env });
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect([code, err]).toEqual([2, expect.stringContaining(problem)]);
});
