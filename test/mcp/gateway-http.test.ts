import { afterEach, describe, expect, it } from 'vitest';
import { setEgress } from '../../src/http/index.js';
import { serveHttp } from '../../src/mcp/index.js';
import { Agent, FunctionResult } from '../../src/skills/index.js';
import { closedAfterTest } from '../support/closed-after-test.js';
import { service } from '../support/mcp/gateway.js';
import { openGateway } from '../support/mcp/open-gateway.js';

afterEach(() => setEgress('open'));

/** A server that speaks streamable HTTP: our own. */
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

describe('a service that is reached over HTTP', () => {
  it('is listed and called like one that is started, each call in its own session', async () => {
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

  it('is given up when it does not answer, and held to the same number of bytes', async () => {
    const { url, headers } = await remote();
    const { call } = await openGateway(
      { far: { url, headers } },
      { limits: { call_seconds: 0.5, message_bytes: 50_000 } },
    );
    expect(await call('far', 'wait')).toEqual({ error: 'far did not answer within 0.5 s', code: 'timeout' });
    expect(await call('far', 'big')).toEqual({ error: 'far answered too many bytes', code: 'too_large' });
  });

  it('is told when it has gone, or does not let the gateway in, without the credentials', async () => {
    const { url, headers, close } = await remote();
    const stranger = { Authorization: 'Bearer not-the-right-one' };
    const { call, logs } = await openGateway(
      { far: { url, headers }, closed: { url, headers: stranger } },
      { logging: { level: 'debug' } },
    );
    expect(await call('closed', 'count')).toMatchObject({ error: 'closed does not let the gateway in' });
    expect((await call('far', 'count')).result).toBe('counted 1');
    await close();
    expect(await call('far', 'count')).toMatchObject({ error: 'far cannot be reached', code: 'ended' });
    expect(logs.join('\n')).not.toContain('not-the-right-one');
  });

  it('is not reached beyond this machine while nothing leaves it', async () => {
    setEgress('loopback');
    const { call } = await openGateway({ far: { url: 'https://93.184.216.34/mcp' } });
    expect(await call('far', 'count')).toEqual({
      error: 'far is not on this machine, and nothing leaves it without --live',
      code: 'not_allowed',
    });
  });
});
