import { oneOf, str } from '../../field.js';
import { Post } from './resource.js';

// The fields are the same for streams of calls and of conferences.
export const target = { Url: str('A WebSocket URL, `wss://`.') };
export const options = {
  Name: str('Unique in the call. Can replace the sid in later requests.'),
  Track: oneOf(['inbound_track', 'outbound_track', 'both_tracks'], undefined, { default: 'both_tracks' }),
  StatusCallback: str(), StatusCallbackMethod: Post, AuthorizationBearerToken: str(),
  'Parameter1.Name': str('Sent when the stream starts.'), 'Parameter1.Value': str(), 'Parameter2.Name': str(), 'Parameter2.Value': str(),
};
export const stopped = { Status: oneOf(['stopped']) };
export const Status = oneOf(['queued', 'in-progress', 'stopped']);
