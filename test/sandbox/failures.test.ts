import { describe, expect, it } from 'vitest';
import { Collection } from '../../src/sandbox/state/collection.js';
import { Transaction } from '../../src/sandbox/state/transaction.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';

/** Sends a request as another HTTP client would and returns its response. */
async function send({ transport, credentials }: Sandbox, method: string, path: string, body?: unknown) {
  const { project, token } = credentials;
  const headers = {
    authorization: `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}`,
    'content-type': 'application/json',
  };
  const text = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body);
  const url = `http://sandbox.invalid${path}`;
  const { status, body: bytes } = await transport.send({ method, url, headers, ...(text && { body: text }) });
  return { status, said: Buffer.from(bytes).toString('utf8') };
}

const held = (sandbox: Sandbox) => {
  const { now: _, ...rest } = sandbox.snapshot();
  return rest;
};
const BRAND = {
  name: 'Another company',
  company_name: 'Another Company Inc.',
  contact_email: 'office@example.com',
  contact_phone: '+12065550100',
  ein_issuing_country: 'US',
  legal_entity_type: 'PRIVATE_PROFIT',
  ein: '12-3456789',
  company_address: '1 Main St, Seattle, WA 98101',
  company_website: 'https://example.com',
  company_vertical: 'RETAIL',
};

describe('a value that does not fit into the response', () => {
  it.each([
    ['an empty prompt', 'ai_agents', { post_prompt: {} }, 'post_prompt'],
    ['half of the languages', 'ai_agents', { multilingual: {} }, 'multilingual.languages'],
    ['a list inside', 'ai_agents', { multilingual: { allowed: [''] } }, 'multilingual.languages'],
    ['a number for a name', 'brands', { ...BRAND, csp_brand_reference: 5 }, 'csp_brand_reference'],
    ['a string for a boolean', 'brands', { ...BRAND, csp_self_registered: 'true' }, 'csp_self_registered'],
  ])('is refused by field name, and nothing is stored: %s', async (_, what, fields, attribute) => {
    const sandbox = createSandbox();
    const agents = '/api/fabric/resources/ai_agents';
    const { data } = await sandbox.client().fabric.ai_agents.list();
    const [method, path, body] =
      what === 'brands'
        ? ['POST', '/api/relay/rest/registry/beta/brands', fields]
        : ['PATCH', `${agents}/${data[0]?.id}`, fields];
    const before = held(sandbox);
    const { status, said } = await send(sandbox, method as string, path as string, body);
    expect([status, said]).toEqual([422, expect.stringContaining(attribute)]);
    expect(held(sandbox)).toEqual(before);
    await sandbox.client().fabric.ai_agents.list();
    await sandbox.client().fabric.resources.list();
    await sandbox.client().registry.brands.list();
  });
});

describe('an internal error', () => {
  it.each([
    ['/api/relay/rest/queues', { error: 'Internal Server Error' }],
    ['/api/laml/2010-04-01/Accounts/ACCOUNT/Queues', { code: 20500, status: 500 }],
  ])(
    'answers 500 in the error format of the API, warns, and adds the reason to the journal: %s',
    async (path, shape) => {
      const lines: string[] = [];
      const sandbox = createSandbox({ warn: (line) => lines.push(line) });
      const snapshot = sandbox.snapshot();
      // No request can cause this: a queue without its list of callers.
      const broken = JSON.parse(JSON.stringify(snapshot));
      delete broken.collections.queues.items[0][1].members;
      sandbox.restore(broken);
      const { status, said } = await send(sandbox, 'GET', path.replace('ACCOUNT', sandbox.credentials.project));
      expect(status).toBe(500);
      expect(JSON.parse(said)).toMatchObject(shape);
      expect(lines).toEqual([expect.stringMatching(/^GET \/api\/.*Queues|^GET \/api\/.*queues/)]);
      expect(sandbox.journal.at(-1)).toMatchObject({ status: 500, reason: expect.stringContaining('TypeError') });
    },
  );
});

describe('a body', () => {
  const deep = (levels: number) => `{"name":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  it.each([
    ['that is nested thousands of levels deep', deep(8000), 'more than 100 levels'],
    ['that is incomplete', '{"name":', 'it is not JSON'],
    ['that is not an object', '[1]', 'must be a JSON object'],
  ])('%s is refused with 400, and the journal has the reason', async (_, body, reason) => {
    const sandbox = createSandbox();
    expect((await send(sandbox, 'POST', '/api/relay/rest/queues', body)).status).toBe(400);
    expect(sandbox.journal.at(-1)?.reason).toContain(reason);
  });

  it('may contain brackets in strings', async () => {
    const name = `\\"${'[{'.repeat(200)}`;
    expect((await send(createSandbox(), 'POST', '/api/relay/rest/queues', { name })).status).toBe(201);
  });
});

it('adds the reason of a refusal to the journal if the response omits it', async () => {
  const sandbox = createSandbox();
  const { queues } = sandbox.client();
  const [line] = (await queues.list()).data;
  await expect(queues.delete(line?.id as string)).rejects.toMatchObject({ status: 400 });
  expect(sandbox.journal.at(-1)?.reason).toBe('the queue is not empty: hang up or transfer its callers first');
});

it('undoes the changes of a write in any order', () => {
  const transaction = new Transaction();
  const things = new Collection<{ id: string; value?: number }>(transaction);
  for (const id of 'abcdef') things.add({ id });
  things.delete('c');
  const before = JSON.stringify(things);
  const write = () => {
    things.delete('a');
    things.add({ id: 'g' });
    things.replace({ id: 'b', value: 1 });
    things.delete('g');
    things.delete('f');
    things.add({ id: 'a', value: 2 });
    throw new Error('broken');
  };
  expect(() => transaction.run(write, () => true)).toThrow('broken');
  expect(JSON.stringify(things)).toBe(before);
  expect([...things.newest()].map(([, { id }]) => id).join('')).toBe('fedba');
});
