import { list, orNull, shape, str } from '../../field.js';
import { op } from '../../row.js';

const T = '/api/video/conference_tokens/{token_id}';
export const ConferenceToken = shape('ConferenceToken', { id: str(), name: orNull(str()), token: str(), scopes: list(str()) });

export const conference_tokens = {
  get:   op(`GET ${T}`, 'Fetch one token of a conference.', { gives: ConferenceToken }),
  reset: op(`POST ${T}/reset`, 'Replace a token by a new one.', { spends: true, gives: ConferenceToken }),
};
