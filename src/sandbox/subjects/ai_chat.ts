import type { Handler, Subject } from '../respond/subject.js';
import { kind, type State } from '../state/state.js';

/**
 * A text conversation with an AI agent. The sandbox runs no model: the agent repeats the messages that it receives, so
 * that programs around it can be tested.
 */
interface Conversation {
  readonly id: string;
  readonly log: readonly { readonly role: string; readonly content: string; readonly timestamp: number }[];
  readonly timeout_s: number;
  /** When the conversation expires. Each message extends it. */
  readonly ends_at: string;
  readonly ended: boolean;
}

const all = kind<Conversation>('ai_conversations');

interface Params {
  readonly id: string;
  readonly config_url?: string;
  readonly user_message?: string;
  readonly message?: string;
  readonly role?: string;
  readonly conversation_timeout?: number;
  readonly reinit?: boolean;
}

// The codes are documented; their meanings are assumed.
const NOT_FOUND = { code: -32001, message: 'there is no conversation of this id: begin one with create_conversation' };
const ENDED = { code: -32002, message: 'the conversation has ended' };

type Outcome = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

const METHODS: Readonly<Record<string, (state: State, params: Params) => Outcome>> = {
  create_conversation(state, params) {
    const { id, user_message } = params;
    const known = going(state, id);
    if (known && !params.reinit) return { result: { status: 'exists', id } };
    begin(state, params);
    const initial_message = user_message === undefined ? 'How can I help you?' : say(state, id, user_message, 'user');
    if (user_message === undefined) write(state, id, [{ role: 'assistant', content: initial_message }]);
    return { result: { status: known ? 'reinitialized' : 'created', id, initial_message } };
  },
  chat(state, params) {
    const { id, message = '', role = 'user' } = params;
    const known = all(state).get(id);
    if (known?.ended && !params.config_url) return { error: ENDED };
    if (!going(state, id) || params.reinit) {
      if (params.config_url === undefined) return { error: NOT_FOUND };
      begin(state, params);
    }
    return { result: { response: say(state, id, message, role) } };
  },
  end_conversation(state, { id }) {
    const known = going(state, id);
    if (known) all(state).replace({ ...known, ended: true });
    return { result: { status: known ? 'ended' : 'not_found', id } };
  },
  delete: (state, { id }) => ({ result: { status: all(state).delete(id) ? 'deleted' : 'not_found', id } }),
  chat_log(state, { id }) {
    const known = all(state).get(id);
    return known ? { result: { chat_log: known.log } } : { error: NOT_FOUND };
  },
  summarize(state, { id }) {
    const known = all(state).get(id);
    if (!known) return { error: NOT_FOUND };
    const heard = known.log.filter(({ role }) => role === 'user').map(({ content }) => content);
    return { result: { summary: `${known.log.length} messages. The user wrote: ${heard.join(' / ')}` } };
  },
};

const chat: Handler = ({ state, fields }) => {
  const { id, method, params } = fields as { id: string; method: string; params: Params };
  return { jsonrpc: '2.0', id, ...METHODS[method]?.(state, params) };
};

export const ai_chat: Subject = { 'beyond.ai.chat': chat };

function going(state: State, id: string): Conversation | undefined {
  const known = all(state).get(id);
  return known && !known.ended && known.ends_at > state.clock.now().toISOString() ? known : undefined;
}

function begin(state: State, { id, conversation_timeout: timeout_s = 3600 }: Params): void {
  all(state).delete(id);
  all(state).add({ id, log: [], timeout_s, ends_at: until(state, timeout_s), ended: false });
}

const until = (state: State, seconds: number) => new Date(state.clock.now().getTime() + seconds * 1000).toISOString();

function write(state: State, id: string, lines: readonly { role: string; content: string }[]): void {
  const known = all(state).get(id) as Conversation;
  const timestamp = state.clock.now().getTime();
  const log = [...known.log, ...lines.map((line) => ({ ...line, timestamp }))];
  all(state).replace({ ...known, log, ends_at: until(state, known.timeout_s) });
}

/** Logs a message and returns the reply. */
function say(state: State, id: string, content: string, role: string): string {
  const answer = role === 'system' ? 'Understood.' : `You said: ${content}`;
  write(state, id, [
    { role, content },
    { role: 'assistant', content: answer },
  ]);
  return answer;
}
