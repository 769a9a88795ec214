import { expect, it } from 'vitest';
import type { Transport } from '../../src/http/index.js';
import { runDataMap } from '../../src/skills/data-map/index.js';
import { Agent, FunctionResult } from '../../src/skills/index.js';
import { receiver } from '../support/loopback.js';
import { FAILURES, fromRecording, redirectTo } from './stand-ins.js';

const KEY = 'key-of-jokes';

async function agentOn(transport: Transport) {
  const agent = new Agent({ env: {}, transport });
  await agent.add_skill('joke', { api_key: KEY });
  return agent;
}

const nowhere: Transport = { send: () => Promise.reject(new Error('no request expected')) };

it('returns a joke of each kind', async () => {
  await fromRecording('joke', 'success', [KEY], async (transport) => {
    const agent = await agentOn(transport);
    expect((await agent.call_tool('get_joke', { type: 'jokes' })).response).toMatch(/^Tell the user this joke: I told/);
    expect((await agent.call_tool('get_joke', { type: 'dadjokes' })).response).toMatch(
      /: I used to be a baker, but .*\.$/,
    );
  });
});

it('returns a message if the service has no joke', async () => {
  await fromRecording('joke', 'empty', [KEY], async (transport) => {
    const agent = await agentOn(transport);
    expect((await agent.call_tool('get_joke', { type: 'dadjokes' })).response).toBe(
      'The joke service returned no joke. Apologise, and offer to try again.',
    );
  });
});

it.each(FAILURES)('apologises without text of the service after %s', async (scenario) => {
  await fromRecording('joke', scenario, [KEY], async (transport) => {
    const agent = await agentOn(transport);
    expect((await agent.call_tool('get_joke', { type: 'dadjokes' })).response).toBe(
      'The joke service does not respond. Apologise, and continue without a joke.',
    );
  });
});

it.each(['{}', 'null', '7', '"x"'])('treats the response %s as a failure', async (body) => {
  const service = await receiver(() => ({ body }));
  const transport = redirectTo({ 'https://api.api-ninjas.com': service.url });
  const agent = await agentOn(transport);
  expect((await agent.call_tool('get_joke', { type: 'jokes' })).response).toBe(
    'The joke service does not respond. Apologise, and continue without a joke.',
  );
  await Promise.all([transport.close?.(), service.close()]);
});

it('sends the key only in a header', async () => {
  const service = await receiver(() => ({ body: '[{"joke":"short"}]' }));
  const transport = redirectTo({ 'https://api.api-ninjas.com': service.url });
  const agent = await agentOn(transport);
  await agent.call_tool('get_joke', { type: 'jokes' });
  expect(service.received).toMatchObject([{ method: 'GET', target: '/v1/jokes', headers: { 'x-api-key': KEY } }]);
  await Promise.all([transport.close?.(), service.close()]);
});

it.each(['../admin', 'jokes/../admin', 'JOKES', 'jokes?x', 'jokes\n', '', '..'])(
  'sends nothing for the kind %j, even without a check of the enum',
  async (type) => {
    const agent = await agentOn(nowhere);
    await expect(agent.call_tool('get_joke', { type })).rejects.toThrow('type must be one of jokes, dadjokes');
    const data_map = agent.tools[0]?.data_map;
    const result = await runDataMap(
      data_map ?? {},
      { type },
      {},
      { transport: nowhere, signal: AbortSignal.timeout(9999) },
    );
    expect(result).toEqual(new FunctionResult('Unknown kind of joke. The kinds are: jokes, dadjokes.'));
  },
);

it('adds jokes to the global data and to the prompt', async () => {
  const agent = await agentOn(nowhere);
  expect(agent.global_data).toEqual({ joke_skill_enabled: true });
  expect(agent.prompt_sections).toMatchObject([
    { title: 'Jokes', bullets: [expect.stringContaining('get_joke'), expect.any(String), expect.any(String)] },
  ]);
});

it('takes its key from the environment, and does not load without a key', async () => {
  await expect(new Agent({ env: {} }).add_skill('joke')).rejects.toThrow('api_key is required (or set API_NINJAS_KEY)');
  await expect(new Agent({ env: { API_NINJAS_KEY: KEY } }).add_skill('joke')).resolves.toBe('joke');
});
