import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Transport, TransportFault } from '../../src/http/index.js';
import { EncyclopediaSearch } from '../../src/skills/builtin/encyclopedia_search.js';
import { Agent, SkillRegistry } from '../../src/skills/index.js';
import { type Received, receiver } from '../support/loopback.js';
import { FAILURE_TEXTS, FAILURES, fromRecording, redirectTo } from './stand-ins.js';

async function agentOn(transport: Transport, params: Record<string, unknown> = {}) {
  const agent = new Agent({ env: {}, transport });
  await agent.add_skill('encyclopedia_search', params);
  const search = async (query: string) => (await agent.call_tool('search_wiki', { query })).response;
  return { agent, search };
}

describe('with the recordings', () => {
  it('returns the best article, follows redirects, and lists the meanings of an ambiguous title', async () => {
    await fromRecording('encyclopedia_search', 'success', [], async (transport) => {
      const { search } = await agentOn(transport);
      expect(await search('alan turing')).toBe(
        '**Alan Turing**\n\nAlan Turing was a mathematician and computer scientist who shaped the theory of computation.\n' +
          'He is widely considered a father of computer science.',
      );
      expect(await search('bombe machine')).toMatch(/^\*\*Bombe\*\*\n\nThe bombe was/);
      expect(await search('mercury')).toBe(
        '“Mercury” has several meanings, including:\n- Mercury (planet)\n- Mercury (element)\n' +
          'Ask which one the user means, and search for it.',
      );
    });
  });

  it('returns no_results_message if nothing is found', async () => {
    await fromRecording('encyclopedia_search', 'empty', [], async (transport) => {
      const { search } = await agentOn(transport, { no_results_message: 'No {query}, $& or {query}.' });
      expect(await search('alan turing')).toBe('No alan turing, $& or alan turing.');
    });
  });

  it.each(FAILURES)('describes the failure after %s', async (scenario) => {
    await fromRecording('encyclopedia_search', scenario, [], async (transport) => {
      const skill = new EncyclopediaSearch(new Agent({ env: {}, transport }));
      expect(await skill.search_wiki('alan turing')).toMatch(
        new RegExp(`^The encyclopedia .*${FAILURE_TEXTS[scenario]}`),
      );
    });
  });

  it('throws if a recording lacks the request', async () => {
    await fromRecording('encyclopedia_search', 'empty', [], async (transport) => {
      const { search } = await agentOn(transport);
      await expect(search('ada lovelace')).rejects.toThrow(
        /the recording has no GET \/w\/api\.php\?action=query&.* that matches/,
      );
      await search('alan turing');
    });
  });
});

describe('on the wire', () => {
  let answer: unknown;
  let server: Awaited<ReturnType<typeof receiver>>;
  let transport: Transport;
  beforeEach(async () => {
    answer = {};
    server = await receiver(() => ({ body: JSON.stringify(answer) }));
    transport = redirectTo({ 'https://en.wikipedia.org': server.url });
  });
  afterEach(async () => {
    await transport.close?.();
    await server.close();
  });
  const pages = (...list: unknown[]) => ({ query: { pages: list } });

  it('sends one request with a contact and without a key', async () => {
    const { search } = await agentOn(transport, { contact: 'https://example.org/contact' });
    await search('  alan\n turing ');
    const [{ method, target, headers }] = server.received as [Received];
    expect(server.received).toHaveLength(1);
    expect([method, headers['user-agent']]).toEqual([
      'GET',
      expect.stringMatching(/^patchbay\/\d+\.\d+\.\d+ \(https:\/\/example\.org\/contact; skill encyclopedia_search\)$/),
    ]);
    expect(new URL(target, server.url).searchParams.get('gsrsearch')).toBe('alan turing');
    expect(headers.authorization).toBeUndefined();
    expect(Object.keys(EncyclopediaSearch.get_parameter_schema())).not.toContain('api_key');
  });

  it.each(['a b', 'x\r\nx-evil: 1', '(x)', 'é'])('rejects the contact %j', async (contact) => {
    const agent = new Agent({ env: {}, transport });
    await expect(agent.add_skill('encyclopedia_search', { contact })).rejects.toThrow('setup() returned false');
  });

  it('returns num_results articles, the best first, without disambiguation pages', async () => {
    const list = [3, 1, 2].map((index) => ({ title: `T${index}`, index, extract: index === 2 ? '' : `E${index}` }));
    answer = pages(...list, { title: 'T', index: 1.5, extract: 'T may refer to:', pageprops: { disambiguation: '' } });
    const { search } = await agentOn(transport, { num_results: 2 });
    expect(await search('t')).toBe(`**T1**\n\nE1\n\n${'='.repeat(50)}\n\n**T2**\n\nThis article has no introduction.`);
  });

  it('asks for the meaning if it finds only disambiguation pages', async () => {
    answer = pages({ title: 'Mercury', index: 1, extract: 'x', pageprops: { disambiguation: '' } });
    const { search } = await agentOn(transport);
    expect(await search('mercury')).toBe(
      '“Mercury” has several meanings. Ask which one the user means, and search for it.',
    );
  });

  it('sends no empty query, and shortens a long one', async () => {
    const { search } = await agentOn(transport);
    expect(await search(' \u0000 ')).toBe('The query is empty. Ask the user what to look up.');
    await search('x'.repeat(100_000));
    expect(
      server.received.map(({ target }) => new URL(target, server.url).searchParams.get('gsrsearch')?.length),
    ).toEqual([300]);
  });

  it.each([
    [{ error: { code: 'ratelimited', info: 'slow down' } }, 'received too many requests'],
    [{ error: { code: 'internal_api_error_DBQueryError' } }, 'cannot be reached'],
    [{ error: { code: 'srsearch-too-long' } }, 'rejected this request'],
    [{ query: { pages: { '-1': { missing: '' } } } }, 'returned an invalid response'],
    [7, 'returned an invalid response'],
    [[], 'returned an invalid response'],
    [pages(null, 5, { title: 7 }, { title: 'Gone', missing: true }), 'has no article about'],
  ])('describes the response %j', async (body, words) => {
    answer = body;
    const { search } = await agentOn(transport);
    expect(await search('x')).toContain(words);
  });

  it('returns plain text of limited length for any article', async () => {
    answer = pages({ title: 'A\n\u001b[2Jb\ud800', index: 1, extract: `\u202e${'y'.repeat(200_000)}` });
    const { search } = await agentOn(transport);
    const text = String(await search('x'));
    expect(text).toMatch(/^\*\*A \[2Jb\ufffd\*\*\n\ny+…$/);
    expect(text.length).toBeLessThan(4100);
  });

  it('describes an invalid query, and any error of the transport', async () => {
    const { skill } = await skillOn({ send: () => Promise.reject(new Error('odd')) });
    expect(await skill.search_wiki(undefined as never)).toBe('The query is empty. Ask the user what to look up.');
    expect(await skill.search_wiki('x')).toBe('The encyclopedia cannot be reached. Try again later.');
  });

  it('describes an unreachable service, and throws if the request is not allowed', async () => {
    const gone = await receiver();
    await gone.close();
    const { search } = await agentOn(redirectTo({ 'https://en.wikipedia.org': gone.url }));
    expect(await search('x')).toBe('The encyclopedia cannot be reached. Try again later.');
    const banned = { send: () => Promise.reject(new TransportFault('not_allowed', 'loopback only')) };
    await expect((await agentOn(banned)).search('x')).rejects.toThrow('loopback only');
  });
});

/** The class itself, with an agent whose transport this is. */
async function skillOn(transport: Transport) {
  const made: EncyclopediaSearch[] = [];
  class Recorded extends EncyclopediaSearch {
    override setup(): boolean {
      made.push(this);
      return super.setup();
    }
  }
  const registry = new SkillRegistry({ encyclopedia_search: async () => Recorded });
  await new Agent({ registry, env: {}, transport }).add_skill('encyclopedia_search');
  return { skill: made[0] as EncyclopediaSearch };
}
