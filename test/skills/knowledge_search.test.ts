import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Transport } from '../../src/http/index.js';
import { Agent } from '../../src/skills/index.js';
import { searchAddress } from '../../src/skills/lib/knowledge.js';
import { type Received, receiver } from '../support/loopback.js';
import { FAILURE_TEXTS, FAILURES, fromRecording } from './stand-ins.js';

const TOKEN = 'token-of-a-project';
const GIVEN = {
  space_name: 'example.space.com',
  project_id: 'project-1',
  token: TOKEN,
  document_id: 'acaa5c49-0000-4000-8000-000000000001',
};
const EVERYTHING = { tags: ['help'], language: 'en', pos_to_expand: ['NOUN', 'VERB'], max_synonyms: 3 };

async function agentOn(params: Record<string, unknown> = {}, transport?: Transport) {
  const agent = new Agent({ env: {}, ...(transport && { transport }) });
  const logs: string[] = [];
  agent.on('log', ({ message }) => logs.push(message));
  await agent.add_skill('knowledge_search', { ...GIVEN, ...params });
  const search = async (query: string) => (await agent.call_tool('search_knowledge', { query })).response;
  return { agent, search, logs };
}

describe('with the recordings', () => {
  it('returns the results, up to count', async () => {
    await fromRecording('knowledge_search', 'success', [TOKEN], async (transport) => {
      const one = await agentOn({}, transport);
      expect(await one.search('reset my password')).toBe(
        'Found 1 result for "reset my password":\n\n=== Result 1 ===\n' +
          `Open the settings, choose Security, and press Reset password.\n${'='.repeat(50)}`,
      );
      const all = await agentOn({ ...EVERYTHING, count: 2, distance: 4.5 }, transport);
      expect(await all.search('opening hours')).toMatch(
        /^Found 2 results for "opening hours":\n\n=== Result 1 ===\nWe are open .*\n={50}\n\n=== Result 2 ===\nOn holidays/,
      );
    });
  });

  it('returns no_results_message if nothing is found', async () => {
    await fromRecording('knowledge_search', 'empty', [TOKEN], async (transport) => {
      const { search, logs } = await agentOn({ no_results_message: 'Nothing on {query} ({}).' }, transport);
      expect([await search('reset my password'), logs]).toEqual(['Nothing on reset my password ({}).', []]);
    });
  });

  it.each(FAILURES)('describes the failure after %s, and logs the details', async (scenario) => {
    await fromRecording('knowledge_search', scenario, [TOKEN], async (transport) => {
      const { search, logs } = await agentOn({}, transport);
      expect(await search('reset my password')).toMatch(new RegExp(`^The knowledge base .*${FAILURE_TEXTS[scenario]}`));
      expect(logs).toHaveLength(1);
    });
  });
});

describe('on the wire', () => {
  let answer: { status?: number; body?: string; headers?: Record<string, string> } = {};
  let server: Awaited<ReturnType<typeof receiver>>;
  const agents: Agent[] = [];
  beforeEach(async () => {
    answer = { body: '{"chunks":[]}' };
    server = await receiver(() => answer);
  });
  afterEach(async () => {
    await Promise.all(agents.splice(0).map((agent) => agent.close()));
    await server.close();
  });
  /** With the guarded transport of every agent: the space is on loopback because the user says so. */
  const here = async (params: Record<string, unknown> = {}) => {
    const made = await agentOn({ space_name: server.url, ...params });
    agents.push(made.agent);
    return made;
  };

  it('sends one request as the project, with only the fields that are set', async () => {
    await (await here({ ...EVERYTHING, count: 2 })).search('opening hours');
    await (await here()).search('opening hours');
    const [full, plain] = server.received as [Received, Received];
    expect([full.method, full.target, full.headers.authorization, full.headers['content-type']]).toEqual([
      'POST',
      '/api/datasphere/documents/search',
      `Basic ${Buffer.from(`project-1:${TOKEN}`).toString('base64')}`,
      'application/json',
    ]);
    const { document_id } = GIVEN;
    const query_string = 'opening hours';
    expect(JSON.parse(full.body)).toEqual({ document_id, distance: 3, count: 2, ...EVERYTHING, query_string });
    expect(JSON.parse(plain.body)).toEqual({ document_id, distance: 3, count: 1, query_string });
  });

  it.each([
    [{ chunks: [{ content: 'one' }, { chunk: 'two' }, { score: 3 }, { text: ' ' }] }, ['one', 'two', '{"score":3}']],
    [{ chunks: [{ text: 'a' }, { text: 'b' }, { text: 'c' }, { text: 'd' }, { text: 'e' }] }, ['a', 'b', 'c']],
    [
      { chunks: [{ text: `\u001b[31mred\u0007\r\n${'z'.repeat(20_000)}` }] },
      [expect.stringMatching(/^\[31mred\nz+…$/)],
    ],
  ])('reads the texts from %j', async (body, texts) => {
    answer = { body: JSON.stringify(body) };
    const { search } = await here({ count: 3 });
    const found = [...String(await search('x')).matchAll(/^=== Result \d ===\n([\s\S]*?)\n={50}$/gm)].map(
      ([, text]) => text,
    );
    expect(found).toEqual(texts);
  });

  it.each([
    [422, { errors: [{ message: 'Invalid tags', attribute: 'tags' }] }, 'rejected this request', '422 Invalid tags'],
    [404, {}, 'rejected this request', '404'],
    [500, 'oops', 'cannot be reached', '500'],
    [200, { chunks: {} }, 'invalid response', 'the response has no chunks'],
    [401, { error: `who is ${TOKEN}?` }, 'rejected the credentials', '401 who is [cut]?'],
    [401, { error: Buffer.from(`project-1:${TOKEN}`).toString('base64') }, 'rejected the credentials', '401 [cut]'],
  ])('describes %i %j, and logs the details', async (status, body, words, log) => {
    answer = { status, body: JSON.stringify(body) };
    const { search, logs } = await here();
    expect(await search('x')).toContain(words);
    expect(logs).toEqual([`knowledge_search: ${log}`]);
  });

  it('sends the question and the credentials to no other origin', async () => {
    const other = await receiver();
    answer = { status: 307, headers: { location: `${other.url}/steal` } };
    const { search } = await here();
    await expect(search('x')).rejects.toThrow('a redirect would send the body');
    expect(other.received).toEqual([]);
    await other.close();
  });

  it('sends no empty question', async () => {
    const { search } = await here();
    expect(await search(' \n')).toBe('The query is empty. Ask the user what to search for.');
    expect(server.received).toEqual([]);
  });
});

describe('set-up', () => {
  it('takes space, project and token from the environment', async () => {
    const env = { PLATFORM_SPACE: 'example.space.com', PLATFORM_PROJECT_ID: 'p', PLATFORM_API_TOKEN: TOKEN };
    const agent = new Agent({ env });
    expect(await agent.add_skill('knowledge_search', { document_id: 'd' })).toBe('knowledge_search_search_knowledge');
    expect(agent.global_data).toEqual({ 'skill:knowledge_search_search_knowledge': { document_id: 'd' } });
  });

  it('keeps the data of several instances separate', async () => {
    const { agent } = await agentOn();
    await agent.add_skill('knowledge_search', { ...GIVEN, document_id: 'faq', tool_name: 'search_faq' });
    expect(agent.tools.map(({ name }) => name)).toEqual(['search_knowledge', 'search_faq']);
    expect(Object.keys(agent.global_data)).toHaveLength(2);
    expect(JSON.stringify(agent.prompt_sections)).toContain('Call search_faq');
  });

  it.each([
    [{ space_name: 'evil.example/path' }, 'space_name must be a host name'],
    [{ tags: ['help', 5] }, 'tags'],
    [{ pos_to_expand: ['NOUN', 'PRONOUN'] }, 'NOUN, VERB, ADJ, ADV'],
  ])('is rejected with %j', async (params, problem) => {
    const agent = new Agent({ env: {} });
    await expect(agent.add_skill('knowledge_search', { ...GIVEN, ...params })).rejects.toThrow(problem);
  });

  it.each([
    ['acme', 'https://acme.space.com', 'example.space.com'],
    ['acme', 'https://acme.eu.space.com', 'https://example.eu.space.com'],
    ['acme', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('resolves the name of the space %j to %j on the platform %j', (space, address, platform) => {
    expect(searchAddress(space, platform)).toBe(`${address}/api/datasphere/documents/search`);
  });

  it.each(['', 'acme', '?'])('asks for the full host name if PLATFORM_SPACE is %j', (platform) => {
    expect(() => searchAddress('acme', platform)).toThrow('"acme" is not a full host name');
  });

  it('uses the platform of PLATFORM_SPACE for the name of a space', async () => {
    const sent: string[] = [];
    const send = async ({ url }: { url: string }) => {
      sent.push(url);
      return { status: 200, headers: {}, body: Buffer.from('{"chunks":[]}') };
    };
    const agent = new Agent({ env: { PLATFORM_SPACE: 'example.space.com' }, transport: { send } });
    await agent.add_skill('knowledge_search', { ...GIVEN, space_name: 'acme' });
    await agent.call_tool('search_knowledge', { query: 'x' });
    expect(sent).toEqual(['https://acme.space.com/api/datasphere/documents/search']);
  });

  it.each([
    ['example.space.com', 'https://example.space.com'],
    ['https://example.space.com/', 'https://example.space.com'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['localhost:3', 'https://localhost:3'],
    ...['http://example.space.com', 'user@example.com', 'user:pass@example.com', 'example.com/a', 'example.com?a'].map(
      (space) => [space, undefined],
    ),
    ...['example.com#a', 'ftp://example.com', 'a b', '', 'https://', 'example.com\\@evil.example', 'a\nb'].map(
      (space) => [space, undefined],
    ),
  ] as [string, string | undefined][])('resolves the space %j to %j', (space, address) => {
    if (address === undefined) expect(() => searchAddress(space)).toThrow('space_name must be a host name');
    else expect(searchAddress(space)).toBe(`${address}/api/datasphere/documents/search`);
  });
});
