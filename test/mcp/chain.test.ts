import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, expect, it } from 'vitest';
import { serveHttp, serveStdio } from '../../src/mcp/index.js';
import { Agent, FunctionResult } from '../../src/skills/index.js';
import { gatewayWith, service } from '../support/mcp/gateway.js';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** Creates an agent with the tools of a gateway. */
async function throughGateway(limits: object = {}) {
  const gateway = await gatewayWith({ s: service() }, { limits });
  const agent = new Agent({ env: {} });
  open.push(gateway, agent);
  const tools = ['fail', 'die', 'big', 'wait', 'a_b'];
  await agent.add_skill('mcp_gateway', {
    gateway_url: gateway.url,
    auth_token: gateway.token,
    services: [{ name: 's', tools }],
  });
  const sessions = async () => Object.keys((await gateway.ask('GET', '/sessions')).body);
  return { agent, sessions };
}

async function clientOf(agent: Agent) {
  const server = await serveHttp(agent, { isLive: true });
  const headers = { Authorization: `Bearer ${server.token}` };
  const transport = new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  open.push(server, client);
  return { client, server };
}

it('passes a failure of a tool on to the client', { timeout: 60_000 }, async () => {
  const { agent } = await throughGateway({ call_seconds: 3 });
  const { client } = await clientOf(agent);
  const called = async (name: string) => await client.callTool({ name: `mcp_s_${name}` });
  const failure = (text: string) => ({
    content: [{ type: 'text', text: expect.stringContaining(text) }],
    isError: true,
  });
  expect(await called('a_b')).toEqual({ content: [{ type: 'text', text: 'underscore' }] });
  expect(await called('fail')).toEqual(failure('There is no such item'));
  expect(await called('die')).toEqual(failure('cannot be reached'));
  expect(await called('big')).toEqual(failure('a response that is too large'));
  expect(await called('wait')).toEqual(failure('took too long'));
});

it('marks a result as a failure if the tool does', async () => {
  const agent = new Agent({ env: {} });
  open.push(agent);
  agent.define_tool({
    name: 'give_up',
    description: 'Fails.',
    handler: () => new FunctionResult('I could not.').set_failed(),
  });
  const { client } = await clientOf(agent);
  expect(await client.callTool({ name: 'give_up' })).toEqual({
    content: [{ type: 'text', text: 'I could not.' }],
    isError: true,
  });
  expect((await agent.call_tool('give_up')).to_dict()).toEqual({ response: 'I could not.' });
});

it('ends the call at the gateway when a client on standard streams disconnects', {
  timeout: 60_000,
}, async () => {
  const { agent, sessions } = await throughGateway();
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveStdio(agent, { isLive: true, input, output });
  const answered = new Promise((resolve) => output.on('data', (data) => /"id":2/.test(data) && resolve(data)));
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  for (const message of [
    { id: 1, method: 'initialize', params: hello },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'mcp_s_a_b', arguments: {} } },
  ])
    input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  await answered;
  expect(await sessions()).toHaveLength(1);
  input.end();
  await served;
  expect(await sessions()).toEqual([]);
});

it('ends the calls at the gateway when a server over HTTP closes', { timeout: 60_000 }, async () => {
  const { agent, sessions } = await throughGateway();
  const { client, server } = await clientOf(agent);
  await client.callTool({ name: 'mcp_s_a_b' });
  expect(await sessions()).toHaveLength(1);
  await server.close();
  expect(await sessions()).toEqual([]);
});
