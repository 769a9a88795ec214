import { afterEach, describe, expect, it } from 'vitest';
import { setEgress } from '../../src/http/index.js';
import { serveHttp } from '../../src/mcp/index.js';
import { Agent, FunctionResult } from '../../src/skills/index.js';
import { closedAfterTest } from '../support/closed-after-test.js';
import { service } from '../support/mcp/gateway.js';
import { openGateway } from '../support/mcp/open-gateway.js';

afterEach(() => setEgress('open'));

/** Starts our own MCP server with streamable HTTP. */
async function remote() {
  const agent = new Agent({ env: {} });
  agent.define_tool({
    name: 'count',
    description: 'Counts.',
    handler: (_args, { global_data }) => {
      const count = Number((global_data as { count?: number }).count ?? 0) + 1;
      return new FunctionResult(`counted ${count}`).update_global_data({ count });
    },
  });
  agent.define_tool({ name: 'wait', description: 'Waits.', handler: () => new Promise(() => {}) });
  agent.define_tool({ name: 'big', description: 'Says much.', handler: () => 'x'.repeat(100_000) });
  const server = await serveHttp(agent, { isLive: true });
  const close = async () => {
    await server.close();
    await agent.close();
  };
  closedAfterTest({ close });
  return { url: server.url, headers: { Authorization: `Bearer ${server.token}` }, close };
}

describe('a service with a URL', () => {
  it('is listed and called like a local one, with its own session for each call', async () => {
    const { url, headers } = await remote();
    const { ask, call } = await openGateway({ far: { url, headers }, near: service() });
    expect((await ask('GET', '/services')).body.far).toMatchObject({ transport: 'http' });
    const { body } = await ask('GET', '/services/far/tools');
    expect(body.tools.map(({ name }: { name: string }) => name)).toEqual(['count', 'wait', 'big']);
    const counted = async (id: string) => (await call('far', 'count', {}, id)).result;
    expect([await counted('call-1'), await counted('call-1'), await counted('call-2')]).toEqual([
      'counted 1',
      'counted 2',
      'counted 1',
    ]);
    await ask('DELETE', '/sessions/call-1');
    expect(await counted('call-1')).toBe('counted 1');
  });

  it('has the same limits on time and bytes', async () => {
    const { url, headers } = await remote();
    const { call } = await openGateway(
      { far: { url, headers } },
      { limits: { call_seconds: 0.5, message_bytes: 50_000 } },
    );
    expect(await call('far', 'wait')).toEqual({ error: 'far did not answer within 0.5 s', code: 'timeout' });
    expect(await call('far', 'big')).toEqual({ error: 'far sent too many bytes', code: 'too_large' });
  });

  it('is reported as unreachable or as rejecting the credentials, which are not logged', async () => {
    const { url, headers, close } = await remote();
    const wrongHeaders = { Authorization: 'Bearer not-the-right-one' };
    const { call, logs } = await openGateway(
      { far: { url, headers }, closed: { url, headers: wrongHeaders } },
      { logging: { level: 'debug' } },
    );
    expect(await call('closed', 'count')).toMatchObject({ error: 'closed rejects the credentials of the gateway' });
    expect((await call('far', 'count')).result).toBe('counted 1');
    await close();
    expect(await call('far', 'count')).toMatchObject({ error: 'far cannot be reached', code: 'ended' });
    expect(logs.join('\n')).not.toContain('not-the-right-one');
  });

  it('on another machine is not reached without --live', async () => {
    setEgress('loopback');
    const { call } = await openGateway({ far: { url: 'https://93.184.216.34/mcp' } });
    expect(await call('far', 'count')).toEqual({
      error: 'far is not on this machine; add --live to send requests to other machines',
      code: 'not_allowed',
    });
  });
});
