import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { deserializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import { gatewayConfig } from '../../src/mcp/gateway/config.js';
import { GatewayEndpoint } from '../../src/mcp/gateway/endpoint.js';
import { ToolServers } from '../../src/mcp/serve/tool-server.js';
import { Agent } from '../../src/skills/index.js';
import { CallTokens } from '../../src/skills/serve/call-tokens.js';
import { toolEndpoint } from '../../src/skills/serve/endpoint.js';
import { kernelWithoutSockets } from '../support/kernel-without-sockets.js';
import { type OutsideParser, PARSERS } from '../support/parsers/index.js';

const code = (bytes: number) => 'const answer = await client.list({ limit: 10 });\n'.repeat(Math.ceil(bytes / 49));
const prose = (bytes: number) => 'The quick brown fox jumps over the lazy dog. '.repeat(Math.ceil(bytes / 45));
const agent = new Agent({ env: {} });
agent.define_tool({
  name: 'echo',
  description: 'Returns its text.',
  parameters: { text: { type: 'string', description: 'The text.' } },
  handler: ({ text }) => String(text),
});

/** One request to the executing thread of the kernel, up to its reply. */
async function kernelReply(type: string, content: Record<string, unknown>): Promise<unknown> {
  const { kernel, sent } = (shared ??= kernelWithoutSockets());
  sent.length = 0;
  const header = { msg_id: '1', msg_type: type, session: 's', username: 'u', date: '', version: '5.3' };
  kernel.receive({ kind: 'request', request: { channel: 'shell', ids: [], header, content } });
  while (
    !sent.some((one) => typeof one === 'object' && one.kind === 'publish' && one.content.execution_state === 'idle')
  )
    await new Promise((resolve) => setImmediate(resolve));
  const reply = sent.find((one) => typeof one === 'object' && one.kind === 'reply');
  if (typeof reply === 'object' && reply.kind === 'reply' && reply.content.status === 'error')
    throw engineError(reply.content);
  return reply;
}
let shared: ReturnType<typeof kernelWithoutSockets> | undefined;

/** The error of a reply, as the kernel caught it. */
function engineError({ ename, evalue }: Readonly<Record<string, unknown>>): Error {
  const kinds: Record<string, ErrorConstructor> = { RangeError, TypeError, ReferenceError };
  return new (kinds[String(ename)] ?? Error)(String(evalue));
}

async function mcpReply(input: Buffer): Promise<unknown> {
  const [client, server] = InMemoryTransport.createLinkedPair();
  await new ToolServers(agent, { isLive: false }).make().connect(server);
  // Both transports read messages with this.
  const message = deserializeMessage(input.toString());
  const replied = new Promise((resolve) => {
    client.onmessage = resolve;
  });
  await client.start();
  await client.send(message);
  // Notifications and messages without an id have no reply.
  const turns = async () => {
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  await Promise.race([replied, turns()]);
  return client.close();
}

const tokens = new CallTokens({ secret: 'a secret of the tests', lifetimeMs: 60_000, now: () => new Date(0) });
const swaig = `http://127.0.0.1/swaig?__token=${tokens.make({ call_id: 'c', tool: 'echo' })}`;
const endpoint = toolEndpoint(agent, {
  tokens,
  auth: { username: 'u', password: 'p' },
  document: (call_id) => ({ call_id }),
});
const gateway = new GatewayEndpoint({
  config: gatewayConfig({ services: { a: { command: ['true'] } } }),
  credentials: { token: 'token', user: undefined, password: undefined },
  sessions: { call: async () => ({ content: [] }), list: () => ({}), end: async () => false } as never,
  toolLists: { of: async () => [] } as never,
  redact: (text) => text,
  failed: (error) => {
    throw error;
  },
});
const jsonHeaders = { 'content-type': 'application/json', authorization: 'Bearer token' };

const inCode = [(hostile: string) => `const a = ${hostile}`, (hostile: string) => `client.list({ a: ${hostile}`];
const inDocuments = [
  (hostile: string) => `f({ sections: { main: [{ set: ${hostile} }, { goto: { label: '`,
  (hostile: string) => `f({ sections: { main: [{ play: '${hostile}%{`,
  (hostile: string) => `f(\`<Response>${hostile}<`,
  (hostile: string) => `f(\`<Response><Gather ${hostile}`,
];
const kernelTarget = (
  type: string,
  of: (text: string) => Record<string, unknown>,
  around: OutsideParser['around'] = inCode,
): OutsideParser => ({
  name: `kernel message ${type}`,
  files: ['kernel/execute/kernel.ts'],
  ordinary: code,
  around,
  parse: (input) => kernelReply(type, of(input.toString())),
});
const rpc = (method: string, params: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

/** The handlers of messages and requests. */
const HANDLERS: readonly OutsideParser[] = [
  kernelTarget('complete_request', (text) => ({ code: text, cursor_pos: text.length }), [...inCode, ...inDocuments]),
  kernelTarget('inspect_request', (text) => ({ code: text, cursor_pos: text.length, detail_level: 0 })),
  kernelTarget('is_complete_request', (text) => ({ code: text })),
  kernelTarget('history_request', (text) => ({ hist_access_type: 'search', pattern: text })),
  {
    name: 'MCP message to our server',
    files: ['mcp/serve/tool-server.ts'],
    ordinary: (bytes) => rpc('tools/call', { name: 'echo', arguments: { text: prose(bytes) } }),
    around: [
      (hostile) => rpc('tools/call', { name: 'echo', arguments: { text: hostile } }),
      (hostile) => rpc(hostile, { [hostile]: hostile }),
      (hostile) => rpc('tools/call', { name: 'echo', arguments: { text: 0 } }).replace('0}', `${hostile}}`),
    ],
    parse: mcpReply,
  },
  {
    name: 'request to the MCP gateway',
    files: ['mcp/gateway/endpoint.ts'],
    ordinary: (bytes) => JSON.stringify({ tool: 'a', session_id: 's', arguments: { text: prose(bytes) } }),
    around: [
      (hostile) => JSON.stringify({ tool: 'a', session_id: 's', arguments: { [hostile]: hostile } }),
      (hostile) => `{"tool":"a","session_id":"s","arguments":{"a":${hostile}}}`,
    ],
    parse: (body) =>
      gateway.send({ method: 'POST', url: 'http://127.0.0.1/services/a/call', headers: jsonHeaders, body }),
  },
  {
    name: 'request to the tool endpoint',
    files: ['skills/serve/endpoint.ts'],
    ordinary: (bytes) => JSON.stringify({ function: 'echo', call_id: 'c', argument: { raw: prose(bytes) } }),
    around: [
      (hostile) => JSON.stringify({ function: 'echo', call_id: hostile, argument: { raw: hostile } }),
      (hostile) => `{"function":"echo","call_id":"c","argument":{"parsed":[{"text":${hostile}}]}}`,
    ],
    parse: (body) => endpoint.send({ method: 'POST', url: swaig, headers: jsonHeaders, body }),
  },
];

/** All that the fuzzer runs. */
export const TARGETS: readonly OutsideParser[] = [...PARSERS, ...HANDLERS];
