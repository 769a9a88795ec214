import type { Walk } from './walk.js';

export const ai_chat: Walk = async ({ beyond: { ai } }) => {
  const ask = { jsonrpc: '2.0' as const, id: '1' };
  const id = 'c1';
  await ai.chat({ ...ask, method: 'chat', params: { id, message: 'Hello?' } });
  await ai.chat({
    ...ask,
    method: 'create_conversation',
    params: { id, config_url: 'https://example.com/agent.json' },
  });
  await ai.chat({ ...ask, method: 'chat', params: { id, message: 'Hello!' } });
  await ai.chat({ ...ask, method: 'chat_log', params: { id } });
  await ai.chat({ ...ask, method: 'summarize', params: { id } });
  await ai.chat({ ...ask, method: 'end_conversation', params: { id } });
  await ai.chat({ ...ask, method: 'delete', params: { id } });
};
