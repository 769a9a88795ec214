import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RestClient } from '../../src/client/index.js';
import { isLocalName, isLoopbackAddress, mayBeLoopback } from '../../src/http/connect/loopback.js';
import { listen, liveTransport, setEgress } from '../../src/http/index.js';
import { fetchDocument } from '../../src/sandbox/webhooks/fetch-document.js';
import { WebhookSender } from '../../src/sandbox/webhooks/webhook-sender.js';
import { Agent, createRegistry } from '../../src/skills/index.js';
import { receiver } from '../support/loopback.js';
import { nameServer } from '../support/name-server.js';

// 0.0.0.0 is not a loopback address, and yet a server on loopback is reached by it: it plays a machine elsewhere.
const ELSEWHERE = '0.0.0.0';
let server: Awaited<ReturnType<typeof receiver>>;
let names: ReturnType<typeof nameServer>;
let port = '';
const closing: (() => unknown)[] = [];

beforeEach(async () => {
  server = await receiver(() => ({ body: '{"data":[],"links":{}}' }));
  port = new URL(server.url).port;
  names = nameServer({
    localhost: [['127.0.0.1']],
    'app.localhost': [['127.0.0.1']],
    'away.localhost': [[ELSEWHERE]],
    'both.localhost': [[ELSEWHERE, '127.0.0.1']],
    'empty.localhost': [[]],
  });
  closing.push(server.close, names.restore);
});
afterEach(async () => {
  setEgress('open');
  for (const close of closing.splice(0).reverse()) await close();
});
function live() {
  const transport = liveTransport({ timeoutMs: 5000 });
  closing.push(() => transport.close?.());
  return transport;
}
const client = (host: string) => new RestClient({ project: 'p', token: 'token-token', host, retries: 0 });

it.each([
  ['127.0.0.1', true],
  ['127.255.255.254', true],
  ['::1', true],
  ['[::1]', true],
  ['0:0:0:0:0:0:0:1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:7f00:1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['128.0.0.1', false],
  ['::ffff:128.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['::1%lo', false],
  ['localhost', false],
  ['127.0.0.1.example', false],
])('%s: a loopback address %s', (text, is) => {
  expect(isLoopbackAddress(text)).toBe(is);
});

it.each([
  ['localhost', true],
  ['LOCALHOST.', true],
  ['app.localhost', true],
  ['notlocalhost', false],
  ['localhost.example', false],
  ['2001:db8::1%.localhost', false],
  ['::ffff:192.0.2.1%.localhost', false],
  ['[::1%.localhost]', false],
])('%s: a local name %s', (name, is) => {
  expect([isLocalName(name), mayBeLoopback(name)]).toEqual([is, is]);
});

describe('a local name', () => {
  it.each(['localhost', 'app.localhost', 'LOCALHOST', 'both.localhost'])('%s reaches loopback', async (name) => {
    expect(await live().send({ method: 'GET', url: `http://${name}:${port}/`, headers: {} })).toMatchObject({
      status: 200,
    });
    expect(names.connected).toEqual(['127.0.0.1']);
  });

  it.each(['away.localhost', 'empty.localhost', 'away.localhost.'])(
    '%s reaches nothing, in any mode and over http and https',
    async (name) => {
      for (const egress of ['open', 'loopback'] as const) {
        setEgress(egress);
        for (const scheme of ['http', 'https']) {
          const request = { method: 'GET', url: `${scheme}://${name}:${port}/`, headers: {} };
          await expect(live().send(request)).rejects.toMatchObject({
            kind: name.startsWith('empty') ? 'refused' : 'not_allowed',
            sent: false,
          });
        }
      }
      expect(server.received).toEqual([]);
    },
  );

  it('sends Basic credentials over http to a loopback address only', async () => {
    await client(`http://app.localhost:${port}`).queues.list();
    expect(server.received[0]?.headers.authorization).toMatch(/^Basic /);
    await expect(client(`http://away.localhost:${port}`).queues.list()).rejects.toMatchObject({
      code: 'not_allowed',
      message: expect.stringContaining(`away.localhost is at ${ELSEWHERE}, which is not a loopback address`),
    });
    expect(server.received).toHaveLength(1);
  });

  it('does not send the token of a document search to another host', async () => {
    const agent = new Agent({ registry: createRegistry(), env: { PLATFORM_ALLOW_PRIVATE_URLS: '1' } });
    closing.push(() => agent.close());
    await agent.add_skill('knowledge_search', {
      space_name: `http://away.localhost:${port}`,
      project_id: 'p',
      token: 'token-token',
      document_id: 'd',
    });
    await agent.call_tool('search_knowledge', { query: 'x' }).catch(() => {});
    expect(names.asked).toContain('away.localhost');
    expect(server.received).toEqual([]);
  });

  it('does not send requests of the sandbox to another host', async () => {
    const url = `http://away.localhost:${port}/`;
    const webhooks = new WebhookSender();
    closing.push(() => webhooks.close());
    const fetched = await fetchDocument('document', { url, method: 'POST', encoding: 'json', payload: {} }, webhooks);
    expect(fetched.problem).toContain('not a loopback address');
    expect(server.received).toEqual([]);
  });

  it('is an address for a server only when it is on loopback', async () => {
    const served = { send: async () => ({ status: 200, headers: {}, body: Buffer.from('{}') }) };
    await expect(listen(served, { host: 'away.localhost' })).rejects.toThrow('not a loopback address');
    const local = await listen(served, { host: 'both.localhost' });
    closing.push(local.close);
    expect((await fetch(`http://127.0.0.1:${local.port}/`)).status).toBe(200);
  });
});
