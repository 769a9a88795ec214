import { bool, int, shape, str } from '../field.js';
import { op } from '../row.js';

const M = '/api/relay/rest/mfa';

const code = {
  from: str('One of your numbers; the platform has its own.'), message: str('Stands before the code.'), token_length: int(undefined, { min: 4, max: 20, default: 6 }),
  valid_for: int('In seconds.', { max: 604800, default: 3600 }), max_attempts: int(undefined, { min: 1, max: 20, default: 3 }), allow_alphas: bool('Letters too.', { default: false }),
};
const facts = { needs: { to: str('In E.164.') }, takes: code, spends: true, gives: shape('MfaRequest', { id: str(), success: bool(), to: str(), channel: str() }) };

export const mfa = {
  sms:    op(`POST ${M}/sms`, 'Send a code in a message.', facts),
  call:   op(`POST ${M}/call`, 'Read a code out in a call.', facts),
  verify: op(`POST ${M}/{request_id}/verify`, 'Check a code; a wrong one answers `success: false`.', { needs: { token: str('The code.') }, gives: shape('MfaVerification', { success: bool() }) }),
};
