import { expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';

function talk(sandbox = createSandbox()) {
  const { ai } = sandbox.client().beyond;
  let asked = 0;
  const ask = async (method: string, params: Record<string, unknown> = {}) => {
    const { jsonrpc, id, ...outcome } = await ai.chat({
      jsonrpc: '2.0',
      id: `${++asked}`,
      method,
      params: { id: 'c1', ...params },
    } as never);
    expect([jsonrpc, id]).toEqual(['2.0', `${asked}`]);
    return outcome;
  };
  return { ask, sandbox };
}
const config_url = 'https://example.com/agent.json';

it('keeps a conversation until it ends', async () => {
  const { ask } = talk();
  expect(await ask('create_conversation', { config_url })).toMatchObject({ result: { status: 'created' } });
  expect(await ask('create_conversation', { config_url })).toEqual({ result: { status: 'exists', id: 'c1' } });
  expect(await ask('chat', { message: 'Hello' })).toEqual({ result: { response: 'You said: Hello' } });
  const log = (await ask('chat_log')) as { result: { chat_log: { role: string; content: string }[] } };
  expect(log.result.chat_log.map(({ role, content }) => `${role}: ${content}`)).toEqual([
    'assistant: How can I help you?',
    'user: Hello',
    'assistant: You said: Hello',
  ]);
  expect(await ask('summarize')).toMatchObject({ result: { summary: expect.stringContaining('Hello') } });
  expect(await ask('end_conversation')).toEqual({ result: { status: 'ended', id: 'c1' } });
  expect(await ask('chat', { message: 'Still there?' })).toMatchObject({ error: { code: -32002 } });
  expect(await ask('end_conversation')).toEqual({ result: { status: 'not_found', id: 'c1' } });
  expect(await ask('delete')).toEqual({ result: { status: 'deleted', id: 'c1' } });
  expect(await ask('chat_log')).toMatchObject({ error: { code: -32001 } });
});

it('expires a conversation by the clock, and starts one with the first message if it has a config_url', async () => {
  const { ask, sandbox } = talk();
  expect(await ask('chat', { message: 'Hi' })).toMatchObject({ error: { code: -32001 } });
  await ask('chat', { message: 'Hi', config_url, conversation_timeout: 60 });
  sandbox.clock.advance(50);
  expect(await ask('chat', { message: 'Hi' })).toHaveProperty('result');
  sandbox.clock.advance(61);
  expect(await ask('chat', { message: 'Hi' })).toHaveProperty('error');
  expect(await ask('create_conversation', { config_url, user_message: 'Me again' })).toEqual({
    result: { status: 'created', id: 'c1', initial_message: 'You said: Me again' },
  });
  expect(await ask('create_conversation', { config_url, reinit: true })).toMatchObject({
    result: { status: 'reinitialized' },
  });
});
