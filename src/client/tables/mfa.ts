import { bool, int, shape, str } from '../field.js';
import { op } from '../row.js';

const M = '/api/relay/rest/mfa';

const code = {
  from: str('One of your numbers. The default is a number of the platform.'), message: str('The text before the code.'), token_length: int(undefined, { min: 4, max: 20, default: 6 }),
  valid_for: int('In seconds.', { min: 1, max: 604800, default: 3600 }), max_attempts: int(undefined, { min: 1, max: 20, default: 3 }), allow_alphas: bool('Allows letters in the code.', { default: false }),
};
const facts = { needs: { to: str('In E.164.') }, takes: code, spends: true, gives: shape('MfaRequest', { id: str(), success: bool(), to: str(), channel: str() }) };

export const mfa = {
  sms:    op(`POST ${M}/sms`, 'Send a code in a text message.', facts),
  call:   op(`POST ${M}/call`, 'Send a code in a voice call.', facts),
  verify: op(`POST ${M}/{request_id}/verify`, 'Verify a code. An invalid code returns `success: false`.', { needs: { token: str('The code.') }, gives: shape('MfaVerification', { success: bool() }) }),
};
