import type { Handler, Subject } from '../respond/subject.js';
import { clientToken } from '../state/client-token.js';
import { refuse } from './refusals.js';

const MOST_CHANNELS = 500;
const LONGEST_NAME = 250;
const LARGEST_STATE = 2000;

/** Chat and PubSub tokens have the same fields. */
const create =
  (type: 'Chat' | 'PubSub'): Handler =>
  ({ state, fields }) => {
    const { ttl, channels, member_id = state.ids.uuid(), state: memberState = {} } = fields;
    checkChannels(channels as Record<string, unknown>);
    if (JSON.stringify(memberState).length > LARGEST_STATE)
      throw refuse('state', `state must have up to ${LARGEST_STATE} characters as JSON`);
    const claims = { ttl, channels, member_id, state: memberState };
    return { token: clientToken(state, type, claims, Number(ttl) * 60) };
  };

export const channel_tokens: Subject = {
  'chat.create_token': create('Chat'),
  'pubsub.create_token': create('PubSub'),
};

function checkChannels(channels: Readonly<Record<string, unknown>>): void {
  const named = Object.entries(channels);
  if (named.length === 0 || named.length > MOST_CHANNELS)
    throw refuse('channels', `channels must name 1–${MOST_CHANNELS} channels`);
  for (const [name, may] of named) {
    if (name === '' || name.length > LONGEST_NAME || name.startsWith('sw_'))
      throw refuse('channels', `the name of a channel has 1–${LONGEST_NAME} characters and does not start with sw_`);
    const { read, write } = (may ?? {}) as { read?: unknown; write?: unknown };
    const isAnswer = (value: unknown) => value === undefined || typeof value === 'boolean';
    if (typeof may !== 'object' || !isAnswer(read) || !isAnswer(write) || (read !== true && write !== true))
      throw refuse('channels', `channel ${name} must have read or write, or both, true`);
  }
}
