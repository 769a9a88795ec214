import { op } from '../row.js';
import { channelToken } from './chat.js';

export const pubsub = { create_token: op('POST /api/pubsub/tokens', 'Make a token for a client that publishes and subscribes.', channelToken) };
