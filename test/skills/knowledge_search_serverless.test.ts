// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the platform, not of the language
import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/http/index.js';
import { Agent } from '../../src/skills/index.js';
import { receiver } from '../support/loopback.js';
import { FAILURES, fromRecording, redirectTo } from './stand-ins.js';

const GIVEN = {
  space_name: 'space.example',
  project_id: 'project-7',
  token: 'token-of-project',
  document_id: 'acaa5c49-0000-4000-8000-000000000001',
};
const QUESTION = { query: 'How do I reset my password?' };

async function agentOn(transport: Transport, params: Record<string, unknown> = {}) {
  const agent = new Agent({ env: {}, transport });
  await agent.add_skill('knowledge_search_serverless', { ...GIVEN, ...params });
  return agent;
}

const nowhere: Transport = { send: () => Promise.reject(new Error('no request expected')) };

it('returns the results', async () => {
  await fromRecording('knowledge_search_serverless', 'success', [], async (transport) => {
    const agent = await agentOn(transport);
    expect((await agent.call_tool('search_knowledge', QUESTION)).response).toBe(
      `Results of the knowledge base for "How do I reset my password?":\n\nOpen the settings, choose Security and then Reset password. A link comes by e-mail and works for one hour.\n${'='.repeat(50)}\n\n`,
    );
  });
});

it('returns no_results_message if nothing is found', async () => {
  await fromRecording('knowledge_search_serverless', 'empty', [], async (transport) => {
    const agent = await agentOn(transport, { no_results_message: 'Nothing on {query} {here}.' });
    expect((await agent.call_tool('search_knowledge', QUESTION)).response).toBe(
      'Nothing on How do I reset my password? {here}.',
    );
  });
});

it.each(FAILURES)('apologises without text of the service after %s', async (scenario) => {
  await fromRecording('knowledge_search_serverless', scenario, [], async (transport) => {
    const agent = await agentOn(transport);
    expect((await agent.call_tool('search_knowledge', QUESTION)).response).toBe(
      'The knowledge base does not respond. Apologise, and do not guess an answer.',
    );
  });
});

it('reaches the private address that the user configured, and follows no redirect to another', async () => {
  const service = await receiver(({ target }) =>
    target.includes('moved') ? {} : { body: JSON.stringify({ chunks: [{ text: 'found' }] }) },
  );
  const agent = new Agent({ env: {} });
  await agent.add_skill('knowledge_search_serverless', { ...GIVEN, space_name: service.url });
  expect((await agent.call_tool('search_knowledge', QUESTION)).response).toContain('found');
  const other = await receiver(() => ({ status: 302, headers: { location: `${service.url}/moved` } }));
  const led = new Agent({ env: {} });
  await led.add_skill('knowledge_search_serverless', { ...GIVEN, space_name: other.url });
  await expect(led.call_tool('search_knowledge', QUESTION)).rejects.toThrow();
  expect(service.received).toHaveLength(1);
  await Promise.all([agent.close(), led.close(), service.close(), other.close()]);
});

it('sends only the configured fields, as the project, and returns at most count results', async () => {
  const chunks = ['one', 'two', 'three'].map((text) => ({ text }));
  const service = await receiver(() => ({ body: JSON.stringify({ chunks }) }));
  const transport = redirectTo({ 'https://space.example': service.url });
  const chosen = { count: 2, tags: ['help'], language: 'en', pos_to_expand: ['NOUN'], max_synonyms: 3, distance: 0.5 };
  const agent = await agentOn(transport, chosen);
  const hostile = '"}, ${args.query} \u2028 %{this}';
  const { response } = await agent.call_tool('search_knowledge', { query: hostile });
  expect(response).toMatch(/one\n=+\n\ntwo\n=+\n\n$/);
  const [{ body, ...request }] = service.received as [(typeof service.received)[0]];
  expect(request).toMatchObject({
    method: 'POST',
    target: '/api/datasphere/documents/search',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: `Basic ${Buffer.from('project-7:token-of-project').toString('base64')}`,
    },
  });
  expect(JSON.parse(body)).toEqual({ document_id: GIVEN.document_id, query_string: hostile, ...chosen });
  await agent.call_tool('search_knowledge', QUESTION);
  await Promise.all([transport.close?.(), service.close()]);
});

it('shows its credentials only to the platform', async () => {
  const agent = await agentOn(nowhere);
  const shown = JSON.stringify([agent.document(), agent.tools, agent.explain('search_knowledge', QUESTION)]);
  const basic = Buffer.from('project-7:token-of-project').toString('base64');
  expect(shown).toContain('Basic [cut]');
  for (const secret of [basic, 'token-of-project']) expect(shown).not.toContain(secret);
  expect(JSON.stringify(agent.document({ with_secrets: true }))).toContain(basic);
});

it('keeps the data of several instances separate', async () => {
  const agent = await agentOn(nowhere);
  const key = await agent.add_skill('knowledge_search_serverless', {
    ...GIVEN,
    document_id: 'other',
    tool_name: 'faq',
  });
  expect(key).toBe('knowledge_search_serverless_faq');
  expect(agent.global_data).toEqual({
    'skill:knowledge_search_serverless_search_knowledge': { document_id: GIVEN.document_id },
    'skill:knowledge_search_serverless_faq': { document_id: 'other' },
  });
});

describe('parameters', () => {
  it('come from the environment, and all missing ones are reported', async () => {
    await expect(new Agent({ env: {} }).add_skill('knowledge_search_serverless')).rejects.toThrow(
      'space_name is required (or set PLATFORM_SPACE); project_id is required (or set PLATFORM_PROJECT_ID); token is required (or set PLATFORM_API_TOKEN); document_id is required',
    );
    const env = { PLATFORM_SPACE: 'space.example', PLATFORM_PROJECT_ID: 'p1', PLATFORM_API_TOKEN: 'token-of-p1' };
    const agent = new Agent({ env });
    await agent.add_skill('knowledge_search_serverless', { document_id: 'd1' });
    expect(agent.explain('search_knowledge', QUESTION).requests?.[0]).toMatchObject({
      url: 'https://space.example/api/datasphere/documents/search',
      body: '{"document_id":"d1","count":1,"distance":3,"query_string":"How do I reset my password?"}',
    });
  });

  it.each([
    ['http://space.example'],
    ['space.example/path'],
    ['https://user:pass@space.example'],
    ['space example'],
    ['ftp://space.example'],
    ['space.example?x=1'],
    ['javascript://space.example'],
  ])('reject the space_name %s', async (space_name) => {
    await expect(agentOn(nowhere, { space_name })).rejects.toThrow('space_name must be a host name');
  });

  it.each([
    ['count must be at most 10', { count: 11 }],
    ['distance must be at least 0', { distance: -1 }],
    ['max_synonyms must be at least 1', { max_synonyms: 0 }],
    ['pos_to_expand[0] must be one of NOUN, VERB, ADJ, ADV', { pos_to_expand: ['noun'] }],
    ['tags[0] must be a string', { tags: [1] }],
  ])('are checked: %s', async (problem, params) => {
    await expect(agentOn(nowhere, params)).rejects.toThrow(problem);
  });
});
