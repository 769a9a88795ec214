import { oneOf, str } from '../../field.js';
import { Post } from './resource.js';

// The fields are the same for streams of calls and of conferences.
export const target = { Url: str('A WebSocket, `wss://`.') };
export const options = {
  Name: str('Unique in the call; may stand for the sid later.'),
  Track: oneOf(['inbound_track', 'outbound_track', 'both_tracks'], undefined, { default: 'both_tracks' }),
  StatusCallback: str(), StatusCallbackMethod: Post, AuthorizationBearerToken: str(),
  'Parameter1.Name': str('Sent along when the stream starts.'), 'Parameter1.Value': str(), 'Parameter2.Name': str(), 'Parameter2.Value': str(),
};
export const stopped = { Status: oneOf(['stopped']) };
export const Status = oneOf(['queued', 'in-progress', 'stopped']);
