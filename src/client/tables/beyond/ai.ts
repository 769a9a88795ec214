import { anything, bool, either, int, list, num, obj, oneOf, orNull, shape, str } from '../../field.js';
import { op } from '../../row.js';
import type { AnyField } from '../../row-types.js';

const jsonrpc = oneOf(['2.0']);
const conversation = { conversation_timeout: int('In seconds.', { default: 3600 }), user_meta_data: anything(), reinit: bool('Restarts an existing conversation.', { default: false }) };
const id = str('The id of the conversation.');
const config_url = str('The URL of the agent document.');

/** A request with the given JSON-RPC method. */
const asks = <const M extends string, P extends AnyField>(method: M, params: P) => obj({ method: oneOf([method]), params });
const answers = <R extends AnyField>(name: string, result: R) => shape(name, { jsonrpc, id: str('The id of the request.'), result });

const ErrorCode = oneOf([-32001, -32002, -32003, -32004, -32005, -32006, -32007, -32600, -32601, -32602, -32603]);
const ChatAnswer = either([
  answers('AiChatCreated', obj({ status: oneOf(['created', 'reinitialized', 'exists']), id: str() }, { initial_message: orNull(str()) })),
  answers('AiChatReply', obj({ response: str() }, { user_event: anything() })),
  answers('AiChatEnded', obj({ status: oneOf(['ended', 'not_found']), id: str() })),
  answers('AiChatDeleted', obj({ status: oneOf(['deleted', 'not_found']), id: str() })),
  answers('AiChatTranscript', obj(
    { chat_log: list(shape('AiChatEntry', { role: str(), content: str() }, { timestamp: int(), tool_calls: list(anything()) })) },
    { call_timeline: list(anything()) },
  )),
  answers('AiChatSummary', obj({}, { summary: str(), error: str() })),
  shape('AiChatFailure', { jsonrpc, id: str(), error: obj({ code: ErrorCode, message: str() }) }),
]);

export const ai = {
  chat: op('POST /api/ai/chat', 'Chat with an AI agent (JSON-RPC). Failures are responses with `error`.', {
    needs: { jsonrpc, id: str('The id of this request.') },
    variants: [
      asks('create_conversation', obj({ id, config_url }, { user_message: str(), ...conversation })),
      asks('chat', obj({ id, message: str() }, { role: oneOf(['user', 'system'], undefined, { default: 'user' }), config_url, ...conversation })),
      asks('end_conversation', obj({ id })),
      asks('delete', obj({ id })),
      asks('chat_log', obj({ id })),
      asks('summarize', obj({ id }, {
        summary_prompt: str(), temperature: num(undefined, { default: 0.3 }), top_p: num(undefined, { default: 0.3 }), frequency_penalty: num(undefined, { default: 1 }),
        presence_penalty: num(undefined, { default: 1 }), max_tokens: int(undefined, { default: 512 }),
      })),
    ],
    spends: true, gives: ChatAnswer,
  }),
};
