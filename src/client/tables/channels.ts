import { anything, int, shape, str } from '../field.js';
import { op } from '../row.js';

/** The fields of a token for channels, which chat and pubsub share. */
export const channelToken = {
  needs: {
    ttl: int('In minutes.', { min: 1, max: 43200 }),
    channels: anything('Each name with `{ read, write }`. Up to 500; a name has up to 250 characters and does not start with `sw_`.'),
  },
  takes: {
    member_id: str('Who holds the token. Made up if missing.', { max: 250 }),
    state: anything('Of the member; up to 2000 characters as JSON.'),
  },
  gives: shape('ChannelToken', { token: str() }),
};

export const chat = { create_token: op('POST /api/chat/tokens', 'Make a token for a chat client.', channelToken) };

export const pubsub = { create_token: op('POST /api/pubsub/tokens', 'Make a token for a client that publishes and subscribes.', channelToken) };
