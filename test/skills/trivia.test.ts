import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/http/index.js';
import { CATEGORIES } from '../../src/skills/builtin/trivia.js';
import { Agent } from '../../src/skills/index.js';
import { receiver } from '../support/loopback.js';
import { FAILURES, fromRecording, redirectTo } from './stand-ins.js';

const KEY = 'key-of-trivia';
const FAILED = 'The trivia service does not respond. Apologise, and continue without a question.';

async function agentOn(transport: Transport, params: Record<string, unknown> = {}) {
  const agent = new Agent({ env: {}, transport });
  await agent.add_skill('trivia', { api_key: KEY, ...params });
  return agent;
}

const nowhere: Transport = { send: () => Promise.reject(new Error('no request expected')) };

it('returns a question for each of the fourteen categories', async () => {
  expect(Object.keys(CATEGORIES)).toHaveLength(14);
  await fromRecording('trivia', 'success', [KEY], async (transport) => {
    const agent = await agentOn(transport);
    for (const category of Object.keys(CATEGORIES)) {
      const { response } = await agent.call_tool('get_trivia', { category });
      expect(response).toMatch(
        new RegExp(
          `^Ask this trivia question: \\S.* \\(category ${category}\\)\\. Its answer is: \\S.*\\. Let the user`,
        ),
      );
    }
  });
});

it('returns a message if the service has no question', async () => {
  await fromRecording('trivia', 'empty', [KEY], async (transport) => {
    const agent = await agentOn(transport);
    expect((await agent.call_tool('get_trivia', { category: 'geography' })).response).toBe(
      'The trivia service has no question in the category geography. Offer another category.',
    );
  });
});

it.each(FAILURES)('apologises without text of the service after %s', async (scenario) => {
  await fromRecording('trivia', scenario, [KEY], async (transport) => {
    const agent = await agentOn(transport);
    expect((await agent.call_tool('get_trivia', { category: 'geography' })).response).toBe(FAILED);
  });
});

it.each(['{}', 'null', '7', '"x"'])('treats the response %s as a failure', async (body) => {
  const service = await receiver(() => ({ body }));
  const transport = redirectTo({ 'https://api.api-ninjas.com': service.url });
  const agent = await agentOn(transport);
  expect((await agent.call_tool('get_trivia', { category: 'music' })).response).toBe(FAILED);
  await Promise.all([transport.close?.(), service.close()]);
});

it('sends the key only in a header', async () => {
  const service = await receiver(() => ({ body: '[{"category":"music","question":"q","answer":"a"}]' }));
  const transport = redirectTo({ 'https://api.api-ninjas.com': service.url });
  const agent = await agentOn(transport);
  await agent.call_tool('get_trivia', { category: 'music' });
  expect(service.received).toMatchObject([
    { method: 'GET', target: '/v1/trivia?category=music', headers: { 'x-api-key': KEY } },
  ]);
  await Promise.all([transport.close?.(), service.close()]);
});

describe('categories', () => {
  const enumOf = async (categories: unknown) => {
    const agent = await agentOn(nowhere, { categories });
    return agent.tools[0]?.parameters.properties.category;
  };

  it('become the enum of the tool, in order, with their labels', async () => {
    expect(await enumOf(['music', 'general', 'music'])).toEqual({
      type: 'string',
      description: 'Category of the question. music: Music; general: General Knowledge',
      enum: ['music', 'general'],
    });
    expect((await enumOf(undefined))?.enum).toEqual(Object.keys(CATEGORIES));
  });

  it('are checked before a request is sent', async () => {
    const agent = await agentOn(nowhere, { categories: ['music'] });
    await expect(agent.call_tool('get_trivia', { category: 'general' })).rejects.toThrow('must be one of music');
    await expect(agent.call_tool('get_trivia', {})).rejects.toThrow('category is missing');
  });

  it.each([
    ['categories must contain at least one category', []],
    ['categories[1] must be one of artliterature', ['music', 'musik']],
    ['Did you mean music?', ['music', 'musik']],
    ['categories[0] must be a string', [{ music: true }]],
    ['categories must be an array', 'music'],
  ])('are rejected if they are invalid: %s', async (problem, categories) => {
    await expect(agentOn(nowhere, { categories })).rejects.toThrow(problem);
  });
});

it('supports several instances with their own categories', async () => {
  const agent = await agentOn(nowhere, { tool_name: 'sports_trivia', categories: ['sportsleisure'] });
  expect(await agent.add_skill('trivia', { api_key: KEY, categories: ['music'] })).toBe('trivia_get_trivia');
  expect(agent.list_skills()).toEqual(['trivia_sports_trivia', 'trivia_get_trivia']);
  expect(agent.tools.map(({ name, parameters }) => [name, parameters.properties.category?.enum])).toEqual([
    ['sports_trivia', ['sportsleisure']],
    ['get_trivia', ['music']],
  ]);
});

it('takes its key from the environment, and does not load without a key', async () => {
  await expect(new Agent({ env: {} }).add_skill('trivia')).rejects.toThrow(
    'api_key is required (or set API_NINJAS_KEY)',
  );
  const agent = new Agent({ env: { API_NINJAS_KEY: KEY } });
  await agent.add_skill('trivia');
  expect(JSON.stringify(agent.document())).not.toContain(KEY);
  expect(JSON.stringify(agent.document({ with_secrets: true }))).toContain(KEY);
});
