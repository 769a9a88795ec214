import { afterEach, expect, it } from 'vitest';
import { HttpSessions } from '../../src/mcp/serve/http-sessions.js';
import { ToolServers } from '../../src/mcp/serve/tool-server.js';
import { Agent } from '../../src/skills/index.js';

const agent = new Agent({ env: {} });
let now = 0;
let sessions: HttpSessions;
afterEach(() => sessions.close());

agent.define_tool({ name: 'wait', description: 'Waits.', handler: () => new Promise(() => {}) });

async function send(message: object, session?: string) {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(session !== undefined && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18' }),
  };
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  const answer = await sessions.send({ method: 'POST', url: 'http://127.0.0.1/mcp', headers, body });
  return { ...answer, session: answer.headers['mcp-session-id'] as string };
}

/** Starts the session of a client that never ends it. */
async function begin() {
  now++;
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const answer = await send({ id: 1, method: 'initialize', params });
  if (!(answer.body instanceof Uint8Array)) for await (const _ of answer.body);
  return answer;
}

const exists = async (session: string) => (await send({ method: 'notifications/initialized' }, session)).status === 202;

function createSessions(most: number): void {
  const servers = new ToolServers(agent, { isLive: true });
  sessions = new HttpSessions(() => servers.make(), { max: most, now: () => now });
}

it('ends the least recently used session when a new client connects', async () => {
  createSessions(2);
  const first = await begin();
  const second = await begin();
  now++;
  expect(await exists(first.session)).toBe(true);
  const third = await begin();
  expect(third.status).toBe(200);
  expect([await exists(first.session), await exists(second.session), await exists(third.session)]).toEqual([
    true,
    false,
    true,
  ]);
});

it('rejects a new client while all sessions are busy', async () => {
  createSessions(1);
  const { session } = await begin();
  const working = await send({ id: 2, method: 'tools/call', params: { name: 'wait' } }, session);
  const pieces = (working.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  const piece = pieces.next();
  const late = await begin();
  expect([late.status, Buffer.from(late.body as Uint8Array).toString()]).toEqual([
    503,
    expect.stringContaining('all 1 sessions are busy'),
  ]);
  expect(await exists(session)).toBe(true);
  await sessions.close();
  await piece;
});
