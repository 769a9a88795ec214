import type { Handlers, RequestOf } from '../respond/handler.js';
import { clientToken } from '../state/client-token.js';
import { refuse } from './refusals.js';

const MAX_CHANNELS = 500;
const MAX_NAME = 250;
const MAX_STATE = 2000;

const create =
  (type: 'Chat' | 'PubSub') =>
  ({ state, input }: RequestOf<'chat.create_token' | 'pubsub.create_token'>) => {
    const { ttl, channels, member_id = state.ids.uuid(), state: memberState = {} } = input;
    checkChannels(channels);
    if (JSON.stringify(memberState).length > MAX_STATE)
      throw refuse('state', `state must have up to ${MAX_STATE} characters as JSON`);
    const claims = { ttl, channels, member_id, state: memberState };
    return { token: clientToken(state, type, claims, ttl * 60) };
  };

export const channel_tokens: Handlers = {
  'chat.create_token': create('Chat'),
  'pubsub.create_token': create('PubSub'),
};

function checkChannels(channels: Readonly<Record<string, unknown>>): void {
  const entries = Object.entries(channels);
  if (entries.length === 0 || entries.length > MAX_CHANNELS)
    throw refuse('channels', `channels must name 1–${MAX_CHANNELS} channels`);
  for (const [name, access] of entries) {
    if (name === '' || name.length > MAX_NAME || name.startsWith('sw_'))
      throw refuse('channels', `a channel name must have 1–${MAX_NAME} characters and must not start with sw_`);
    if (!isAccess(access)) throw refuse('channels', `channel ${name} must set read, write or both to true`);
  }
}

function isAccess(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { read, write }: { read?: unknown; write?: unknown } = value;
  const isValid = [read, write].every((one) => one === undefined || typeof one === 'boolean');
  return isValid && (read === true || write === true);
}
