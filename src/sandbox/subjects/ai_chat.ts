import type { Handlers, RequestOf } from '../respond/handler.js';
import { collection, type State } from '../state/state.js';
import { checkUrl } from './calls/checks.js';

/** A text conversation with an agent. The sandbox runs no model: the agent repeats the messages that it receives. */
interface Conversation {
  readonly id: string;
  readonly log: readonly { readonly role: string; readonly content: string; readonly timestamp: number }[];
  readonly timeout_s: number;
  /** When the conversation expires. Each message extends it. */
  readonly ends_at: string;
  readonly ended: boolean;
}

const all = collection<Conversation>('ai_conversations');

type Input = RequestOf<'beyond.ai.chat'>['input'];
type Method = Input['method'];
type Params<M extends Method> = Extract<Input, { readonly method: M }>['params'];

// The codes are documented; their meanings are assumed.
const NOT_FOUND = { code: -32001, message: 'no conversation has this id: start one with create_conversation' };
const ENDED = { code: -32002, message: 'the conversation has ended' };

type Outcome = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

export const ai_chat: Handlers = {
  'beyond.ai.chat': ({ state, input }) => ({ jsonrpc: '2.0', id: input.id, ...outcomeOf(state, input) }),
};

function outcomeOf(state: State, input: Input): Outcome {
  switch (input.method) {
    case 'create_conversation':
      return METHODS.create_conversation(state, input.params);
    case 'chat':
      return METHODS.chat(state, input.params);
    default:
      return METHODS[input.method](state, input.params);
  }
}

const METHODS: { readonly [M in Method]: (state: State, params: Params<M>) => Outcome } = {
  create_conversation(state, params) {
    const { id, user_message } = params;
    const conversation = activeOf(state, id);
    if (conversation && !params.reinit) return { result: { status: 'exists', id } };
    start(state, params);
    const initial_message = user_message === undefined ? 'How can I help you?' : reply(state, id, user_message, 'user');
    if (user_message === undefined) append(state, id, [{ role: 'assistant', content: initial_message }]);
    return { result: { status: conversation ? 'reinitialized' : 'created', id, initial_message } };
  },
  chat(state, params) {
    const { id, message, role = 'user' } = params;
    const conversation = all(state).get(id);
    if (conversation?.ended && !params.config_url) return { error: ENDED };
    if (!activeOf(state, id) || params.reinit) {
      if (params.config_url === undefined) return { error: NOT_FOUND };
      start(state, params);
    }
    return { result: { response: reply(state, id, message, role) } };
  },
  end_conversation(state, { id }) {
    const conversation = activeOf(state, id);
    if (conversation) all(state).replace({ ...conversation, ended: true });
    return { result: { status: conversation ? 'ended' : 'not_found', id } };
  },
  delete: (state, { id }) => ({ result: { status: all(state).delete(id) ? 'deleted' : 'not_found', id } }),
  chat_log(state, { id }) {
    const conversation = all(state).get(id);
    return conversation ? { result: { chat_log: conversation.log } } : { error: NOT_FOUND };
  },
  summarize(state, { id }) {
    const conversation = all(state).get(id);
    if (!conversation) return { error: NOT_FOUND };
    const messages = conversation.log.filter(({ role }) => role === 'user').map(({ content }) => content);
    return { result: { summary: `${conversation.log.length} messages. The user wrote: ${messages.join(' / ')}` } };
  },
};

function activeOf(state: State, id: string): Conversation | undefined {
  const conversation = all(state).get(id);
  return conversation && !conversation.ended && conversation.ends_at > state.clock.now().toISOString()
    ? conversation
    : undefined;
}

function start(state: State, params: Params<'create_conversation' | 'chat'>): void {
  const { id, config_url, conversation_timeout: timeout_s = 3600 } = params;
  checkUrl(config_url, 'params.config_url');
  all(state).delete(id);
  all(state).add({ id, log: [], timeout_s, ends_at: expiryAfter(state, timeout_s), ended: false });
}

const expiryAfter = (state: State, seconds: number) =>
  new Date(state.clock.now().getTime() + seconds * 1000).toISOString();

function append(state: State, id: string, lines: readonly { role: string; content: string }[]): void {
  const conversation = all(state).get(id);
  if (!conversation) return;
  const timestamp = state.clock.now().getTime();
  const log = [...conversation.log, ...lines.map((line) => ({ ...line, timestamp }))];
  all(state).replace({ ...conversation, log, ends_at: expiryAfter(state, conversation.timeout_s) });
}

function reply(state: State, id: string, content: string, role: string): string {
  const answer = role === 'system' ? 'Understood.' : `You said: ${content}`;
  append(state, id, [
    { role, content },
    { role: 'assistant', content: answer },
  ]);
  return answer;
}
