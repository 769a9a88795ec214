import { deliver } from '../outbound/inbox.js';
import type { Handlers, RequestOf } from '../respond/handler.js';
import { found, invalid, notFound } from '../respond/response.js';
import { collection } from '../state/state.js';
import { segmentsOf } from './messages/segments.js';
import { mustBeNumber, mustBeOwn } from './own-number.js';

/** A verification code. It is deleted when it was verified, or when a check finds that it can no longer be used. */
interface Code {
  readonly id: string;
  readonly code: string;
  readonly expires_at: string;
  readonly attempts_left: number;
}

export const allCodes = collection<Code>('mfa');

const DIGITS = '0123456789';
// Without I and O, which look like digits.
const ALPHAS = `${DIGITS}ABCDEFGHJKLMNPQRSTUVWXYZ`;

const send =
  (channel: 'sms' | 'call') =>
  ({ state, input }: RequestOf<'mfa.sms' | 'mfa.call'>) => {
    const {
      to,
      from,
      message = 'Your code is:',
      token_length = 6,
      valid_for = 3600,
      max_attempts = 3,
      allow_alphas = false,
    } = input;
    mustBeNumber(to, 'to');
    if (from !== undefined) mustBeOwn(state, from, 'from');
    const code = state.ids.pick(token_length, allow_alphas ? ALPHAS : DIGITS);
    const text = `${message} ${code}`;
    if (segmentsOf(text) > 1)
      throw invalid({
        message: 'message and code must fit into one segment: 160 characters, or 70 with characters outside GSM-7',
        attribute: 'message',
      });
    const expires_at = new Date(state.clock.now().getTime() + valid_for * 1000).toISOString();
    const { id } = allCodes(state).add({ id: state.ids.uuid(), code, expires_at, attempts_left: max_attempts });
    deliver(state, { to, channel, text, code });
    return { id, success: true, to, channel };
  };

const findCode = ({ state, params }: Pick<RequestOf<'mfa.verify'>, 'state' | 'params'>): Code =>
  found(allCodes(state).get(params.request_id));
export const mfaLookups = { 'mfa.verify': findCode };

export const mfa: Handlers = {
  'mfa.sms': send('sms'),
  'mfa.call': send('call'),
  'mfa.verify': ({ state, params, input }) => {
    const codes = allCodes(state);
    const sent = findCode({ state, params });
    const isOver = sent.attempts_left === 0 || sent.expires_at <= state.clock.now().toISOString();
    if (isOver) {
      codes.delete(sent.id);
      throw notFound();
    }
    const success = input.token === sent.code;
    if (success) codes.delete(sent.id);
    else codes.replace({ ...sent, attempts_left: sent.attempts_left - 1 });
    return { success };
  },
};
