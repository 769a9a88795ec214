import { anything, int, shape, str } from '../field.js';
import { op } from '../row.js';

/** The fields of a token for channels, which chat and pubsub share. */
const channelToken = {
  needs: {
    ttl: int('In minutes.', { min: 1, max: 43200 }),
    channels: anything('Up to 500 channel names, each with `{ read, write }`. A name has up to 250 characters and does not start with `sw_`.'),
  },
  takes: {
    member_id: str('The holder of the token. The default is a random id.', { max: 250 }),
    state: anything('The state of the member: up to 2000 characters as JSON.'),
  },
  gives: shape('ChannelToken', { token: str() }),
};

export const chat = { create_token: op('POST /api/chat/tokens', 'Create a token for a chat client.', channelToken) };

export const pubsub = { create_token: op('POST /api/pubsub/tokens', 'Create a token for a publish/subscribe client.', channelToken) };
